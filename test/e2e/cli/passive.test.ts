import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createRaw } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ReportDocument } from '@concordat/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Project } from './project.ts'

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: listNotes
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
    post:
      operationId: addNote
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { type: object, required: [id] } } } } }
  /events:
    get:
      operationId: follow
      responses: { '200': { description: ok, content: { text/event-stream: { schema: { type: object } } } } }
`
const SECRET = 'sk-very-secret-1234'

let project: Project
let server: Server
let baseUrl: string
/** Ends the event stream. */
let endEvents: () => void = () => {}

beforeAll(async () => {
  project = new Project(DOCUMENT)
  server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { url } = incoming
      if (url === '/v1/events') {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n')
        endEvents = () => outgoing.end('data: two\n\n')
      } else if (incoming.method === 'POST')
        outgoing
          .writeHead(201, {
            'content-type': 'application/json',
            'x-echo': String(incoming.headers.authorization),
          })
          .end(Buffer.concat(chunks))
      else
        outgoing
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync('[7]'))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
  project.remove()
})

interface Answered {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

function ask(url: string, body?: string, onData: () => void = () => {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' }
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        onData()
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

test('proxy passes all on as it is, streams, and reports on SIGTERM what broke the document', async () => {
  const args = ['proxy', baseUrl, '--document', 'openapi.yaml', '--port', '0', '--report', 'json=proxy.json']
  args.push('--propose', 'proxy.overlay.json')
  const { child, ended } = project.start(args)
  const url = await addressOf(child)
  const direct = await ask(`${baseUrl}/notes`)
  const passed = await ask(`${url}/notes`)
  expect(passed).toMatchObject({ status: 200, body: direct.body })
  expect(passed.headers['content-encoding']).toBe('gzip')
  const echoed = await ask(`${url}/notes`, '{"id":1}')
  expect(echoed).toMatchObject({ status: 201, body: Buffer.from('{"id":1}') })
  expect(echoed.headers['x-echo']).toBe(`Bearer ${SECRET}`)
  // The stream ends only after its first event has arrived.
  const events = await ask(`${url}/events`, undefined, () => endEvents())
  expect(events.body.toString()).toBe('data: one\n\ndata: two\n\n')
  child.kill('SIGTERM')
  const { status, stdout, stderr } = await ended
  expect(status).toBe(1)
  expect(stdout).toContain('conformance')
  expect(stdout).toContain('3 requests')
  expect(stderr).toContain('listNotes: expected /0 must be a string; received 7')
  const overlay = readFileSync(join(project.folder, 'proxy.overlay.json'), 'utf8')
  expect(JSON.parse(overlay).actions).toMatchObject([
    {
      target: "$.paths['/notes'].get.responses['200'].content['application/json'].schema.items",
      update: { type: 'integer' },
      'x-evidence': { seen: 1, of: 1 },
    },
  ])
  expect(stdout + stderr + overlay).not.toContain(SECRET)
})

/** Sends the head of a request exactly as written. @returns everything that the server sends back. */
function askRaw(url: string, line: string, headers: readonly string[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write([line, 'Host: proxied.test', 'Connection: close', ...headers, '', ''].join('\r\n'))
  })
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk
      const found = /Listening on (\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
  })

const proxyArgs = (target: string, report: string) => [
  ...['proxy', target, '--document', 'openapi.yaml', '--port', '0', '--report', `json=${report}`],
]
const reported = (name: string): ReportDocument =>
  JSON.parse(readFileSync(join(project.folder, name), 'utf8'))

test('proxy takes the path of any request target, and refuses one that has none', async () => {
  const { child, ended } = project.start(proxyArgs(baseUrl, 'targets.json'))
  const url = await addressOf(child)
  const status = async (line: string, headers?: string[]) =>
    (await askRaw(url, `${line} HTTP/1.1`, headers)).split('\r\n')[0]
  expect(await status('GET http://other.test/notes')).toBe('HTTP/1.1 200 OK')
  expect(await status('GET HTTP://other.test/v1/notes?all=yes')).toBe('HTTP/1.1 200 OK')
  expect(await status('GET //other.test/notes')).toBe('HTTP/1.1 200 OK')
  expect(await status('GET /%E0%A4%A')).toBe('HTTP/1.1 200 OK')
  const refused = 'HTTP/1.1 400 Bad Request'
  expect(await status('OPTIONS *')).toBe(refused)
  expect(await status('CONNECT other.test:443')).toBe(refused)
  expect(await status('GET http://')).toBe(refused)
  expect(await status('GET *', ['Connection: Upgrade', 'Upgrade: odd'])).toBe(refused)
  child.kill('SIGTERM')
  const { status: code, stderr } = await ended
  expect(code).toBe(1)
  expect(stderr).toContain('GET /v1//other.test/notes')
  expect(reported('targets.json').requests).toBe(4)
})

test('proxy answers in place of a server whose answer is none of HTTP, and goes on', async () => {
  const odd = createRaw((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n')),
  )
  await new Promise<void>((listening) => odd.listen(0, '127.0.0.1', listening))
  const { child, ended } = project.start(
    proxyArgs(`http://127.0.0.1:${(odd.address() as AddressInfo).port}`, 'odd.json'),
  )
  const url = await addressOf(child)
  for (const _ of [1, 2]) expect(await ask(`${url}/notes`)).toMatchObject({ status: 502 })
  child.kill('SIGTERM')
  expect((await ended).status).toBe(1)
  expect(reported('odd.json')).toMatchObject({ requests: 2, totals: { failed: 1 } })
  odd.close()
})

test('proxy reports also when an error comes that nothing caught', async () => {
  project.write('fail.mjs', `process.on('SIGUSR2', () => { throw new Error('a bug of ours') })\n`)
  const failing = `--import=${join(project.folder, 'fail.mjs')}`
  const { child, ended } = project.start(proxyArgs(baseUrl, 'failed.json'), { NODE_OPTIONS: failing })
  await ask(`${await addressOf(child)}/notes`)
  child.kill('SIGUSR2')
  const { status, stderr } = await ended
  expect(status).toBe(3)
  expect(stderr).toContain('a bug of ours')
  expect(reported('failed.json')).toMatchObject({ requests: 1, totals: { failed: 1 } })
})

test('proxy says in an answer of its own that the server gives none', async () => {
  const { child, ended } = project.start([
    'proxy',
    'http://127.0.0.1:9',
    '--document',
    'openapi.yaml',
    '--port',
    '0',
  ])
  const url = await new Promise<string>((resolve) =>
    child.stdout?.on('data', (chunk: Buffer) => resolve(/Listening on (\S+)/.exec(String(chunk))?.[1] ?? '')),
  )
  expect(await ask(`${url}/notes`)).toMatchObject({ status: 502 })
  child.kill('SIGINT')
  expect((await ended).status).toBe(0)
})

test('verify --har judges what was recorded', async () => {
  const entry = (url: string, text: string) => ({
    request: { method: 'GET', url, headers: [{ name: 'Authorization', value: `Bearer ${SECRET}` }] },
    response: {
      status: 200,
      headers: [{ name: ':status', value: '200' }],
      content: { size: text.length, mimeType: 'application/json', text: btoa(text), encoding: 'base64' },
    },
  })
  const entries = [
    entry('https://api.test/notes', '["fine"]'),
    entry('https://api.test/notes', '[7]'),
    entry('https://api.test/metrics', '{}'),
  ]
  project.write('traffic.har', JSON.stringify({ log: { version: '1.2', entries } }))
  const { status, stdout, stderr } = await project.concordat([
    ...['verify', '--har', 'traffic.har', '--document', 'openapi.yaml'],
  ])
  expect(status).toBe(1)
  expect(stdout).toContain('/0 must be a string')
  expect(stderr).toContain('Requests that match no operation in the document (1 of 3):\n  GET /metrics')
  expect(stdout + stderr).not.toContain(SECRET)
  const elsewhere = await project.concordat([
    ...['verify', 'https://other.test', '--har', 'traffic.har', '--document', 'openapi.yaml'],
  ])
  expect(elsewhere.status).toBe(2)
  expect(elsewhere.stderr).toContain(
    'The recorded requests (3) went to https://api.test, not to https://other.test. Fix: ',
  )
})

test('proxy and verify --har reject reports of requests, of which they keep none', async () => {
  const own = ['--document', 'openapi.yaml', '--report']
  const commands = [
    ['proxy', baseUrl, ...own, 'har=own.har'],
    ['verify', '--har', 'traffic.har', ...own, 'http=own.http'],
  ]
  for (const command of commands) {
    const { status, stderr } = await project.concordat(command)
    expect(status).toBe(2)
    expect(stderr).toContain('Formats: html, json, junit, sarif, ctrf, markdown.')
  }
})

test('repair writes an overlay for what was recorded, with which nothing is left to repair', async () => {
  const repair = ['repair', '--har', 'traffic.har', '--document', 'openapi.yaml']
  const first = await project.concordat([...repair, '--json'])
  expect(JSON.parse(first.stdout)).toMatchObject({
    command: 'repair',
    exitCode: 0,
    result: {
      file: 'repair.overlay.yaml',
      differences: [{ side: 'document', certainty: 'possible' }],
      left: [],
      diff: { totals: { error: 1 } },
    },
  })
  const overlay = readFileSync(join(project.folder, 'repair.overlay.yaml'), 'utf8')
  expect(overlay).toContain('- integer')
  expect(overlay + first.stdout + first.stderr).not.toContain(SECRET)
  const second = await project.concordat([...repair, '--overlay', 'repair.overlay.yaml'])
  expect(second.status).toBe(0)
  expect(second.stdout).toContain('Nothing to repair')
  const none = await project.concordat(['repair', baseUrl, '--document', 'openapi.yaml'])
  expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('--propose FILE') })
})
