import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

type Listed = { result: Record<string, unknown>[] }

test('members of which nothing is said are texts that differ', async () => {
  const { result } = (await send(await mockOf('bureau.yaml'), 'GET /stamps')).body as Listed
  expect(new Set(result.map(({ kind }) => kind)).size).toBe(3)
  expect(result[0]).toEqual({
    kind: expect.any(String),
    title: expect.any(String),
  })
})

test('items that are lists differ, and the first is the one that the document shows', async () => {
  const { result } = (await send(await mockOf('bureau.yaml'), 'GET /folders')).body as Listed
  expect(result[0]).toEqual([{ title: 'Bills' }])
  expect(new Set(result.map((folder) => JSON.stringify(folder))).size).toBe(3)
})

test('all that is listed has the default of the filter that is the default of the member too', async () => {
  const mock = await mockOf('bureau.yaml')
  const { result } = (await send(mock, 'GET /shelves')).body as Listed
  expect(result.map((shelf) => shelf['box_count'])).toEqual([0, 0, 0])
  expect((await send(mock, 'GET /shelves?box_count=0')).body).toEqual({ result })
})

test('what only answers in an envelope name is found by that name', async () => {
  const mock = await mockOf('bureau.yaml')
  const { body } = await send(mock, 'POST /apps', { body: { title: 'Mine' } })
  const { own_app_id: id } = (body as { result: { own_app_id: string } }).result
  const replaced = await send(mock, `PUT /apps/${id}`, { body: { title: 'Yours' } })
  expect(replaced.body).toEqual({ result: { own_app_id: id, title: 'Yours' } })
  const removed = await send(mock, `DELETE /apps/${id}`)
  expect(removed.body).toEqual({ result: { own_app_id: id, title: 'Yours' } })
})

test('a read that answers a list shows the item that was made in it', async () => {
  const mock = await mockOf('bureau.yaml')
  const { result } = (await send(mock, 'POST /doors', { body: { title: 'Front' } })).body as {
    result: { id: string }
  }
  const read = await send(mock, `GET /doors/${result.id}`)
  expect(read.body).toMatchObject({ result: [{ id: result.id, title: 'Front' }] })
})

test('what can only be changed has no name that is not shown', async () => {
  const mock = await mockOf('bureau.yaml')
  expect((await send(mock, 'PATCH /checks/any', { body: { method: 'post' } })).status).toBe(404)
})
