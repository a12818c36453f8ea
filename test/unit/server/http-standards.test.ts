import type { DocumentDescriptor } from '@concordat/runtime/http'
import { type RunningServer, serve } from '@concordat/runtime/server/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appOf, documentOf } from './echo-app.ts'
import { raw } from './raw.ts'

const JSON_BODY = { content: { 'application/json': {} } }

const DOCUMENT: DocumentDescriptor = documentOf(
  [
    { operationId: 'list', path: '/items', responses: { 200: JSON_BODY } },
    {
      operationId: 'create',
      method: 'POST',
      path: '/items',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', required: ['name'] } } },
      },
      responses: { 201: JSON_BODY },
    },
    { operationId: 'remove', method: 'DELETE', path: '/items', responses: { 204: {} } },
    {
      operationId: 'page',
      path: '/page',
      responses: {
        200: { content: { 'application/json': {}, 'text/plain': { schema: { type: 'string' } } } },
      },
    },
    {
      operationId: 'secret',
      path: '/secret',
      security: [{ token: [] }],
      responses: { 200: JSON_BODY },
    },
  ],
  { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
)

const app = appOf(DOCUMENT, {
  handlers: {
    list: () => ({ status: 200, body: [] }),
    create: ({ body }: { readonly body: unknown }) => ({ status: 201, body }),
    remove: () => ({ status: 204 }),
    page: () => ({ status: 200, contentType: 'application/json', body: {} }),
  },
  validateResponses: 'off',
  authenticate: async ({ credential }: { readonly credential: string }) =>
    credential === 'key' ? { principal: 'somebody', scopes: [] } : undefined,
})

let server: RunningServer
beforeAll(async () => {
  server = await serve(app)
})
afterAll(() => server.close(0))

/** A final response, with fields of the same name joined. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Parses the final responses on a connection, in order. @param methods the requests' methods, which determine
 * whether content follows.
 */
function answersOf(text: string, methods: readonly string[]): readonly Answer[] {
  const answers: Answer[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    expect(end, `no head in ${JSON.stringify(rest.slice(0, 200))}`).toBeGreaterThan(0)
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    rest = rest.slice(end + 4)
    if (status < 200) continue
    const headers: Record<string, string> = {}
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
      const key = name.toLowerCase()
      headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`
    }
    const method = methods[answers.length] ?? 'GET'
    const hasContent = method !== 'HEAD' && status !== 204 && status !== 304
    const [body, after] = hasContent ? contentOf(rest, headers) : ['', rest]
    answers.push({ status, headers, body })
    rest = after
  }
  return answers
}

function contentOf(text: string, headers: Answer['headers']): readonly [string, string] {
  if (headers['transfer-encoding'] === 'chunked') {
    let [body, rest] = ['', text]
    for (;;) {
      const [line = '', size = ''] = /^([\da-f]+)[^\r\n]*\r\n/i.exec(rest) ?? []
      const length = Number.parseInt(size, 16)
      body += rest.slice(line.length, line.length + length)
      rest = rest.slice(line.length + length + 2)
      if (length === 0) return [body, rest]
    }
  }
  const length = headers['content-length']
  return length === undefined ? [text, ''] : [text.slice(0, Number(length)), text.slice(Number(length))]
}

/** Sends lines unchanged, joined by CR LF. */
async function ask(...lines: readonly string[]): Promise<readonly Answer[]> {
  const text = lines.join('\r\n')
  const methods = [...text.matchAll(/^([A-Z]+) \S+ HTTP\/\d\.\d$/gm)].map(([, method = '']) => method)
  return answersOf(await raw(server.port, text), methods)
}

const HOST = 'Host: example.com'
const CLOSE = 'Connection: close'
const END = ['', '']

/** Sends one request without content, after which the connection is closed. */
const plain = (line: string, ...headers: readonly string[]) => ask(line, HOST, ...headers, CLOSE, ...END)

const post = (body: string, ...headers: readonly string[]) =>
  ask('POST /items HTTP/1.1', HOST, CLOSE, ...headers, '', body)
const json = (body: string, ...headers: readonly string[]) =>
  post(body, `Content-Length: ${body.length}`, ...headers)

/** A requirement for servers, its section, and a function that demonstrates it. */
type Requirement = readonly [section: string, requirement: string, show: () => Promise<void>]

const isStatus = async (answers: Promise<readonly Answer[]>, ...expected: readonly number[]) =>
  expect((await answers).map(({ status }) => status)).toEqual(expected)

const methodsOf = (answer: Answer | undefined) => answer?.headers['allow']?.split(', ').toSorted()

const RFC_9112: readonly Requirement[] = [
  [
    '2.2',
    'an empty line before a request is ignored',
    () => isStatus(ask('', 'GET /items HTTP/1.1', HOST, CLOSE, ...END), 200),
  ],
  [
    '2.2',
    'whitespace before the first field is refused',
    () => isStatus(ask('GET /items HTTP/1.1', ` ${HOST}`, CLOSE, ...END), 400),
  ],
  ['3', 'a request line that is none is refused', () => isStatus(ask('GET', HOST, CLOSE, ...END), 400)],
  [
    '3.2',
    'a request without a Host is refused',
    () => isStatus(ask('GET /items HTTP/1.1', CLOSE, ...END), 400),
  ],
  ['3.2', 'two Hosts are refused', () => isStatus(plain('GET /items HTTP/1.1', 'Host: other.example'), 400)],
  [
    '3.2.2',
    'a target in absolute form is taken',
    () => isStatus(plain('GET http://example.com/items HTTP/1.1'), 200),
  ],
  [
    '5.1',
    'whitespace between name and colon is refused',
    () => isStatus(plain('GET /items HTTP/1.1', 'Accept : */*'), 400),
  ],
  [
    '5.2',
    'a folded field is refused, or read as one line',
    async () => {
      const [answer] = await plain('GET /items HTTP/1.1', 'X-A: a', ' b')
      expect([200, 400]).toContain(answer?.status)
    },
  ],
  [
    '6.1',
    'Transfer-Encoding beside Content-Length ends the connection',
    () =>
      isStatus(
        ask(
          'POST /items HTTP/1.1',
          HOST,
          'Content-Type: application/json',
          'Content-Length: 5',
          'Transfer-Encoding: chunked',
          '',
          '0',
          '',
          'GET /items HTTP/1.1',
          HOST,
          CLOSE,
          ...END,
        ),
        400,
      ),
  ],
  [
    '6.1',
    'a transfer coding that is not understood is refused',
    async () => {
      const [answer] = await post('x', 'Content-Type: application/json', 'Transfer-Encoding: gzip')
      expect([400, 501]).toContain(answer?.status)
    },
  ],
  [
    '6.3',
    'a Content-Length that is no number is refused',
    () => isStatus(post('{}', 'Content-Type: application/json', 'Content-Length: 2a'), 400),
  ],
  [
    '6.3',
    'two different Content-Lengths are refused',
    () =>
      isStatus(post('{}', 'Content-Type: application/json', 'Content-Length: 2', 'Content-Length: 3'), 400),
  ],
  [
    '7.1',
    'chunks are joined, their extensions and trailers left aside',
    async () => {
      const chunks = ['5;a="b"', '{"nam', '8', 'e":"a"}  ', '0', 'X-Trailer: 1', '', '']
      const [answer] = await post(
        chunks.join('\r\n').replace('e":"a"}  ', 'e":"a"} '),
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      )
      expect([answer?.status, answer?.body]).toEqual([201, '{"name":"a"}'])
    },
  ],
  [
    '9.3',
    'a connection goes on, and answers come in the order of the requests',
    () =>
      isStatus(
        ask(
          ...['GET /items HTTP/1.1', HOST, ''],
          ...['GET /nowhere HTTP/1.1', HOST, ''],
          ...['DELETE /items HTTP/1.1', HOST, CLOSE, ...END],
        ),
        ...[200, 404, 204],
      ),
  ],
  [
    '9.3',
    'a request of HTTP/1.0 ends the connection',
    async () => {
      const [answer, ...more] = await ask('GET /items HTTP/1.0', HOST, ...END)
      expect([answer?.status, more]).toEqual([200, []])
    },
  ],
]

const RFC_9110: readonly Requirement[] = [
  [
    '5.1',
    'names of fields have no case',
    async () => {
      const [answer] = await ask(
        'GET /secret HTTP/1.1',
        'hOST: example.com',
        'aUTHORIZATION: Bearer key',
        CLOSE,
        ...END,
      )
      expect(answer?.status).toBe(200)
    },
  ],
  ['5.5', 'a NUL in a field is refused', () => isStatus(plain('GET /items HTTP/1.1', 'X-A: a\0b'), 400)],
  [
    '5.6.1.2',
    'empty elements of a list are ignored',
    () => isStatus(plain('GET /page HTTP/1.1', 'Accept: , application/json, ,'), 200),
  ],
  [
    '6.6.1',
    'answers have a Date',
    async () => {
      const [answer] = await plain('GET /items HTTP/1.1')
      expect(new Date(answer?.headers['date'] ?? '').toUTCString()).toBe(answer?.headers['date'])
    },
  ],
  [
    '8.3',
    'content has a Content-Type, of refusals too',
    async () => {
      const answers = [...(await plain('GET /items HTTP/1.1')), ...(await plain('GET /nowhere HTTP/1.1'))]
      expect(answers.map(({ headers }) => headers['content-type'])).toEqual([
        'application/json',
        'application/problem+json',
      ])
    },
  ],
  [
    '8.3.1',
    'media types have no case, and parameters may be quoted',
    () => isStatus(json('{"name":"a"}', 'Content-Type: APPLICATION/JSON;Charset="UTF-8"'), 201),
  ],
  [
    '8.4',
    'content in a coding that is not understood is refused, with those that are',
    async () => {
      const [answer] = await json('{}', 'Content-Type: application/json', 'Content-Encoding: gzip')
      expect(answer?.status).toBe(415)
      expect(answer?.headers).toHaveProperty('accept-encoding')
    },
  ],
  [
    '8.6',
    'a 204 has neither content nor Content-Length',
    async () => {
      const [answer] = await plain('DELETE /items HTTP/1.1')
      expect([
        answer?.status,
        answer?.headers['content-length'],
        answer?.headers['transfer-encoding'],
      ]).toEqual([204, undefined, undefined])
    },
  ],
  [
    '9.1',
    'a method that nobody knows is not implemented, or not allowed',
    async () => {
      const [answer] = await plain('GRAB /items HTTP/1.1')
      expect([400, 405, 501]).toContain(answer?.status)
    },
  ],
  [
    '9.3.2',
    'HEAD answers the fields of GET, and no content',
    async () => {
      const [get] = await plain('GET /items HTTP/1.1')
      const [head, ...more] = await plain('HEAD /items HTTP/1.1')
      expect([head?.status, head?.headers['content-type'], more]).toEqual([
        get?.status,
        get?.headers['content-type'],
        [],
      ])
    },
  ],
  [
    '9.3.7',
    'OPTIONS answers which methods there are',
    async () => {
      const [answer] = await plain('OPTIONS /items HTTP/1.1')
      expect(answer?.status).toBe(204)
      expect(methodsOf(answer)).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST'])
    },
  ],
  [
    '9.3.7',
    'OPTIONS * is refused: a difference, since no Request of the platform has that target',
    () => isStatus(plain('OPTIONS * HTTP/1.1'), 400),
  ],
  [
    '10.1.1',
    'a client that expects it is told to go on',
    async () => {
      const text = await raw(
        server.port,
        [
          'POST /items HTTP/1.1',
          HOST,
          CLOSE,
          'Content-Type: application/json',
          'Content-Length: 12',
          'Expect: 100-continue',
          '',
          '{"name":"a"}',
        ].join('\r\n'),
      )
      expect(text).toMatch(/^HTTP\/1\.1 (100 Continue\r\n\r\nHTTP\/1\.1 )?201 /)
    },
  ],
  [
    '11.1',
    'schemes of credentials have no case',
    () => isStatus(plain('GET /secret HTTP/1.1', 'Authorization: BEARER key'), 200),
  ],
  [
    '11.6.1',
    'a 401 has a challenge',
    async () => {
      const [answer] = await plain('GET /secret HTTP/1.1')
      expect([answer?.status, answer?.headers['www-authenticate']]).toEqual([
        401,
        expect.stringMatching(/^Bearer/),
      ])
    },
  ],
  [
    '12.4.2',
    'a weight of 0 is not acceptable',
    async () => {
      const [answer] = await plain('GET /page HTTP/1.1', 'Accept: application/json;q=0, text/plain;q=0')
      expect([200, 406]).toContain(answer?.status)
    },
  ],
  [
    '15.5.6',
    'a 405 says which methods are allowed',
    async () => {
      const [answer] = await plain('PUT /items HTTP/1.1')
      expect(answer?.status).toBe(405)
      expect(methodsOf(answer)).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST'])
    },
  ],
  [
    '15.5.16',
    'content of another media type is refused',
    () => isStatus(json('<a/>', 'Content-Type: application/xml'), 415),
  ],
  [
    '4.2.3',
    'unreserved characters mean the same percent-encoded (RFC 3986, 6.2.2.2)',
    () => isStatus(plain('GET /%69tems HTTP/1.1'), 200),
  ],
]

describe.each([
  ['RFC 9112', RFC_9112],
  ['RFC 9110', RFC_9110],
] as const)('%s', (_standard, requirements) => {
  test.each(requirements)('%s: %s', (_section, _requirement, show) => show())
})
