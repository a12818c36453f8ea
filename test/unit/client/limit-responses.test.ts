import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import {
  createClient,
  defineOperation,
  limitResponses,
  type Middleware,
  type Operation,
  readItems,
  retry,
} from '@concordat/runtime/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../waiting.ts'
import { json, stubService } from './stub-service.ts'

const MB = 2 ** 20
let url = ''
let isClosed = false
let written = 0

/** The responses never end, or decompress to 30 MB. */
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  if (request.url === '/bomb') {
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(30 * MB, 0x20)))
    return
  }
  response.on('close', () => {
    isClosed = true
  })
  const piece = Buffer.alloc(MB, 0x20)
  const more = (): void => {
    while (!response.destroyed && response.write(piece)) written += 1
    if (!response.destroyed) response.once('drain', more)
  }
  more()
})

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close().closeAllConnections())

const read = (path: string) =>
  defineOperation<Operation<object, { readonly status: 200; readonly body: unknown }>>({
    operationId: 'read',
    method: 'GET',
    path,
    statuses: '200',
  })

describe('limitResponses', () => {
  test('a response without end is read up to the limit, and its connection closed', async () => {
    const client = createClient({ baseUrl: url, middlewares: [limitResponses({ maxBytes: 3 * MB })] })
    await expect(read('/endless')(client, {})).rejects.toMatchObject({
      name: 'SizeError',
      status: 200,
      maxBytes: 3 * MB,
      message: 'GET /endless (read) returned 200 with a body of more than 3145728 bytes',
    })
    await until(() => isClosed)
    expect(written).toBeLessThan(40)
  })

  test('bytes count after decompression, 20 MB by default', async () => {
    const client = createClient({ baseUrl: url, middlewares: [retry(), limitResponses()] })
    await expect(read('/bomb')(client, {})).rejects.toMatchObject({ name: 'SizeError', maxBytes: 20 * MB })
  })

  const stubbed = (middleware: Middleware, answer: Response) => {
    const stub = stubService(answer)
    return createClient({ baseUrl: 'http://a.test', fetch: stub.fetch, middlewares: [middleware] })
  }

  test('a length that is told beforehand is enough', async () => {
    let isCancelled = false
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true
      },
    })
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '11' }
    const client = stubbed(limitResponses({ maxBytes: 10 }), new Response(body, { headers }))
    await expect(read('/a')(client, {})).rejects.toMatchObject({ name: 'SizeError' })
    expect(isCancelled).toBe(true)
  })

  test('what is as long as the limit is read', async () => {
    expect(await read('/a')(stubbed(limitResponses({ maxBytes: 7 }), json([1, 2, 3])), {})).toEqual([1, 2, 3])
  })

  test('a stream may be longer', async () => {
    const follow = defineOperation<
      Operation<object, { readonly status: 200; readonly body: AsyncIterable<unknown> }>
    >(
      {
        operationId: 'follow',
        method: 'GET',
        path: '/lines',
        statuses: '200',
        accept: 'application/jsonl',
        streams: { 'application/jsonl': { format: 'lines' } },
      },
      { read: readItems },
    )
    const answer = new Response('1\n2\n3\n', { headers: { 'content-type': 'application/jsonl' } })
    const items = []
    for await (const item of await follow(stubbed(limitResponses({ maxBytes: 3 }), answer), {}))
      items.push(item)
    expect(items).toEqual([1, 2, 3])
  })
})
