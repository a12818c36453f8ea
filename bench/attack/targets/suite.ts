import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Target } from '../target.ts'
import { attackProgram, fileIn } from './programs.ts'
import { DOCUMENT } from './server.ts'

const MB = 2 ** 20
const JSON_TYPE = { 'content-type': 'application/json' }

/** Servers that respond in the same way to all requests except HEAD. */
const SERVERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'answers without end': (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(`[${'"a",'.repeat(10_000)}`));
      if (!response.destroyed) response.once('drain', more)
    }
    response.writeHead(200, JSON_TYPE)
    more()
  },
  'brackets nested 500,000 levels deep': (response) =>
    response.writeHead(200, JSON_TYPE).end('['.repeat(500_000)),
  '9 MB of objects': (response) => response.writeHead(200, JSON_TYPE).end(`[${'{},'.repeat(3 * MB)}1]`),
  'gzip that unpacks to 200 MB': (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(BOMB),
  'connections that are closed': (response) => void response.destroy(),
  'a deeply nested filter': (response) =>
    response.writeHead(200, JSON_TYPE).end(`${'{"args":['.repeat(200)}1${'],"op":"and"}'.repeat(200)}`),
}

const BOMB = gzipSync(Buffer.alloc(200 * MB, 0x20))

/** Maximum CPU seconds for a run over the nine operations. */
const MOST_S = 40

export const suite: Target = {
  name: 'suite',
  attack: async (attacking) => {
    for (const [name, answer] of Object.entries(SERVERS)) {
      const server = createServer((request, response) => {
        request.resume().on('error', () => undefined)
        response.on('error', () => undefined)
        if (request.method === 'HEAD') response.end()
        else answer(response)
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const { port } = server.address() as AddressInfo
      const args = [
        ...['verify', `http://127.0.0.1:${port}`, '--document', DOCUMENT, '--disposable', '--budget', '3'],
        ...['--timeout', '2000', '--report', `json=${fileIn(attacking.folder, 'report.json')}`],
      ]
      // Whatever the server does, the suite must not report success.
      await attackProgram(
        'suite',
        { name, args, codes: [1, 2], says: /^Tested \d+ of \d+ operations|does not respond/m, most: MOST_S },
        attacking,
      )
      server.close().closeAllConnections()
    }
  },
}
