import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../golden/outputs-for-libraries/expected/client.ts'
import { createHandlers } from '../../golden/outputs-for-libraries/expected/msw.ts'

const server = setupServer(...createHandlers({ data: { '/pets': [{ id: 7, name: 'Rex' }] } }))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

test('what is written by fetch is read again, of any origin', async () => {
  const api = createClient({ baseUrl: 'https://pets.example' })
  const { id } = await api.pets.createPet({ body: { name: 'Max' } })
  expect(await api.pets.getPet({ path: { petId: id } })).toMatchObject({ name: 'Max' })
  const { results } = await api.pets.listPets({ query: { limit: 10 } })
  expect(results.map(({ name }) => name)).toEqual(['Rex', 'Max'])
  await api.pets.deletePet({ path: { petId: id } })
  expect(await api.pets.getPet.result({ path: { petId: id } })).toMatchObject({ status: 404 })
})

test('a handler of a test goes before them, and what the document does not have is not theirs', async () => {
  server.use(http.get('*/pets/:petId', () => Response.json({ id: 1, name: 'Of this test' })))
  const api = createClient({ baseUrl: 'https://pets.example' })
  expect(await api.pets.getPet({ path: { petId: 1 } })).toMatchObject({ name: 'Of this test' })
  server.resetHandlers()
  expect(await api.pets.getPet({ path: { petId: 7 } })).toMatchObject({ name: 'Rex' })
  await expect(fetch('https://pets.example/strange')).rejects.toThrow()
})

test('where nobody gives data, the document’s examples are shown: of answers, their headers and their schemas', async () => {
  server.use(...createHandlers({ baseUrl: 'https://shown.example', items: 2 }))
  const api = createClient({ baseUrl: 'https://shown.example' })
  expect(await api.pets.getPet({ path: { petId: 1 } })).toEqual({ id: 1, name: 'Rose' })
  const { headers } = await api.pets.getPet.result({ path: { petId: 1 } })
  expect(headers.get('x-rate')).toBe('42')
  const { results } = await api.pets.listPets({ query: { limit: 10 } })
  expect(results.map(({ name }) => name)).toContain('Rose')
})

test('a base URL keeps other services out', async () => {
  server.use(...createHandlers({ baseUrl: 'https://own.example/v1', data: { '/pets': [] } }))
  const own = createClient({ baseUrl: 'https://own.example/v1' })
  expect((await own.pets.listPets()).count).toBe(0)
  const other = createClient({ baseUrl: 'https://pets.example' })
  expect((await other.pets.listPets()).count).toBe(1)
})
