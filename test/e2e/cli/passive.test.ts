import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
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
/** Ends the stream of events. */
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
  const { child, ended } = project.start(args)
  const url = await new Promise<string>((resolve) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk
      const found = /Listening on (\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  const direct = await ask(`${baseUrl}/notes`)
  const passed = await ask(`${url}/notes`)
  expect(passed).toMatchObject({ status: 200, body: direct.body })
  expect(passed.headers['content-encoding']).toBe('gzip')
  const echoed = await ask(`${url}/notes`, '{"id":1}')
  expect(echoed).toMatchObject({ status: 201, body: Buffer.from('{"id":1}') })
  expect(echoed.headers['x-echo']).toBe(`Bearer ${SECRET}`)
  // The stream ends only once its first event has come through.
  const events = await ask(`${url}/events`, undefined, () => endEvents())
  expect(events.body.toString()).toBe('data: one\n\ndata: two\n\n')
  child.kill('SIGTERM')
  const { status, stdout, stderr } = await ended
  expect(status).toBe(1)
  expect(stdout).toContain('conformance')
  expect(stdout).toContain('3 requests')
  expect(stderr).toContain('listNotes: expected /0 must be a string; received 7')
  expect(stdout + stderr).not.toContain(SECRET)
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
  expect(stderr).toContain('1 of 3 requests match no operation of the document:\n  GET /metrics')
  expect(stdout + stderr).not.toContain(SECRET)
  const elsewhere = await project.concordat([
    ...['verify', 'https://other.test', '--har', 'traffic.har', '--document', 'openapi.yaml'],
  ])
  expect(elsewhere.status).toBe(2)
  expect(elsewhere.stderr).toContain('None of the 3 recorded requests is below https://other.test.')
})
