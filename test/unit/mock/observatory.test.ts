import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test('a list has no more items than the document has ids for', async () => {
  const { body } = await send(await mockOf('observatory.yaml'), 'GET /lenses')
  expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(['wide', 'long'])
})

test('two reads show the same around an item', async () => {
  const mock = await mockOf('observatory.yaml')
  const { body } = await send(mock, 'GET /tags')
  const [tag] = (body as { data: { label: string }[] }).data
  const path = `GET /tags/${encodeURIComponent(tag?.label ?? '')}`
  const first = await send(mock, path)
  expect(first.body).toMatchObject({ data: [{ data: tag, kind: expect.any(String) }] })
  expect((await send(mock, path)).body).toEqual(first.body)
})

test('two reads show the same list beside an item', async () => {
  const mock = await mockOf('observatory.yaml')
  const [plate] = (await send(mock, 'GET /plates')).body as { id: number }[]
  const first = await send(mock, `GET /plates/${plate?.id}`)
  expect(first.body).toMatchObject({ plate, stars: [{ star: expect.any(String) }] })
  expect((await send(mock, `GET /plates/${plate?.id}?page=1`)).body).toEqual(first.body)
})

test('what nothing lists is there by the first name that is asked for, and has that name', async () => {
  const mock = await mockOf('observatory.yaml', { keys: { one: 'first', two: 'second' } })
  const [dome] = (await send(mock, 'GET /domes', { key: 'one' })).body as { id: number }[]
  const sensors = `/domes/${dome?.id}/sensors`
  const first = await send(mock, `GET ${sensors}/north`, { key: 'one' })
  expect(first.body).toEqual({ id: 'north', unit: 'K' })
  expect((await send(mock, `POST ${sensors}/north/restart`, { key: 'one' })).status).toBe(202)
  expect((await send(mock, `GET ${sensors}/south`, { key: 'one' })).status).toBe(404)
  expect((await send(mock, `POST ${sensors}/south/restart`, { key: 'one' })).status).toBe(404)
  const [other] = (await send(mock, 'GET /domes', { key: 'two' })).body as { id: number }[]
  expect((await send(mock, `GET /domes/${other?.id}/sensors/north`, { key: 'two' })).status).toBe(404)
})

test('a number is shown as a text where a schema has one', async () => {
  const mock = await mockOf('observatory.yaml')
  const [dome] = (await send(mock, 'GET /domes')).body as { id: number }[]
  const started = await send(mock, `POST /domes/${dome?.id}/tasks`, { body: { kind: 'sweep' } })
  const { id } = started.body as { id: string }
  expect(started.body).toEqual({ id: expect.stringMatching(/^\d+$/), kind: 'sweep' })
  expect((await send(mock, `GET /tasks/${id}`)).body).toEqual({ id: Number(id), kind: 'sweep' })
})
