import { type RunningServer, serve } from '@concordat/runtime/server/node'
import { afterEach, describe, expect, test } from 'vitest'
import { MOST_CHUNKS } from '../../../runtime/server/node-http/limit-chunks.ts'
import { appOf, documentOf } from './echo-app.ts'
import { raw } from './raw.ts'

const running: RunningServer[] = []
afterEach(() => Promise.all(running.splice(0).map((server) => server.close(0))))

const content = { 'application/json': {}, 'application/x-ndjson': { stream: { format: 'lines' } } } as const

const document = documentOf([
  { path: '/whole', method: 'POST', requestBody: { required: true, content } },
  { path: '/items', method: 'POST', requestBody: { required: true, content } },
])

const handlers = {
  operation0: () => ({ status: 200, body: 'taken' }),
  operation1: async ({ body }: { readonly body: AsyncIterable<unknown> }) => {
    for await (const _ of body);
    return { status: 200, body: 'taken' }
  },
}

/** The head and the body of the answers to requests of one connection. */
async function ask(...requests: readonly string[]): Promise<string> {
  const server = await serve(appOf(document, { handlers, validateResponses: 'off' }))
  running.push(server)
  return raw(server.port, requests.join(''))
}

const headOf = (path: string, mediaType: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${mediaType}\r\nTransfer-Encoding: chunked\r\n`

/** A request with a body of spaces and one number, in chunks of one length. */
function chunked(
  path: string,
  { count, length = 1 }: { readonly count: number; readonly length?: number },
): string {
  const mediaType = path === '/items' ? 'application/x-ndjson' : 'application/json'
  const size = length.toString(16)
  const spaces = `${size}\r\n${' '.repeat(length)}\r\n`.repeat(count - 1)
  return `${headOf(path, mediaType)}Connection: close\r\n\r\n${spaces}${size}\r\n${'1'.padEnd(length)}\r\n0\r\n\r\n`
}

describe('a body in chunks', () => {
  test.each(['/whole', '/items'])('is refused if they are many and short: %s', async (path) => {
    const answer = await ask(chunked(path, { count: 100 * MOST_CHUNKS }))
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain(`more than ${MOST_CHUNKS} chunks`)
  })

  test.each(['/whole', '/items'])('is taken if they are few: %s', async (path) => {
    expect(await ask(chunked(path, { count: MOST_CHUNKS }))).toMatch(/^HTTP\/1.1 200 /)
  })

  test.each(['/whole', '/items'])('is taken if they are many and not short: %s', async (path) => {
    expect(await ask(chunked(path, { count: 3 * MOST_CHUNKS, length: 32 }))).toMatch(/^HTTP\/1.1 200 /)
  })

  test('that nobody reads ends its connection', async () => {
    const kept = chunked('/none', { count: 100 * MOST_CHUNKS }).replace('Connection: close\r\n', '')
    const answer = await ask(kept, chunked('/none', { count: 1 }))
    expect(answer.match(/HTTP\/1.1 404 /g)).toHaveLength(1)
  })
})
