import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test('what nothing names is called as it is first asked for, and by no other name', async () => {
  const mock = await mockOf('lodge.yaml')
  expect((await send(mock, 'GET /lodges/north/rooms')).status).toBe(200)
  expect((await send(mock, 'GET /lodges/south/rooms')).status).toBe(404)
  const [first] = (await send(mock, 'GET /user/memberships/lodges')).body as unknown[]
  expect((await send(mock, 'GET /user/memberships/lodges/north')).body).toEqual(first)
  expect((await send(mock, 'GET /user/memberships/lodges/south')).status).toBe(404)
})

test('what is one tenant’s under a name is nobody else’s', async () => {
  const mock = await mockOf('lodge.yaml', { keys: { a: 'one', b: 'other' } })
  const rooms = async (lodge: string, key: string) =>
    (await send(mock, `GET /lodges/${lodge}/rooms`, { key })).status
  expect(await rooms('north', 'a')).toBe(200)
  expect(await rooms('north', 'b')).toBe(404)
  expect(await rooms('south', 'b')).toBe(200)
})

test('what a list names by a text alone is called so, and otherwise by no name', async () => {
  const mock = await mockOf('lodge.yaml')
  expect((await send(mock, 'GET /badges/unknown')).status).toBe(404)
  const [first] = (await send(mock, 'GET /badges')).body as string[]
  expect((await send(mock, `GET /badges/${first}`)).status).toBe(200)
})

test('an item that a part of it names has no other parts with names at first', async () => {
  const mock = await mockOf('lodge.yaml')
  const { result } = (await send(mock, 'POST /sites', { body: { host: 'a.test' } })).body as {
    result: { rules: unknown[]; ruleset: { id: string } }
  }
  expect(result.rules).toEqual([])
  expect((await send(mock, `GET /sites/${result.ruleset.id}`)).body).toEqual({ result })
})

test('what makes an item without named members answers all of it, and what it adds', async () => {
  const mock = await mockOf('lodge.yaml')
  const { result } = (await send(mock, 'POST /passes', { body: { title: 'Mine' } })).body as {
    result: { id: string }
  }
  expect(result).toEqual({ id: expect.any(String), title: 'Mine', secret: expect.any(String) })
  expect((await send(mock, `GET /passes/${result.id}`)).body).toEqual({ result })
})

test('a change makes the one thing of a path anew that was removed, where no 404 is documented', async () => {
  const mock = await mockOf('lodge.yaml')
  await send(mock, 'DELETE /plan')
  expect((await send(mock, 'GET /plan')).status).toBe(404)
  expect((await send(mock, 'PATCH /plan', { body: { title: 'New' } })).body).toMatchObject({ title: 'New' })
})
