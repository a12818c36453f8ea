import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { createClient } from '../../golden/outputs-for-libraries/expected/client.ts'
import * as make from '../../golden/outputs-for-libraries/expected/factories.ts'
import { createHandlers, handlers } from '../../golden/outputs-for-libraries/expected/msw.ts'

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

describe('a handler with the answer of a test', () => {
  afterEach(() => server.resetHandlers())
  const api = createClient({ baseUrl: 'https://pets.example' })

  test('answers its operation, whatever is asked, and leaves others alone', async () => {
    server.use(handlers.listPets({ status: 400, body: 'Not today' }))
    expect(await api.pets.listPets.result({ query: { limit: 3 } })).toMatchObject({
      status: 400,
      body: 'Not today',
    })
    expect(await api.pets.getPet({ path: { petId: 7 } })).toMatchObject({ name: 'Rex' })
  })

  test('has the example of the document without a body, and its headers', async () => {
    server.use(handlers.getPet({ status: 200, example: 'rose' }))
    const { body, headers } = await api.pets.getPet.result({ path: { petId: 9 } })
    expect(body).toEqual({ id: 1, name: 'Rose' })
    expect(headers.get('x-rate')).toBe('42')
    server.use(handlers.getPet({ status: 404 }))
    expect(await api.pets.getPet.result({ path: { petId: 9 } })).toMatchObject({ status: 404 })
    server.use(handlers.getPet({ status: 200, example: 'nobody' }))
    await expect(fetch('https://pets.example/pets/9').then(({ status }) => status)).resolves.toBe(500)
  })

  test('answers once, from one address, by each request, or with any response', async () => {
    server.use(
      handlers.getPet({ status: 404 }, { once: true }),
      handlers.deletePet(() => Response.json({}, { status: 503 })),
      handlers.createPet(
        async (request) => ({ status: 201, body: make.createPet(await request.json(), { seed: 'own' }) }),
        { baseUrl: 'https://own.example/v1' },
      ),
    )
    expect(await api.pets.getPet.result({ path: { petId: 7 } })).toMatchObject({ status: 404 })
    expect(await api.pets.getPet({ path: { petId: 7 } })).toMatchObject({ name: 'Rex' })
    expect((await fetch('https://pets.example/pets/7', { method: 'DELETE' })).status).toBe(503)
    const own = createClient({ baseUrl: 'https://own.example/v1' })
    const made = await own.pets.createPet({ body: { name: 'Ada' } })
    expect(made).toEqual(make.createPet({ name: 'Ada' }, { seed: 'own' }))
    expect((await api.pets.createPet({ body: { name: 'Bob' } })).name).toBe('Bob')
  })

  test('sends the items of a stream', async () => {
    server.use(handlers.watchPets({ status: 200, body: [{ data: 'one' }, { data: 'two', id: '2' }] }))
    const told: string[] = []
    for await (const { data } of await api.watchPets()) told.push(data)
    expect(told).toEqual(['one', 'two'])
  })

  test('is typed by the documented answers', () => {
    const wrong = () => {
      // @ts-expect-error no such status
      handlers.getPet({ status: 418 })
      // @ts-expect-error not a pet
      handlers.getPet({ status: 200, body: { id: 'seven', name: 'Rex' } })
      // @ts-expect-error a 404 has no body
      handlers.getPet({ status: 404, body: { id: 7, name: 'Rex' } })
    }
    expectTypeOf(wrong).toBeFunction()
  })
})
