import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createClient,
  defineOperation,
  downloadProgress,
  type Operation,
  type Progress,
  uploadProgress,
  writeBody,
} from '@concordat/runtime/client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

type Answer = { readonly status: 200; readonly body: Blob }

const upload = defineOperation<Operation<{ readonly body: Blob | ReadableStream }, Answer>>(
  {
    operationId: 'upload',
    method: 'POST',
    path: '/files',
    statuses: '200',
    accept: 'application/octet-stream',
    body: { content: { 'application/octet-stream': {} } },
  },
  { body: writeBody },
)

/** Echoes the request body. It closes no idle connection, because a busy machine might be about to use it. */
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  void readAll(request).then((body) => {
    response.setHeader('Content-Type', 'application/octet-stream').setHeader('Content-Length', body.length)
    response.end(body)
  })
})

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

const SIZE = 3_000_000
const file = new Blob([new Uint8Array(SIZE).fill(7)])

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

const connect = () => createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

function checkSteps(seen: readonly Progress[], total: number | undefined): void {
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.every(({ bytes }, index) => bytes > (seen[index - 1]?.bytes ?? 0))).toBe(true)
  expect(seen.at(-1)).toEqual({ bytes: SIZE, total })
}

describe('progress', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('of an upload and of a download', async () => {
    const up: Progress[] = []
    const down: Progress[] = []
    const middlewares = [
      uploadProgress((progress) => up.push(progress)),
      downloadProgress((progress) => down.push(progress)),
    ]
    const answer = await upload(connect(), { body: file }, { middlewares })
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(SIZE).fill(7))
    checkSteps(up, SIZE)
    checkSteps(down, SIZE)
  })

  test('of a stream, whose length nobody knows', async () => {
    const up: Progress[] = []
    const middlewares = [uploadProgress((progress) => up.push(progress))]
    await upload(connect(), { body: file.stream() }, { middlewares })
    checkSteps(up, undefined)
  })

  test('a platform that does not send streams tells the end', async () => {
    const platform = globalThis.Request
    /** Converts a stream as browsers without support for request streams do. */
    vi.stubGlobal(
      'Request',
      class extends platform {
        constructor(input: string | Request, init: RequestInit = {}) {
          const { method = 'GET', body } = init
          super(input, body instanceof ReadableStream ? { method, body: String(body) } : init)
        }
      },
    )
    const up: Progress[] = []
    const middlewares = [uploadProgress((progress) => up.push(progress))]
    const answer = await upload(connect(), { body: file }, { middlewares })
    expect(answer.size).toBe(SIZE)
    expect(up).toEqual([{ bytes: SIZE, total: SIZE }])
  })
})
