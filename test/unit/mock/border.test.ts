import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test.each([
  ['permits', { purpose: 'Trade' }],
  ['tokens', undefined],
])('of /%s, which nothing lists, an item is what stands in the envelope', async (name, body) => {
  const mock = await mockOf('border.yaml')
  const made = await send(mock, `POST /${name}`, { body })
  const { result } = made.body as { result: { id: string } }
  expect(result).toMatchObject(body ?? {})
  const read = await send(mock, `GET /${name}/${result.id}`)
  expect(read.body).toMatchObject({ result })
})

test('what shares one member with a listed item stands around it', async () => {
  const mock = await mockOf('border.yaml')
  const { body } = await send(mock, 'POST /scans', { body: { plate: 'B-1' } })
  const { result } = body as { result: { uuid: string } }
  expect((await send(mock, `GET /scans/${result.uuid}`)).status).toBe(200)
  const listed = (await send(mock, 'GET /scans')).body as { result: { tasks: unknown[] } }
  expect(listed.result.tasks).toContainEqual(expect.objectContaining(result))
})

test('a list of names shows the name of an item in an envelope', async () => {
  const mock = await mockOf('border.yaml')
  const made = await send(mock, 'POST /seals', { body: { motto: 'Pass' } })
  const { result } = made.body as { result: { uid: string } }
  expect((await send(mock, `GET /seals/${result.uid}`)).body).toMatchObject({
    result: { ...result, motto: 'Pass' },
  })
  const listed = (await send(mock, 'GET /seals')).body as { result: string[] }
  expect(listed.result).toContain(result.uid)
})
