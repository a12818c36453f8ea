import { createMock } from '@concordat/mock'
import { type RunningServer, serve } from '@concordat/runtime/server/node'
import axios from 'axios'
import ky from 'ky'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, getPet } from '../../golden/outputs-for-libraries/expected/client.ts'
import { document } from '../../golden/outputs-for-libraries/expected/operations.ts'

const pets = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name: `Pet ${index + 1}` }))
let server: RunningServer
const asked: Request[] = []
beforeAll(async () => {
  const mock = createMock(document, { data: { '/pets': pets } })
  server = await serve((request) => {
    asked.push(request)
    return mock(request)
  })
})
afterAll(() => server.close())

const own = axios.create({ headers: { 'x-by': 'axios' } })

/** The recipes of docs/client.md. */
const RECIPES = {
  axios: async (request: Request) => {
    const { status, headers, data } = await own.request<ArrayBuffer>({
      url: request.url,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      data: request.body && (await request.arrayBuffer()),
      responseType: 'arraybuffer',
      signal: request.signal,
      validateStatus: null,
    })
    const isEmpty = data.byteLength === 0
    return new Response(isEmpty ? null : data, {
      status,
      headers: Object.entries(headers).map(([name, value]) => [name, `${value}`]),
    })
  },
  ky: ky.create({ headers: { 'x-by': 'ky' }, throwHttpErrors: false, retry: 0 }),
}

describe.each(['axios', 'ky'] as const)('a client that sends by %s', (name) => {
  const api = () => createClient({ baseUrl: server.url, fetch: RECIPES[name] })

  test('writes, reads, and walks a list', async () => {
    const { id } = await api().pets.createPet({ body: { name: 'Ünal' } })
    expect(await api().pets.getPet({ path: { petId: id } })).toMatchObject({ name: 'Ünal' })
    expect(asked.at(-1)?.headers.get('x-by')).toBe(name)
    await api().pets.deletePet({ path: { petId: id } })
    const names = []
    for await (const pet of api().pets.listPets.items({ query: { limit: 2 } })) names.push(pet.name)
    expect(names).toEqual(pets.map((pet) => pet.name))
  })

  test('tells a documented failure, and one of the connection', async () => {
    const failed = await api()
      .pets.getPet({ path: { petId: 99 } })
      .catch((error: unknown) => error)
    expect(getPet.isError(failed) && failed.status).toBe(404)
    const away = createClient({ baseUrl: 'http://127.0.0.1:1', fetch: RECIPES[name] })
    await expect(away.pets.getPet({ path: { petId: 1 } })).rejects.toMatchObject({ name: 'NetworkError' })
  })

  test('is aborted', async () => {
    const call = api().pets.listPets({}, { signal: AbortSignal.abort(new Error('No more')) })
    await expect(call).rejects.toThrow()
  })
})
