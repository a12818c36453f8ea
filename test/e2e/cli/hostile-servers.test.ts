import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { ReportDocument } from '@concordat/contract'
import { afterAll, expect, test } from 'vitest'
import { HANG_MS } from '../../waiting.ts'
import { Project } from './project.ts'

const KEY = 'concordat-key-that-nobody-may-see'
/** Seconds: against hangs. */
const MAX_TIME = `${HANG_MS / 1000}`
const ARGS = [
  ...[
    '--document',
    'openapi.yaml',
    '--max-time',
    MAX_TIME,
    '--budget',
    '6',
    '--timeout',
    '1500',
    '--concurrency',
    '1',
  ],
  ...['--report', 'json=report.json', '--report', 'html=report.html', '--report', 'junit=report.xml'],
]
const FILES = ['report.json', 'report.html', 'report.xml']

/**
 * One operation per kind of hostile response, which every second request gets: a server that never responds
 * properly is a different case.
 */
const documentOf = (count: number): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Hostile', version: '1' },
    security: [{ key: [] }],
    paths: {
      '/calm': { get: { operationId: 'calm', responses: { 200: ANSWERED } } },
      ...Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `/way${index}`,
          {
            get: {
              operationId: `way${index}`,
              parameters: [LIMIT],
              responses: { 200: ANSWERED, 400: ANSWERED },
            },
          },
        ]),
      ),
    },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  })

const LIMIT = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }
const ANSWERED = {
  description: 'An answer',
  content: {
    'application/json': {
      schema: {
        anyOf: [
          { type: 'object' },
          {
            type: 'array',
            items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
          },
        ],
      },
    },
  },
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const JSON_TYPE = { 'content-type': 'application/json' }
const MILLION = 1_000_000

/**
 * Writes for as long as the client reads. A response to HEAD has no body, so nothing would ever stop the
 * writing.
 */
function endlessly(response: ServerResponse, piece: string): void {
  if (response.req.method === 'HEAD') return void response.end()
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write)
  }
  write()
}

/** Writes bytes directly to the connection, including bytes that a Node server would not send. */
const raw =
  (text: string | Buffer, isOpen = false): Answer =>
  (request) => {
    const { socket } = request
    socket.write(text)
    if (!isOpen) socket.end()
  }

const ESCAPES =
  '\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u0085\u202eevil <script>alert(1)</script> </style><img src=x onerror=alert(1)>'

const HOSTILE: Readonly<Record<string, Answer>> = {
  'a body without end': (_, response) =>
    endlessly(response.writeHead(200, JSON_TYPE), `[${'"a",'.repeat(10_000)}`),
  'a stream without end': (_, response) =>
    endlessly(response.writeHead(200, { 'content-type': 'text/event-stream' }), 'data: 1\n\n'.repeat(1000)),
  'a bomb of gzip': (_, response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(GZIP),
  'a bomb of brotli': (_, response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'br' }).end(BROTLI),
  'a coding that the body has not': (_, response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end('{}'),
  'deep JSON': (_, response) =>
    response.writeHead(200, JSON_TYPE).end('['.repeat(200_000) + ']'.repeat(200_000)),
  'deep JSON that is called a problem': (_, response) =>
    response.writeHead(400, { 'content-type': 'application/problem+json' }).end('{"a":'.repeat(200_000)),
  'a million wrong items': (_, response) =>
    response.writeHead(200, JSON_TYPE).end(`[${'{"id":"x"},'.repeat(MILLION / 2)}{}]`),
  'an object of very many members': (_, response) =>
    response
      .writeHead(200, JSON_TYPE)
      .end(`{${Array.from({ length: 300_000 }, (_member, index) => `"m${index}":0`).join()}}`),
  'nothing at all': () => undefined,
  'headers and no body': (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '10' }).flushHeaders()
  },
  'a body that stops': (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('{"a":')
  },
  'a body byte by byte': (_, response) => {
    response.writeHead(200, JSON_TYPE)
    const timer = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(timer))
  },
  'a redirect to itself': ({ url = '' }, response) => response.writeHead(302, { location: url }).end(),
  'a redirect to another host': (_, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:9/stolen' }).end(),
  'a flood of headers': raw(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(50_000)}\r\n{}`),
  'one header of a megabyte': raw(`HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(MILLION)}\r\n\r\n{}`),
  'escapes in a body': (_, response) =>
    response.writeHead(400, { 'content-type': 'text/plain' }).end(ESCAPES),
  'escapes in JSON': (_, response) =>
    response.writeHead(418, JSON_TYPE).end(JSON.stringify({ detail: ESCAPES, [ESCAPES]: 1 })),
  'escapes in headers': raw(
    'HTTP/1.1 200 \u001b[31mOK\r\nx-a: \u001b[2J<script>\r\ncontent-type: application/json\u001b[2J\r\ncontent-length: 2\r\n\r\n{}',
  ),
  'a media type that is none': (_, response) =>
    response.writeHead(200, { 'content-type': ';;;<b>' }).end('{}'),
  'a connection that is closed': ({ socket }) => void socket.destroy(),
  'a body that is cut off': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{}',
  ),
  'more bytes than said': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}{}{}{}HTTP/1.1 200 OK\r\n\r\n',
  ),
  'two lengths': raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} '),
  'a length and chunks': raw(
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  ),
  'chunks that are none': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n',
  ),
  'no UTF-8': (_, response) =>
    response
      .writeHead(200, JSON_TYPE)
      .end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x3a, 0x31, 0x7d])),
  'a flood of 1xx': (_, response) => {
    for (let times = 0; times < 1000; times++) response.writeProcessing()
    response.writeHead(200, JSON_TYPE).end('{}')
  },
  '1xx without end': ({ socket }) => flood(socket),
  'a status that is none': raw('HTTP/1.1 999 What\r\ncontent-length: 2\r\n\r\n{}'),
  'no HTTP': raw('SSH-2.0-OpenSSH_9.9\r\n'),
  'what the key said': ({ headers }, response) =>
    response
      .writeHead(400, { ...JSON_TYPE, 'x-said': String(headers.authorization) })
      .end(JSON.stringify({ you: headers.authorization, hex: Buffer.from(KEY).toString('hex').length })),
}

function flood(socket: Socket): void {
  const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)), 10)
  socket.once('close', () => clearInterval(timer))
}

const GZIP = gzipSync(Buffer.alloc(50_000_000, 0x20))
const BROTLI = brotliCompressSync(Buffer.alloc(50_000_000, 0x20), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
})

const project = new Project(documentOf(Object.keys(HOSTILE).length))
const server = createServer()
afterAll(() => {
  project.remove()
  server.close().closeAllConnections()
})

/** Request count per path. */
const asked = new Map<string, number>()

async function serve(): Promise<string> {
  const ways = Object.values(HOSTILE)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    request.resume().on('error', () => undefined)
    response.on('error', () => undefined)
    const [, way = ''] = /^\/way(\d+)/.exec(request.url ?? '') ?? []
    const times = asked.get(way) ?? 0
    asked.set(way, times + 1)
    const answer = times % 2 === 0 ? ways[Number(way || -1)] : undefined
    if (answer !== undefined) answer(request, response)
    else response.writeHead(200, JSON_TYPE).end(request.method === 'HEAD' ? '' : '{}')
  })
  server.on('connection', (socket) => socket.on('error', () => undefined))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a run before a server that answers in every hostile way ends in a whole report, which tells no key', async () => {
  const { status, stdout, stderr } = await project.concordat(['verify', await serve(), ...ARGS], {
    CONCORDAT_KEY: KEY,
  })
  expect(status, stdout + stderr).toBe(1)
  const [json = '', html = '', xml = ''] = FILES.map((file) =>
    readFileSync(join(project.folder, file), 'utf8'),
  )
  const { defects, operations, ended } = JSON.parse(json) as ReportDocument
  expect([defects, ended]).toEqual([[], undefined])
  for (const [index, name] of Object.keys(HOSTILE).entries()) {
    const { results = [] } = operations.find(({ operationId }) => operationId === `way${index}`) ?? {}
    expect(
      results.map(({ rule }) => rule),
      name,
    ).toContain('conformance')
    expect(asked.get(String(index)), name).toBeGreaterThan(0)
  }
  for (const text of [stdout, stderr, json, html, xml]) expect(text).not.toContain(KEY)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/)
  expect(html).not.toMatch(/<script>alert|<img src=x/)
})
