import { readHar } from '@concordat/contract/passive'
import { expect, test } from 'vitest'

const entry = (request: object, response: object): object => ({
  request: { method: 'GET', url: 'https://api.test/pets/7', headers: [], ...request },
  response: {
    status: 200,
    headers: [],
    content: { size: 2, mimeType: 'application/json', text: '{}' },
    ...response,
  },
})
const read = (...entries: object[]) => readHar({ log: { version: '1.2', entries } })

test('headers of HTTP/2 that begin with a colon are none, and several values of one are lines of one', () => {
  const headers = [
    { name: ':status', value: '200' },
    { name: 'Set-Cookie', value: 'a=1\nb=2' },
    { name: 'x bad', value: 'name' },
  ]
  const [exchange] = read(entry({ headers: [{ name: ':authority', value: 'api.test' }] }, { headers }))
  expect(exchange?.request.headers).toEqual({})
  expect(exchange?.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('a body may be base64, empty, in a file of its own, or missing', () => {
  const text = { mimeType: 'application/json', size: 12 }
  const contents = [
    { ...text, text: btoa('{"a":"\u00c3\u00bc"}'), encoding: 'base64' },
    { mimeType: 'x-unknown', size: 0 },
    { ...text, _file: 'body.json' },
    { ...text, _file: 'gone.json' },
    text,
    { ...text, text: 'no base64!', encoding: 'base64' },
  ]
  const exchanges = readHar(
    { log: { entries: contents.map((content) => entry({}, { content })) } },
    (name) => (name === 'body.json' ? '{"b":1}' : undefined),
  )
  expect(exchanges.map((exchange) => exchange.text)).toEqual([
    '{"a":"ü"}',
    '',
    '{"b":1}',
    undefined,
    undefined,
    undefined,
  ])
  expect(exchanges[0]?.headers.get('content-type')).toBe('application/json')
})

test('what was not answered, and what is not HTTP, is left out', () => {
  const exchanges = read(
    entry({}, { status: 0 }),
    entry({}, { status: -1 }),
    entry({ url: 'data:text/plain,hello' }, {}),
    entry({ url: 'wss://api.test/socket' }, { status: 101 }),
    entry({ method: 'post', postData: { mimeType: 'application/json', text: '{"x":1}' } }, { status: 201 }),
  )
  expect(exchanges.map(({ request, status }) => [request.method, request.body, status])).toEqual([
    ['POST', '{"x":1}', 201],
  ])
})

test('another file is refused in a sentence', () => {
  expect(() => readHar({ openapi: '3.1.0' })).toThrow(
    'This is not an HTTP Archive: it has no "log.entries" list.',
  )
})
