import {
  type ClientOperation,
  createClient,
  deadline,
  defineOperation,
  type Operation,
  readItems,
  writeItems,
} from '@concordat/runtime/client'
import type { MediaTypeDescriptor } from '@concordat/runtime/http'
import { serve } from '@concordat/runtime/server/node'
import { afterEach, describe, expect, test } from 'vitest'
import { appOf, documentOf, type Handlers } from '../server/echo-app.ts'

const SHOWN: MediaTypeDescriptor = {
  schema: { type: 'object', required: ['words'], properties: { words: { type: 'integer' } } },
  stream: { format: 'parts', parts: 'json' },
}
const PICTURES: MediaTypeDescriptor = {
  schema: { type: 'string', format: 'binary' },
  stream: { format: 'parts', parts: 'files' },
  itemEncoding: { contentType: 'image/png' },
}

const CLIENT: ClientOperation = {
  operationId: 'look',
  method: 'POST',
  path: '/look',
  statuses: '200',
  accept: 'multipart/mixed',
  body: { content: { 'multipart/mixed': { stream: PICTURES.stream ?? { format: 'parts' } } } },
  streams: { 'multipart/mixed': { format: 'parts', parts: 'json' } },
}

type Shown = { readonly words: number }
type Look = Operation<
  { readonly body: AsyncIterable<Blob> | Blob[] },
  { readonly status: 200; readonly body: AsyncIterable<Shown> }
>
const look = defineOperation<Look>(CLIENT, { read: readItems, body: writeItems, deadline })

const ends: (() => Promise<void>)[] = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

type Handler = (request: { readonly body: AsyncIterable<Blob> }) => AsyncIterable<unknown>

/** Returns a client of a server on a port, so that nothing is passed on in one piece. */
async function clientOf(handler: Handler) {
  const document = documentOf([
    {
      path: '/look',
      method: 'POST',
      requestBody: { required: true, content: { 'multipart/mixed': PICTURES } },
      responses: { 200: { content: { 'multipart/mixed': SHOWN } } },
    },
  ])
  const handlers = {
    operation0: (request: { readonly body: AsyncIterable<Blob> }) => ({
      status: 200,
      body: handler(request),
    }),
  }
  const app = appOf(document, {
    handlers: handlers as unknown as Handlers,
    validateResponses: 'throw',
    onError: () => {},
  })
  const server = await serve(app)
  ends.push(() => server.close(0))
  return createClient({ baseUrl: server.url })
}

async function collect(items: AsyncIterable<Shown>): Promise<Shown[]> {
  const found: Shown[] = []
  for await (const item of items) found.push(item)
  return found
}

function picture(text: string): Blob {
  return new Blob([text], { type: 'image/png' })
}

describe('parts one by one, between a client and a server', () => {
  test('each picture is answered before the next one is sent', async () => {
    const client = await clientOf(async function* ({ body }) {
      for await (const blob of body) yield { words: blob.size }
    })
    const answered: number[] = []
    let answer = Promise.withResolvers<void>()
    async function* pictures() {
      for (const text of ['one', 'three', '']) {
        yield picture(text)
        await answer.promise
        answer = Promise.withResolvers()
      }
    }
    for await (const { words } of await look(client, { body: pictures() })) {
      answered.push(words)
      answer.resolve()
    }
    expect(answered).toEqual([3, 5, 0])
  })

  test('a list is sent at once, with its boundary', async () => {
    const client = await clientOf(async function* ({ body }) {
      for await (const blob of body) yield { words: blob.size }
    })
    const items = await look(client, { body: [picture('ab'), picture('')] })
    expect(await collect(items)).toEqual([{ words: 2 }, { words: 0 }])
  })

  test('no part at all', async () => {
    const client = await clientOf(async function* ({ body }) {
      for await (const blob of body) yield { words: blob.size }
    })
    expect(await collect(await look(client, { body: [] }))).toEqual([])
  })

  test('an item that breaks its schema breaks the answer off, behind those before it', async () => {
    const { promise: seen, resolve: see } = Promise.withResolvers<void>()
    const client = await clientOf(async function* () {
      yield { words: 1 }
      await seen
      yield { words: 'two' }
    })
    const items = (await look(client, { body: [picture('a')] }))[Symbol.asyncIterator]()
    expect(await items.next()).toEqual({ done: false, value: { words: 1 } })
    see()
    await expect(items.next()).rejects.toThrow()
  })

  test('who stops reading ends the handler', async () => {
    const { promise: end, resolve: ended } = Promise.withResolvers<void>()
    const client = await clientOf(async function* () {
      try {
        for (let words = 0; ; words++) yield { words }
      } finally {
        ended()
      }
    })
    for await (const { words } of await look(client, { body: [] })) if (words === 2) break
    await end
  })
})
