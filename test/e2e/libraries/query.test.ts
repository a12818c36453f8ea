import { createMock } from '@concordat/mock'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, expectTypeOf, test } from 'vitest'
import { createClient } from '../../golden/outputs-for-libraries/expected/client.ts'
import { document } from '../../golden/outputs-for-libraries/expected/operations.ts'
import {
  createPetMutation,
  deletePetMutation,
  getPetQuery,
  healthQuery,
  listPetsInfiniteQuery,
  listPetsQuery,
  petsQueries,
} from '../../golden/outputs-for-libraries/expected/query.ts'
import type { Pet } from '../../golden/outputs-for-libraries/expected/types.ts'
import { createClient as createFiles } from '../../golden/query-keys-tagged/expected/client.ts'
import { getFileQuery, listFilesInfiniteQuery } from '../../golden/query-keys-tagged/expected/query.ts'
import type { File } from '../../golden/query-keys-tagged/expected/types.ts'

const pets = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name: `Pet ${index + 1}` }))

function service() {
  const asked: string[] = []
  const mock = createMock(document, { data: { '/pets': pets } })
  const { client } = createClient({
    baseUrl: 'http://pets.test',
    fetch: (request: Request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`)
      return mock(request)
    },
  })
  return {
    asked,
    client,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } }),
  }
}

test('a query has the type of the answer, is kept by operation and request, and asked once', async () => {
  const { asked, client, queries } = service()
  const pet = await queries.fetchQuery(getPetQuery(client, { path: { petId: 2 } }))
  expectTypeOf(pet).toEqualTypeOf<Pet>()
  expect(pet.name).toBe('Pet 2')
  await queries.fetchQuery(getPetQuery(client, { path: { petId: 2 } }))
  await queries.fetchQuery(getPetQuery(client, { path: { petId: 3 } }))
  expect(asked).toEqual(['GET /pets/2', 'GET /pets/3'])
  expect(queries.getQueryData(['getPet', { path: { petId: 2 } }])).toEqual(pet)
  await expect(queries.fetchQuery(getPetQuery(client, { path: { petId: 99 } }))).rejects.toThrow('404')
})

test('an answer without content is null, as no query may hold undefined', async () => {
  const { client, queries } = service()
  const answer = await queries.fetchQuery(healthQuery(client))
  expectTypeOf(answer).toEqualTypeOf<null>()
  expect(answer).toBeNull()
})

test('all pages of a list are walked, each by what the one before says', async () => {
  const { asked, client, queries } = service()
  const options = listPetsInfiniteQuery(client, { query: { limit: 2 } })
  const { pages } = await queries.fetchInfiniteQuery({ ...options, pages: 9 })
  expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual([1, 2, 3, 4, 5])
  expect(asked).toEqual(['GET /pets?limit=2', 'GET /pets?limit=2&offset=2', 'GET /pets?limit=2&offset=4'])
})

test('a mutation sends its request, and one key makes all queries of an operation stale', async () => {
  const { asked, client, queries } = service()
  await queries.fetchQuery(listPetsQuery(client))
  const make = new MutationObserver(queries, {
    ...createPetMutation(client),
    onSuccess: () => queries.invalidateQueries({ queryKey: listPetsQuery.key }),
  })
  const made = await make.mutate({ body: { name: 'Rex' } })
  expectTypeOf(made).toEqualTypeOf<Pet>()
  expect(made.name).toBe('Rex')
  const { count } = await queries.fetchQuery(listPetsQuery(client))
  expect(count).toBe(6)
  await new MutationObserver(queries, deletePetMutation(client)).mutate({ path: { petId: made.id } })
  expect(asked).toEqual(['GET /pets', 'POST /pets', 'GET /pets', `DELETE /pets/${made.id}`])
})

test('a query that nobody waits for is aborted', async () => {
  const { queries } = service()
  let signal: AbortSignal | undefined
  const { client } = createClient({
    baseUrl: 'http://pets.test',
    fetch: (request: Request) => {
      signal = request.signal
      return new Promise<Response>((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      )
    },
  })
  const options = getPetQuery(client, { path: { petId: 1 } })
  const asked = queries.fetchQuery(options).catch((error: Error) => error)
  await new Promise((resolve) => setTimeout(resolve))
  await queries.cancelQueries({ queryKey: options.queryKey })
  expect(await asked).toBeInstanceOf(Error)
  expect(signal?.aborted).toBe(true)
})

test('a key has the request as it is in JSON, which knows no bigint, and tells dates apart', async () => {
  const { client } = createFiles({
    baseUrl: 'http://files.test',
    fetch: async () => Response.json({ name: 'a' }),
  })
  const queries = new QueryClient()
  const at = (time: string) => getFileQuery(client, { query: { at: 5n, since: new Date(time) } })
  const first = at('2026-01-01T00:00:00Z')
  const second = at('2026-01-02T00:00:00Z')
  expect(await queries.fetchQuery(first)).toEqual({ name: 'a' })
  await queries.fetchQuery(second)
  expect(first.queryKey).toEqual(['getFile', { query: { at: '5', since: '2026-01-01T00:00:00.000Z' } }])
  queries.removeQueries({ queryKey: first.queryKey })
  expect(queries.getQueryData(first.queryKey)).toBeUndefined()
  expect(queries.getQueryData(second.queryKey)?.name).toBe('a')
})

test('a tagged key tells the data that it leads to', () => {
  const { client } = createFiles({ baseUrl: 'http://files.test' })
  const queries = new QueryClient()
  const { queryKey } = getFileQuery(client)
  expectTypeOf(queries.getQueryData(queryKey)).toEqualTypeOf<File | undefined>()
  queries.setQueryData(queryKey, { name: 'b' })
  // @ts-expect-error a file is not a number
  queries.setQueryData(queryKey, 5)
  const pages = queries.getQueryData(listFilesInfiniteQuery(client).queryKey)
  expectTypeOf(pages?.pages[0]?.files).toEqualTypeOf<File[] | undefined>()
  expect(queries.getQueryData(queryKey)).toBe(5)
})

test('the filter of a tag makes all its queries stale, and no others', async () => {
  const { asked, client, queries } = service()
  const load = async () => {
    await queries.fetchQuery(listPetsQuery(client))
    await queries.fetchQuery(getPetQuery(client, { path: { petId: 2 } }))
    await queries.fetchQuery(healthQuery(client))
  }
  await load()
  await queries.invalidateQueries(petsQueries)
  await load()
  expect(asked).toEqual(['GET /pets', 'GET /pets/2', 'GET /health', 'GET /pets', 'GET /pets/2'])
})
