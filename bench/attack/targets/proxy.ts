import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startChild } from '../../child.ts'
import { type Attempt, sendRaw, type Tried } from '../attempt.ts'
import { mutated } from '../mutated.ts'
import { attackServer, CLI, PROBE, type Target } from '../target.ts'
import { Watched } from '../watch.ts'
import { DOCUMENT } from './server.ts'

const MB = 2 ** 20
const MUTATED = 1000

/** Responses of a hostile server, by the id of a thing. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  long: (response) => response.end(`"${'a'.repeat(100 * MB)}"`),
  deep: (response) => response.end('['.repeat(15 * MB)),
  names: (response) =>
    response.end(`{${Array.from({ length: 900_000 }, (_, index) => `"${index}":1`).join(',')}}`),
  items: (response) => response.end(`[${'{},'.repeat(5_000_000)}1]`),
  bomb: (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(200 * MB))),
  nothing: (response) => response.destroy(),
}

const attempts: readonly Attempt[] = [
  ...Object.keys(ANSWERS).map((name) => ({
    name: `an answer: ${name}`,
    // Whoever starts a proxy also chooses its server, so the server's responses count as those of a key
    // holder.
    has: 'key' as const,
    statuses: name === 'nothing' ? [502] : [200],
    // The attack is in the response, which passes through the proxy and is validated.
    make: () => [{ method: 'GET', path: `/things/${name}` }],
  })),
  {
    name: 'requests with mistakes',
    // Covers two messages for each request, and their validation.
    mostProcessor: 4,
    statuses: [200, 400, 413, 431, 502],
    make: () => mutated(MUTATED, 1),
  },
]

/** Requests with unusual targets or contradictory headers, as raw bytes. */
const RAW = [
  'GET http://other.example/things HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET http:// HTTP/1.1\r\nhost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET //things HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /\\..\\ HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /%zz HTTP/1.1\r\nhost: a\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
]

async function sendEach(url: string): Promise<Tried> {
  const wrong = new Set<string>()
  for (const bytes of RAW) {
    const status = await sendRaw(url, bytes)
    if (status === 'no answer') wrong.add(`${bytes.slice(0, 30)}: ${status}`)
  }
  return { tried: RAW.length, wrong: [...wrong], megabytes: 0 }
}

export const proxy: Target = {
  name: 'proxy',
  attack: async ({ folder, signal, onRow }) => {
    const upstream = createServer((request, response) => {
      request.resume().on('error', () => undefined)
      response.setHeader('content-type', 'application/json')
      const [, name = ''] = /^\/things\/(\w+)/.exec(request.url ?? '') ?? []
      const answer = Object.hasOwn(ANSWERS, name) ? ANSWERS[name] : undefined
      if (answer === undefined) response.end('{}')
      else answer(response)
    })
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening))
    const { port } = upstream.address() as AddressInfo
    const child = await startChild({
      command: [CLI, 'proxy', `http://127.0.0.1:${port}`, '--document', DOCUMENT, '--port', '0'],
      log: join(folder, 'proxy.log'),
      preload: PROBE,
      signal,
    })
    try {
      await attackServer({ child, target: 'proxy' }, attempts, onRow)
      const { result, ...seen } = await new Watched(child.process).during(() => sendEach(child.url))
      onRow({
        target: 'proxy',
        name: 'targets that are not paths',
        has: 'nothing',
        ...result,
        ...seen,
        mostProcessor: 1,
      })
    } finally {
      await child.stop()
      upstream.close().closeAllConnections()
    }
  },
}
