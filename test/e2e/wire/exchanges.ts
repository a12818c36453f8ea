import {
  type SecurityScheme,
  writeCookieKey,
  writeHeaderKey,
  writeQueryKey,
  writeToken,
  writeUser,
} from '@concordat/runtime/client'
import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { OperationRequest } from '../../../runtime/client/call/call.ts'
import type { ClientOperation } from '../../../runtime/client/call/client-operation.ts'
import type { CredentialSet } from '../../../runtime/client/credentials/credentials.ts'

/**
 * The request that the server should receive. Header names are in lower case; null is for a header that must
 * be absent.
 */
export interface Sent {
  readonly method?: string
  /** Path and query, raw. */
  readonly url?: string
  readonly headers?: Readonly<Record<string, string | null>>
  /** A string, or bytes in hexadecimal. The multipart boundary is written as "BOUNDARY". */
  readonly body?: string | { readonly hex: string }
}

/** The server's answer. */
export interface Answered {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Closes the connection instead of responding, or in the middle of the body. */
  readonly cut?: 'before' | 'within'
}

/**
 * One exchange: an operation and a request with the bytes sent for them, then the bytes received and the
 * resulting value or error.
 */
export interface Exchange {
  readonly name: string
  readonly operation?: Partial<ClientOperation>
  readonly request?: OperationRequest | (() => OperationRequest)
  readonly credentials?: CredentialSet
  /** "nothing": the call is rejected before anything is sent. */
  readonly sent?: Sent | 'nothing'
  readonly answered?: Answered
  /** The expected value; a Blob is compared as `{ type, text }`. */
  readonly value?: unknown
  /** The expected error: only these properties are compared. */
  readonly error?: Readonly<Record<string, unknown>>
}

/** The security schemes of the exchanges with credentials. */
export const schemes = {
  bearer: { type: 'http', scheme: 'bearer', write: writeToken },
  basic: { type: 'http', scheme: 'basic', write: writeUser },
  oauth: { type: 'oauth2', write: writeToken },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', write: writeHeaderKey },
  queryKey: { type: 'apiKey', in: 'query', name: 'api_key', write: writeQueryKey },
  cookieKey: { type: 'apiKey', in: 'cookie', name: 'session', write: writeCookieKey },
} satisfies Record<string, SecurityScheme>

const list = ['blue', 'black', 'brown']
const rgb = { R: 100, G: 200, B: 150 }

function path(name: string, style: Partial<ParameterDescriptor>, value: unknown, url: string): Exchange {
  return {
    name: `path: ${name}`,
    operation: { path: '/a/{color}/b', parameters: [{ name: 'color', in: 'path', ...style }] },
    request: { path: { color: value } },
    sent: { url: `/a/${url}/b` },
  }
}

function query(name: string, style: Partial<ParameterDescriptor>, value: unknown, search: string): Exchange {
  return {
    name: `query: ${name}`,
    operation: { parameters: [{ name: 'color', in: 'query', ...style }] },
    request: { query: { color: value } },
    sent: { url: `/pets${search}` },
  }
}

function header(
  name: string,
  style: Partial<ParameterDescriptor>,
  value: unknown,
  text: string | null,
): Exchange {
  return {
    name: `header: ${name}`,
    operation: { parameters: [{ name: 'X-Color', in: 'header', ...style }] },
    request: { header: { 'X-Color': value } },
    sent: { headers: { 'x-color': text } },
  }
}

function cookie(
  name: string,
  style: Partial<ParameterDescriptor>,
  value: unknown,
  text: string | null,
): Exchange {
  return {
    name: `cookie: ${name}`,
    operation: { parameters: [{ name: 'color', in: 'cookie', ...style }] },
    request: { cookie: { color: value } },
    sent: { headers: { cookie: text } },
  }
}

type Content = NonNullable<ClientOperation['body']>['content']

function body(name: string, content: Content, value: unknown, sent: Sent): Exchange {
  return {
    name: `body: ${name}`,
    operation: { method: 'POST', body: { content } },
    request: { body: value },
    sent: { method: 'POST', ...sent },
  }
}

function read(name: string, answered: Answered, value: unknown): Exchange {
  return { name: `read: ${name}`, answered, value }
}

function fails(name: string, answered: Answered, error: Readonly<Record<string, unknown>>): Exchange {
  return { name: `failure: ${name}`, answered, error }
}

function authorized(
  name: string,
  scheme: keyof typeof schemes,
  credentials: CredentialSet,
  sent: Sent,
): Exchange {
  return { name: `credentials: ${name}`, operation: { security: [[scheme]] }, credentials, sent }
}

const json = (text: string): Answered => ({ headers: { 'Content-Type': 'application/json' }, body: text })
const problem = { 'Content-Type': 'application/problem+json' }

/** Expected strings come from the examples in OpenAPI 3.1.1, Style Examples, if there is one. */
export const exchanges: readonly Exchange[] = [
  path('reserved characters', {}, 'a/b?c#d%e f', 'a%2Fb%3Fc%23d%25e%20f'),
  path('beyond ASCII', {}, 'né€😀', 'n%C3%A9%E2%82%AC%F0%9F%98%80'),
  path('sub-delimiters', {}, "!$&'()*+,;=:@", '%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40'),
  path('number', {}, 0, '0'),
  path('boolean', {}, false, 'false'),
  path('date', {}, new Date(0), '1970-01-01T00%3A00%3A00.000Z'),
  path('dots inside a value', {}, '..a', '..a'),
  path('simple array', {}, list, 'blue,black,brown'),
  path('simple object', {}, rgb, 'R,100,G,200,B,150'),
  path('simple object exploded', { explode: true }, rgb, 'R=100,G=200,B=150'),
  // "/" and "?" would end the value. @see OpenAPI 3.2.0, Path Templating
  path(
    'allowReserved',
    { allowReserved: true },
    "a:b@c,d!$&'()*+;=e/f?g#h",
    "a:b@c,d!$&'()*+;=e%2Ff%3Fg%23h",
  ),
  path('allowReserved keeps triplets', { allowReserved: true }, '%2Fa%zz', '%2Fa%25zz'),
  path('allowReserved array', { allowReserved: true }, ['a:b', 'c,d'], 'a:b,c%2Cd'),
  path('label', { style: 'label' }, 'blue', '.blue'),
  path('label array', { style: 'label' }, list, '.blue,black,brown'),
  path('label array exploded', { style: 'label', explode: true }, list, '.blue.black.brown'),
  path('label object exploded', { style: 'label', explode: true }, rgb, '.R=100.G=200.B=150'),
  path('matrix', { style: 'matrix' }, 'blue', ';color=blue'),
  path('matrix array', { style: 'matrix' }, list, ';color=blue,black,brown'),
  path(
    'matrix array exploded',
    { style: 'matrix', explode: true },
    list,
    ';color=blue;color=black;color=brown',
  ),
  path('matrix object', { style: 'matrix' }, rgb, ';color=R,100,G,200,B,150'),
  path('matrix object exploded', { style: 'matrix', explode: true }, rgb, ';R=100;G=200;B=150'),
  {
    name: 'path: two values in one segment',
    operation: { path: '/{owner}/{file}.{kind}' },
    request: { path: { owner: 'o', file: 'a.b', kind: 'json' } },
    sent: { url: '/o/a.b.json' },
  },

  query('text', {}, 'a b&c=d+e/f', '?color=a%20b%26c%3Dd%2Be%2Ff'),
  query('empty text', {}, '', '?color='),
  query('undefined and null are not sent', {}, null, ''),
  query('array', {}, list, '?color=blue&color=black&color=brown'),
  query('array not exploded', { explode: false }, list, '?color=blue,black,brown'),
  query('array not exploded, comma in a value', { explode: false }, ['a,b', 'c'], '?color=a%2Cb,c'),
  query('empty array', {}, [], ''),
  query('object', {}, rgb, '?R=100&G=200&B=150'),
  query('object not exploded', { explode: false }, rgb, '?color=R,100,G,200,B,150'),
  query('spaceDelimited', { style: 'spaceDelimited' }, list, '?color=blue%20black%20brown'),
  query('pipeDelimited', { style: 'pipeDelimited' }, list, '?color=blue%7Cblack%7Cbrown'),
  query('pipeDelimited object', { style: 'pipeDelimited' }, rgb, '?color=R%7C100%7CG%7C200%7CB%7C150'),
  query('deepObject', { style: 'deepObject' }, rgb, '?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'),
  query(
    'deepObject nested',
    { style: 'deepObject', explode: true },
    { a: { b: { c: 'd' } }, e: ['f', 'g'] },
    '?color%5Ba%5D%5Bb%5D%5Bc%5D=d&color%5Be%5D%5B0%5D=f&color%5Be%5D%5B1%5D=g',
  ),
  // The URL Standard encodes "'" as %27 in a query, which is equivalent.
  query(
    'allowReserved',
    { allowReserved: true },
    "/a:b?c@d!$'()*,;=é&f#g",
    '?color=/a:b?c@d!$%27()*,;=%C3%A9%26f%23g',
  ),
  query('allowReserved keeps triplets', { allowReserved: true }, '%2Fa%zz', '?color=%2Fa%25zz'),
  query('content as JSON', { mediaType: 'application/json' }, { a: [1] }, '?color=%7B%22a%22%3A%5B1%5D%7D'),
  query('dates in an array', {}, [new Date(0)], '?color=1970-01-01T00%3A00%3A00.000Z'),

  header('text is not encoded', {}, 'a/b c%', 'a/b c%'),
  header('array', {}, list, 'blue,black,brown'),
  header('object', {}, rgb, 'R,100,G,200,B,150'),
  header('object exploded', { explode: true }, rgb, 'R=100,G=200,B=150'),
  header('undefined', {}, undefined, null),
  header('content as JSON', { mediaType: 'application/json' }, { a: 1 }, '{"a":1}'),
  cookie('text', {}, 'a b;c', 'color=a%20b%3Bc'),
  cookie('allowReserved', { allowReserved: true }, 'a/b:c,d;e f', 'color=a/b:c%2Cd%3Be%20f'),
  cookie('array not exploded', { explode: false }, list, 'color=blue,black,brown'),
  cookie('object exploded', {}, rgb, 'R=100; G=200; B=150'),

  body(
    'JSON',
    { 'application/json': {} },
    { a: [1, null], b: undefined },
    {
      headers: { 'content-type': 'application/json', 'content-length': '14' },
      body: '{"a":[1,null]}',
    },
  ),
  body('JSON null', { 'application/json': {} }, null, { body: 'null' }),
  body('JSON text is quoted', { 'application/json': {} }, 'a', { body: '"a"' }),
  body(
    'vendor JSON',
    { 'application/vnd.api+json': {} },
    { a: 1 },
    {
      headers: { 'content-type': 'application/vnd.api+json' },
      body: '{"a":1}',
    },
  ),
  body('none', { 'application/json': {} }, undefined, { headers: { 'content-type': null }, body: '' }),
  body(
    'form',
    { 'application/x-www-form-urlencoded': {} },
    { a: 'b c&d', e: [1, 2], f: true, g: undefined },
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b+c%26d&e=1&e=2&f=true',
    },
  ),
  body(
    'form, an object without a style is JSON',
    { 'application/x-www-form-urlencoded': {} },
    { a: { b: 1 } },
    {
      body: 'a=%7B%22b%22%3A1%7D',
    },
  ),
  body(
    'form, nested',
    {
      'application/x-www-form-urlencoded': {
        encoding: {
          metadata: { style: 'deepObject', explode: true },
          items: { style: 'deepObject', explode: true },
        },
      },
    },
    { amount: 5, metadata: { order: 'x y', by: 'z' }, items: [{ price: 'p', tiers: [{ up_to: 1 }] }] },
    {
      body: 'amount=5&metadata%5Border%5D=x+y&metadata%5Bby%5D=z&items%5B0%5D%5Bprice%5D=p&items%5B0%5D%5Btiers%5D%5B0%5D%5Bup_to%5D=1',
    },
  ),
  body(
    'form, delimited',
    {
      'application/x-www-form-urlencoded': {
        encoding: { a: { explode: false }, b: { style: 'spaceDelimited' } },
      },
    },
    { a: [1, 2], b: [3, 4] },
    { body: 'a=1,2&b=3+4' },
  ),
  body(
    'multipart',
    { 'multipart/form-data': { encoding: { note: { contentType: 'text/markdown' } } } },
    {
      title: 'été',
      tags: ['a', 'b'],
      meta: { a: 1 },
      note: '# x',
      file: new File(['abc'], 'a "b".txt', { type: 'text/plain' }),
      raw: new Uint8Array([49, 50]),
    },
    {
      headers: { 'content-type': 'multipart/form-data; boundary=BOUNDARY' },
      body: [
        '--BOUNDARY\r\nContent-Disposition: form-data; name="title"\r\n\r\nété\r\n',
        '--BOUNDARY\r\nContent-Disposition: form-data; name="tags"\r\n\r\na\r\n',
        '--BOUNDARY\r\nContent-Disposition: form-data; name="tags"\r\n\r\nb\r\n',
        '--BOUNDARY\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n',
        '--BOUNDARY\r\nContent-Disposition: form-data; name="note"\r\nContent-Type: text/markdown\r\n\r\n# x\r\n',
        '--BOUNDARY\r\nContent-Disposition: form-data; name="file"; filename="a %22b%22.txt"\r\nContent-Type: text/plain\r\n\r\nabc\r\n',
        '--BOUNDARY\r\nContent-Disposition: form-data; name="raw"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n12\r\n',
        '--BOUNDARY--\r\n',
      ].join(''),
    },
  ),
  body('text', { 'text/plain': {} }, 'a\nb', { headers: { 'content-type': 'text/plain' }, body: 'a\nb' }),
  body('octets', { 'application/octet-stream': {} }, new Uint8Array([0, 255, 128]), {
    headers: { 'content-type': 'application/octet-stream', 'content-length': '3' },
    body: { hex: '00ff80' },
  }),
  body('an ArrayBuffer', { 'application/octet-stream': {} }, new Uint8Array([1, 2]).buffer, {
    body: { hex: '0102' },
  }),
  {
    ...body('a stream', { 'application/octet-stream': {} }, undefined, {
      headers: { 'transfer-encoding': 'chunked', 'content-type': 'application/octet-stream' },
      body: 'abc',
    }),
    // A stream can be read only once, and each exchange runs more than once.
    request: () => ({ body: new Blob(['abc']).stream() }),
  },
  body('a Blob in a range keeps its type', { 'image/*': {} }, new Blob(['x'], { type: 'image/png' }), {
    headers: { 'content-type': 'image/png' },
    body: 'x',
  }),
  body(
    'an object in a range that has JSON',
    { '*/*': {} },
    { a: 1 },
    {
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    },
  ),
  body('a text in a range that has text', { 'text/*': {} }, 'a', {
    headers: { 'content-type': 'text/plain' },
    body: 'a',
  }),
  {
    name: 'body: the media type that the request names',
    operation: { method: 'PUT', body: { content: { 'application/json': {}, 'text/csv': {} } } },
    request: { mediaType: 'text/csv', body: 'a,b' },
    sent: { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'a,b' },
  },

  authorized('bearer', 'bearer', { bearer: 'k' }, { headers: { authorization: 'Bearer k' } }),
  authorized(
    'oauth2 from a function',
    'oauth',
    { oauth: async () => 't' },
    { headers: { authorization: 'Bearer t' } },
  ),
  authorized(
    'basic',
    'basic',
    { basic: { username: 'é', password: 'p:q' } },
    {
      headers: { authorization: 'Basic w6k6cDpx' },
    },
  ),
  authorized('key in a header', 'headerKey', { headerKey: 'k' }, { headers: { 'x-api-key': 'k' } }),
  authorized('key in the query', 'queryKey', { queryKey: 'k&' }, { url: '/pets?api_key=k%26' }),
  authorized('key in a cookie', 'cookieKey', { cookieKey: 'k' }, { headers: { cookie: 'session=k' } }),
  {
    name: 'credentials: the first requirement that can be met',
    operation: { security: [['bearer', 'headerKey'], [], ['headerKey']] },
    credentials: { headerKey: 'k' },
    sent: { headers: { 'x-api-key': 'k', authorization: null } },
  },
  {
    name: 'credentials: not sent to an operation without security',
    credentials: { bearer: 'k' },
    sent: { headers: { authorization: null } },
  },
  { name: 'accept', operation: { accept: 'text/csv' }, sent: { headers: { accept: 'text/csv' } } },

  read('JSON', json('{"a":1}'), { a: 1 }),
  read(
    'vendor JSON',
    { headers: { 'Content-Type': 'application/vnd.x+json; charset=utf-8' }, body: '[1]' },
    [1],
  ),
  { ...read('JSON without a body, as the document says', json(''), undefined), operation: { empty: '200' } },
  read('JSON false', json('false'), false),
  read('text', { headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: 'né' }, 'né'),
  read('empty text', { headers: { 'Content-Type': 'text/plain' } }, ''),
  read('text that looks like JSON', { headers: { 'Content-Type': 'text/csv' }, body: '1' }, '1'),
  read('JSON Lines', { headers: { 'Content-Type': 'application/jsonl' }, body: '{}\n{}\n' }, '{}\n{}\n'),
  read(
    'binary',
    { headers: { 'Content-Type': 'image/png' }, body: new Uint8Array([97, 98]) },
    { type: 'image/png', text: 'ab' },
  ),
  read('204', { status: 204 }, undefined),
  { ...read('200 without a body, as the document says', {}, undefined), operation: { empty: '200' } },
  {
    name: 'read: HEAD',
    operation: { method: 'HEAD' },
    sent: { method: 'HEAD', url: '/pets' },
    answered: json('{"a":1}'),
    value: undefined,
  },

  fails(
    'documented',
    { status: 404, ...json('{"detail":"No such pet."}') },
    {
      name: 'ApiError',
      status: 404,
      body: { detail: 'No such pet.' },
      documented: true,
      operationId: 'operation',
      message: 'GET /pets (operation) returned 404: No such pet.',
    },
  ),
  fails(
    'problem details',
    { status: 404, headers: problem, body: '{"title":"Gone"}' },
    {
      name: 'ApiError',
      body: { title: 'Gone' },
      message: 'GET /pets (operation) returned 404: Gone',
    },
  ),
  fails('JSON without the body that the document has', json(''), {
    name: 'ParseError',
    status: 200,
    text: '',
  }),
  fails('200 without the body that the document has', {}, { name: 'ParseError', status: 200, text: '' }),
  fails(
    'empty 4xx',
    { status: 404 },
    {
      name: 'ApiError',
      status: 404,
      body: undefined,
      message: 'GET /pets (operation) returned 404',
    },
  ),
  fails(
    'text',
    { status: 404, headers: { 'Content-Type': 'text/plain' }, body: '7' },
    { name: 'ApiError', body: '7' },
  ),
  fails(
    'undocumented',
    { status: 418, ...json('{"error":{"message":"short"}}') },
    {
      name: 'ApiError',
      status: 418,
      documented: false,
      message: 'GET /pets (operation) returned 418, which is not documented: short',
    },
  ),
  fails('undocumented success', { status: 202 }, { name: 'ApiError', status: 202, documented: false }),
  fails('wrong JSON', json('{"a":'), { name: 'ParseError', status: 200, text: '{"a":' }),
  fails('no answer', { cut: 'before' }, { name: 'NetworkError', method: 'GET' }),
  fails('half an answer', { ...json('{"a":1}'), cut: 'within' }, { name: 'NetworkError' }),
  {
    name: 'failure: a redirect that is documented is an answer',
    operation: { statuses: '200 302' },
    answered: { status: 302, headers: { Location: '/other' } },
    error: { name: 'ApiError', status: 302, documented: true },
  },
  {
    name: 'failure: the URL in an error does not hold the key',
    operation: { security: [['queryKey']], parameters: [{ name: 'a', in: 'query' }] },
    credentials: { queryKey: 'secret' },
    request: { query: { a: 1 } },
    answered: { status: 404 },
    sent: { url: '/pets?a=1&api_key=secret' },
    error: { name: 'ApiError', url: 'BASE/pets?a=1' },
  },
  {
    name: 'refused: a path value that is empty',
    operation: { path: '/pets/{id}' },
    request: { path: { id: '' } },
    sent: 'nothing',
    error: { name: 'SerializationError' },
  },
  {
    name: 'refused: a path value that would leave the path',
    operation: { path: '/pets/{id}' },
    request: { path: { id: '..' } },
    sent: 'nothing',
    error: { name: 'SerializationError' },
  },
  {
    name: 'refused: an item that holds what its style puts between items',
    operation: { parameters: [{ name: 'a', in: 'query', style: 'pipeDelimited' }] },
    request: { query: { a: ['b|c', 'd'] } },
    sent: 'nothing',
    error: { name: 'SerializationError' },
  },
  {
    name: 'refused: an item with a comma in a header',
    operation: { parameters: [{ name: 'X-A', in: 'header' }] },
    request: { header: { 'X-A': ['b,c', 'd'] } },
    sent: 'nothing',
    error: { name: 'SerializationError' },
  },
  {
    name: 'refused: a header value with a line break',
    request: { header: { 'X-A': 'a\r\nX-B: b' } },
    sent: 'nothing',
    error: { name: 'SerializationError' },
  },
]
