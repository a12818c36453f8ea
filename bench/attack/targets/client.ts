import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startChild } from '../../child.ts'
import type { Attempt } from '../attempt.ts'
import { generateFor } from '../generated.ts'
import { attackServer, PROBE, type Target } from '../target.ts'

const MB = 2 ** 20
const JSON_TYPE = { 'content-type': 'application/json' }
const DOCUMENT = join(import.meta.dirname, '../client.yaml')
const EVENTS = { 'content-type': 'text/event-stream' }

/** Writes a piece again and again, as fast as the other side accepts it. */
function endless(response: ServerResponse, piece: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

/** JSON of objects whose property names all differ: the engine creates a hidden class for each. */
const differing = (objects: number): string => {
  const names = (index: number): string =>
    Array.from({ length: 46 }, (_, name) => `"n${index * 46 + name}":1`).join(',')
  return `[${Array.from({ length: objects }, (_, index) => `{${names(index)}}`).join(',')}]`
}

/** Writes the response to a request. */
type Answer = (response: ServerResponse, request: IncomingMessage) => void

const json =
  (body: string | Buffer, headers = {}): Answer =>
  (response) =>
    response.writeHead(200, { ...JSON_TYPE, ...headers }).end(body)

/** Responds with an empty page whose cursor is different each time. */
const page =
  (cursor: string): Answer =>
  (response) =>
    json(JSON.stringify({ items: [], next_cursor: `${cursor}${performance.now()}` }))(response, response.req)

interface Hostile {
  readonly answer: Answer
  /** CPU seconds that the call may take. Default: 0.6. */
  readonly most?: number
}

/**
 * Responses of a hostile server, by operation and name. The client reads at most 4 MB of a response that is
 * not a stream.
 */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, Hostile>>>> = {
  readValue: {
    endless: {
      answer: (response) => endless(response.writeHead(200, JSON_TYPE), `[${'"a",'.repeat(10_000)}`),
    },
    bomb: { answer: json(gzipSync(Buffer.alloc(200 * MB, 0x20)), { 'content-encoding': 'gzip' }) },
    deep: { answer: json('['.repeat(4 * MB)) },
    objects: { answer: json(`[${'{},'.repeat(MB)}1]`) },
    // 3.6 MB.
    names: { answer: json(differing(6500)), most: 1 },
    text: {
      answer: (response) =>
        endless(response.writeHead(500, { 'content-type': 'text/plain' }), 'a'.repeat(MB)),
    },
    octets: {
      answer: (response) => endless(response.writeHead(200, { 'content-type': 'a/b' }), 'a'.repeat(MB)),
    },
    redirects: { answer: (response) => response.writeHead(307, { location: '?' }).end() },
    silent: { answer: () => undefined },
    closed: { answer: (response) => void response.destroy() },
    later: { answer: (response) => response.writeHead(429, { 'retry-after': '9'.repeat(20) }).end() },
  },
  followEvents: {
    endless: {
      answer: (response) => endless(response.writeHead(200, EVENTS), `data: ${'a'.repeat(MB)}\n`),
      most: 3,
    },
    comments: { answer: (response) => response.writeHead(200, EVENTS).end(':a\n'.repeat(5 * MB)), most: 1.5 },
    // A million events, each of which takes one turn of the caller's loop.
    many: { answer: (response) => response.writeHead(200, EVENTS).end('data:\n\n'.repeat(MB)), most: 4 },
    broken: {
      answer: (response, { headers }) => {
        response.writeHead(200, EVENTS).write('retry: 0\n')
        if (headers['last-event-id'] === undefined) response.write('id: 1\ndata: 1\n\n')
        setTimeout(() => response.destroy(), 10)
      },
    },
  },
  listThings: {
    empty: { answer: page('') },
    long: { answer: page('a'.repeat(10_000)) },
    same: { answer: json(JSON.stringify({ items: [{ id: '1' }], next_cursor: 'a' })) },
  },
}

const FOLDERS: Readonly<Record<string, string>> = {
  value: 'readValue',
  events: 'followEvents',
  pages: 'listThings',
}

const attempts: readonly Attempt[] = Object.entries(ANSWERS).flatMap(([call, byName]) =>
  Object.entries(byName).map(([name, { most = 0.6 }]) => ({
    name: `${call}: ${name}`,
    has: 'key' as const,
    statuses: [200],
    mostProcessor: most,
    make: () => [{ method: 'GET', path: `/${call}/${name}` }],
  })),
)

/** Redirects to another origin, and back. */
const LEAVING: Attempt = {
  name: 'redirects to another origin',
  has: 'key',
  statuses: [200],
  make: () => [{ method: 'GET', path: '/readValue/elsewhere' }],
}

async function listen(answer: Answer): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('error', () => undefined)
    response.on('error', () => undefined)
    answer(response, request)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

export const client: Target = {
  name: 'client',
  attack: async ({ folder, signal, onRow }) => {
    let keys = 0
    const other = await listen((response, { headers }) => {
      if (headers['x-key'] !== undefined) keys += 1
      json('1')(response, response.req)
    })
    const server = await listen((response, request) => {
      const [, path = '', name = ''] = /^\/(\w+)\/(\w+)/.exec(request.url ?? '') ?? []
      if (name === 'elsewhere') response.writeHead(307, { location: originOf(other) }).end()
      else ANSWERS[FOLDERS[path] ?? '']?.[name]?.answer(response, request)
    })
    const script = await generateFor({ script: 'client.mjs', document: DOCUMENT, outputs: 'client' }, signal)
    const child = await startChild({
      command: [script],
      log: join(folder, 'client.log'),
      preload: PROBE,
      env: { SERVER: originOf(server) },
      signal,
    })
    try {
      await attackServer({ child, target: 'client' }, attempts, onRow)
      await attackServer({ child, target: 'client' }, [LEAVING], (row) =>
        onRow(keys === 0 ? row : { ...row, wrong: [...row.wrong, `${keys} keys arrived there`] }),
      )
    } finally {
      await child.stop()
      for (const each of [server, other]) each.close().closeAllConnections()
    }
  },
}
