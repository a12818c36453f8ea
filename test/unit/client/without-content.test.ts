import { ApiError, ParseError } from '@concordat/runtime/client'
import { expect, test } from 'vitest'
import { createClient } from '../../golden/responses-without-content/expected/client.ts'
import { createApp, type Handlers } from '../../golden/responses-without-content/expected/server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const clientOf = (fetch: (request: Request) => Promise<Response>) =>
  createClient({ baseUrl: 'http://a.test', fetch })
const answering = (status: number, headers: Record<string, string> = JSON_TYPE) =>
  clientOf(async () => new Response(null, { status, headers }))

test.each([[JSON_TYPE], [{}]])(
  'a success without the body that the document has is an error: %j',
  async (headers) => {
    await expect(answering(200, headers).empty()).rejects.toThrow(ParseError)
    await expect(answering(200, headers).empty.result()).rejects.toThrow(
      'returned 200 with an unreadable body',
    )
  },
)

test('other answers may be empty: an accepted one without content, a failure, an undocumented status', async () => {
  expect(await answering(202).empty()).toBeUndefined()
  await expect(answering(404).empty()).rejects.toMatchObject({
    name: 'ApiError',
    status: 404,
    body: undefined,
  })
  await expect(answering(201).empty()).rejects.toThrow(ApiError)
  expect(await answering(204).none()).toBeUndefined()
  expect(await answering(200).headed()).toBeUndefined()
})

test('a handler gives no body where HTTP has none, and its answer is held against the rest', async () => {
  const told: unknown[] = []
  const handlers: Handlers = {
    headed: () => ({ status: 200 }),
    headedTwice: () => ({ status: 200, mediaType: 'text/csv' }),
    none: () => ({ status: 204 }),
    empty: () => ({ status: 202 }),
  }
  const app = createApp({
    handlers,
    validateResponses: 'throw',
    problemResponse: () => ({ body: {} }),
    onError: (error) => told.push(error),
  })
  const api = clientOf((request) => app(request))
  expect(await api.headed()).toBeUndefined()
  expect(await api.headedTwice.result()).toMatchObject({
    status: 200,
    mediaType: 'text/csv',
    body: undefined,
  })
  expect(await api.none()).toBeUndefined()
  expect(await api.empty()).toBeUndefined()
  expect(told).toEqual([])
})
