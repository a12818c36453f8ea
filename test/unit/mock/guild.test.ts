import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test('what a body leaves out has its default from then on, whether a read says so or not', async () => {
  const mock = await mockOf('guild.yaml')
  const { body } = await send(mock, 'POST /guilds', { body: { name: 'Smiths' } })
  expect(body).toMatchObject({ name: 'Smiths', is_open: false })
})

test('what is deleted of a list is never the list', async () => {
  const mock = await mockOf('guild.yaml')
  const before = await send(mock, 'GET /likes')
  expect((await send(mock, 'DELETE /likes?ids=a')).status).toBe(204)
  expect((await send(mock, 'GET /likes')).body).toEqual(before.body)
})

test('a thing with two names in its path is there when a list of its kind has shown it', async () => {
  const mock = await mockOf('guild.yaml')
  const { body } = await send(mock, 'GET /makers/anna/tools')
  const [tool] = body as { name: string }[]
  expect((await send(mock, `GET /tools/anna/${encodeURIComponent(tool?.name ?? '')}`)).status).toBe(200)
  expect((await send(mock, 'GET /tools/anna/no-such-tool')).status).toBe(404)
})

test('what a list showed one tenant is not there for another, who has listed nothing yet', async () => {
  const mock = await mockOf('guild.yaml', { keys: { one: 'first', two: 'second' } })
  const { body } = await send(mock, 'GET /makers/anna/tools', { key: 'one' })
  const [tool] = body as { id: number }[]
  expect((await send(mock, `GET /tools/anna/${tool?.id}`, { key: 'one' })).status).toBe(200)
  expect((await send(mock, `GET /tools/anna/${tool?.id}`, { key: 'two' })).status).toBe(404)
})

test('a PUT makes what only it can make, but not where a 404 is about that very name', async () => {
  const mock = await mockOf('guild.yaml')
  const [guild] = (await send(mock, 'GET /guilds')).body as { id: number }[]
  expect((await send(mock, `PUT /guilds/${guild?.id}/bans/anna`)).status).toBe(204)
  expect((await send(mock, `GET /guilds/${guild?.id}/bans/anna`)).body).toMatchObject({ user: 'anna' })
  expect((await send(mock, 'PUT /rooms/none', { body: { data: { name: 'Hall' } } })).status).toBe(404)
})

test('an item in an envelope is kept by the name that its path has, though no list shows it', async () => {
  const mock = await mockOf('guild.yaml')
  const made = await send(mock, 'POST /rooms', { body: { data: { name: 'Hall', mode: 'open' } } })
  const { data } = made.body as { data: { gid: string } }
  expect((await send(mock, `GET /rooms/${data.gid}`)).body).toEqual(made.body)
})
