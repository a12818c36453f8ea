import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

/** Returns a mock with at least five notes, and a function that requests a range. */
async function notes() {
  const mock = await mockOf('ranges.yaml')
  for (const text of ['a', 'b', 'c', 'd', 'e']) await send(mock, 'POST /notes', { body: { text } })
  const { status, headers, body } = await send(mock, 'GET /notes')
  expect([status, headers.get('content-range')]).toEqual([200, null])
  const all = body as readonly unknown[]
  return { all, ask: (range: string) => send(mock, 'GET /notes', { headers: { range } }) }
}

test('a range of a list is a 206 that says which one it is', async () => {
  const { all, ask } = await notes()
  const first = await ask('items=0-1')
  expect([first.status, first.headers.get('content-range')]).toEqual([206, `items 0-1/${all.length}`])
  expect(first.body).toEqual(all.slice(0, 2))
  const last = await ask(`items=${all.length - 1}-${all.length + 7}`)
  const end = all.length - 1
  expect([last.status, last.headers.get('content-range')]).toEqual([206, `items ${end}-${end}/${all.length}`])
  expect(last.body).toEqual(all.slice(-1))
  expect((await ask('items=2-')).body).toEqual(all.slice(2))
})

test.each(['items=500-501', 'items=3-2'])(
  '"%s", which no item is in, is answered as nothing is asked',
  async (range) => {
    const { all, ask } = await notes()
    const { status, headers, body } = await ask(range)
    expect([status, headers.get('content-range'), body]).toEqual([200, null, all])
  },
)
