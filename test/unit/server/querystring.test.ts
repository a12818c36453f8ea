import { SerializationError, serializeCookies, serializeQuerystring } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { appOf, documentOf, received } from './echo-app.ts'

function parameter(mediaType: string, rest: object = {}) {
  return { name: 'whole', in: 'querystring', mediaType, ...rest } as const
}

/** Returns the client's string for a value, and the value that the server's handler receives. */
async function both(given: ReturnType<typeof parameter>, value: unknown) {
  const query = serializeQuerystring([given], { whole: value })
  const call = received({ parameters: [given] })
  const { querystring } = await call(new Request(`http://host/?${query}`))
  return { query, read: (querystring as Record<string, unknown>)['whole'] }
}

describe('a parameter that is the whole query', () => {
  test('as a form: spaces are "+", and objects have their encoding', async () => {
    const schema = { type: 'object', properties: { foo: { type: 'string' }, bar: { type: 'boolean' } } }
    const form = parameter('application/x-www-form-urlencoded', { schema })
    expect(await both(form, { foo: 'a + b', bar: true })).toEqual({
      query: 'foo=a+%2B+b&bar=true',
      read: { foo: 'a + b', bar: true },
    })
    const near = { near: { style: 'deepObject', explode: true } }
    const nested = { type: 'object', properties: { near: { type: 'object' } } }
    const deep = parameter('application/x-www-form-urlencoded', { schema: nested, encoding: near })
    expect(await both(deep, { near: { lat: '1', lon: '2' } })).toEqual({
      query: 'near%5Blat%5D=1&near%5Blon%5D=2',
      read: { near: { lat: '1', lon: '2' } },
    })
  })

  test('as JSON and as text, percent-encoded', async () => {
    expect(
      await both(parameter('application/json', { schema: { type: 'object' } }), {
        numbers: [1, 2],
        flag: null,
      }),
    ).toEqual({
      query: '%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D',
      read: { numbers: [1, 2], flag: null },
    })
    expect(
      await both(parameter('application/jsonpath', { schema: { type: 'string' } }), '$.a.b[1:1]&c=+'),
    ).toEqual({
      query: '%24.a.b%5B1%3A1%5D%26c%3D%2B',
      read: '$.a.b[1:1]&c=+',
    })
  })

  test('is nothing where the query is empty, and missing where it is required', async () => {
    const optional = received({ parameters: [parameter('application/json')] })
    expect((await optional(new Request('http://host/')))['querystring']).toEqual({})
    const required = parameter('application/json', { required: true })
    const app = appOf(documentOf([{ path: '/', parameters: [required] }]))
    expect((await app(new Request('http://host/'))).status).toBe(400)
  })

  test('a form is refused for anything but an object', () => {
    const form = parameter('application/x-www-form-urlencoded')
    expect(() => serializeQuerystring([form], { whole: 'text' })).toThrow(SerializationError)
  })
})

describe('the style "cookie"', () => {
  const cookie = (schema: JsonSchema) => ({ name: 'c', in: 'cookie', style: 'cookie', schema }) as const

  test('encodes nothing, on both sides', async () => {
    const value = { greeting: 'Hello%2C%20world!', code: 42 }
    const properties = { greeting: { type: 'string' }, code: { type: 'integer' } }
    const given = cookie({ type: 'object', properties })
    const header = serializeCookies([given], { c: value })
    expect(header).toBe('greeting=Hello%2C%20world!; code=42')
    const call = received({ parameters: [given] })
    expect((await call(new Request('http://host/', { headers: { cookie: header } })))['cookie']).toEqual({
      c: value,
    })
  })

  test.each(['a b', 'a;b', 'a,b', '"a"', 'a\\b', 'é', 'a\nb'])('refuses %j', (text) => {
    expect(() => serializeCookies([cookie({})], { c: text })).toThrow(SerializationError)
  })
})
