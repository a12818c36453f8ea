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
