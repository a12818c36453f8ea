import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

const FILE = '../contradicting/parcels.yaml'

test('of an answer that contradicts itself what is said last is shown, and the mock says so', async () => {
  const complaints: string[] = []
  const onError = (error: unknown) => complaints.push(String(error))
  const mock = await mockOf(FILE, { onError })
  const { id } = (await send(mock, 'POST /parcels', { body: { title: 'Mine' } })).body as { id: string }
  const mine = { id, title: 'Mine' }
  expect(complaints).toEqual([])
  const all = await send(mock, 'GET /parcels')
  expect(all).toMatchObject({ status: 200, body: { success: true } })
  expect((all.body as { result: unknown[] }).result).toContainEqual(mine)
  const read = await send(mock, `GET /parcels/${id}`)
  expect(read.status).toBe(200)
  expect(read.body).toEqual({ success: true, result: mine })
  expect(complaints).toEqual([expect.stringContaining('readParcel')])
})

test('a refusal that contradicts itself says what is wrong where it has words', async () => {
  const mock = await mockOf(FILE, { onError: () => undefined })
  expect(await send(mock, 'GET /parcels/none')).toMatchObject({
    status: 404,
    body: { success: false, result: null, message: 'There is no such item in /parcels: "none".' },
  })
})
