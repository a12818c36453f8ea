import {
  type Location,
  type ParameterDescriptor,
  type Style,
  serializeCookies,
  serializeForm,
  serializeHeaders,
  serializePath,
  serializeQuery,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serializeMultipart } from '../../../runtime/http/multipart/serialize-multipart.ts'
import { received } from './echo-app.ts'

const SEED = 20_240_728

const styles: readonly [Location, Style, boolean[]][] = [
  ['path', 'simple', [true, false]],
  ['path', 'label', [true, false]],
  ['path', 'matrix', [true, false]],
  ['query', 'form', [true, false]],
  ['query', 'spaceDelimited', [false]],
  ['query', 'pipeDelimited', [false]],
  ['query', 'deepObject', [true]],
  ['header', 'simple', [true, false]],
  ['cookie', 'form', [true, false]],
]

/**
 * Omits characters that a style itself cannot distinguish from its delimiters, because OpenAPI does not
 * define how to escape them: a label's "." is unreserved, header values are not encoded, and spaces and bars
 * separate items even when encoded.
 */
function alphabet(location: Location, style: Style): RegExp {
  if (location === 'header') return /^[\x21-\x2b\x2d-\x3c\x3e-\x7e]+$/
  if (style === 'label') return /^[^.]+$/s
  if (style === 'spaceDelimited') return /^[^\s+]+$/s
  if (style === 'pipeDelimited') return /^[^|]+$/s
  if (style === 'deepObject') return /^[^[\]]+$/s
  return /^.+$/s
}

/** A URL resolves "." and ".." instead of sending them, so the client rejects them. */
const notDots = (text: string): boolean => !/^\.{1,2}$/.test(text)

interface Sample {
  readonly schema: JsonSchema
  readonly value: fc.Arbitrary<unknown>
}

function samples(location: Location, style: Style): Record<string, Sample> {
  const pattern = alphabet(location, style)
  const text = fc
    .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
    .filter((value) => pattern.test(value) && notDots(value))
  const integer = fc.integer()
  const dotless =
    style === 'label'
      ? fc.integer()
      : fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0)
  const scalars: Record<string, Sample> = {
    text: { schema: { type: 'string' }, value: text },
    integer: { schema: { type: 'integer' }, value: integer },
    number: { schema: { type: 'number' }, value: dotless },
    boolean: { schema: { type: 'boolean' }, value: fc.boolean() },
  }
  const properties = {
    first: { type: 'string' },
    second: { type: 'integer' },
    'third one': { type: 'boolean' },
  }
  const object = fc.record(
    { first: text, second: integer, 'third one': fc.boolean() },
    { requiredKeys: ['first'] },
  )
  const nested = fc.record({
    deep: fc.record({ items: fc.array(integer, { minLength: 1, maxLength: 3 }), name: text }),
  })
  const deep = {
    type: 'object',
    properties: {
      deep: {
        type: 'object',
        properties: { items: { type: 'array', items: { type: 'integer' } }, name: { type: 'string' } },
      },
    },
  }
  if (style === 'deepObject') {
    return {
      object: { schema: { type: 'object', properties }, value: object },
      nested: { schema: deep, value: nested },
    }
  }
  return {
    ...(style === 'spaceDelimited' || style === 'pipeDelimited' ? {} : scalars),
    texts: {
      schema: { type: 'array', items: { type: 'string' } },
      value: fc.array(text, { minLength: 1, maxLength: 4 }),
    },
    integers: {
      schema: { type: 'array', items: { type: 'integer' } },
      value: fc.array(integer, { minLength: 1, maxLength: 4 }),
    },
    // With space-delimited values, a space in a property name is a delimiter.
    ...(style !== 'spaceDelimited' && { object: { schema: { type: 'object', properties }, value: object } }),
  }
}

function send(parameter: ParameterDescriptor, value: unknown): Request {
  const values = { [parameter.name]: value }
  const path = parameter.in === 'path' ? serializePath('/at/{the value}/end', [parameter], values) : '/'
  const query = parameter.in === 'query' ? serializeQuery([parameter], values) : ''
  const headers = new Headers(parameter.in === 'header' ? serializeHeaders([parameter], values) : [])
  if (parameter.in === 'cookie') headers.set('cookie', serializeCookies([parameter], values))
  return new Request(`http://host${path}?${query}`, { headers })
}

const cases = styles.flatMap(([location, style, explodes]) =>
  explodes.flatMap((explode) =>
    Object.entries(samples(location, style)).map(([kind, sample]) => ({
      location,
      style,
      explode,
      kind,
      sample,
    })),
  ),
)

describe(`what the client writes, the server reads (seed ${SEED})`, () => {
  test.each(cases)(
    '$location $style explode $explode: $kind',
    async ({ location, style, explode, sample }) => {
      const name = location === 'header' ? 'X-Value' : 'the value'
      const parameter = { name, in: location, required: true, style, explode, schema: sample.schema } as const
      const call = received({
        path: location === 'path' ? '/at/{the value}/end' : '/',
        parameters: [parameter],
      })
      await fc.assert(
        fc.asyncProperty(sample.value, async (value) => {
          const values = (await call(send(parameter, value)))[location] as Record<string, unknown>
          expect(values[name]).toEqual(value)
        }),
        { seed: SEED, numRuns: 60 },
      )
    },
  )
})

describe(`bodies of fields (seed ${SEED})`, () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      count: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
      metadata: {
        type: 'object',
        properties: { level: { type: 'integer' } },
        additionalProperties: { type: 'string' },
      },
    },
  }
  const value = fc.record(
    {
      name: fc.string({ unit: 'grapheme' }),
      count: fc.integer(),
      tags: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
      metadata: fc.record({ level: fc.integer(), note: fc.string({ minLength: 1 }) }),
    },
    { requiredKeys: [] },
  )
  const call = (mediaType: string, encoding = {}) =>
    received({ method: 'POST', requestBody: { content: { [mediaType]: { schema, encoding } } } })

  test.each([{}, { metadata: { style: 'deepObject' } }] as const)(
    'urlencoded, encoding %j',
    async (encoding) => {
      const form = 'application/x-www-form-urlencoded'
      const read = call(form, encoding)
      await fc.assert(
        fc.asyncProperty(value, async (fields) => {
          const init = {
            method: 'POST',
            body: serializeForm(fields, encoding),
            headers: { 'content-type': form },
          }
          expect((await read(new Request('http://host/', init)))['body']).toEqual(fields)
        }),
        { seed: SEED, numRuns: 100 },
      )
    },
  )

  test('multipart', async () => {
    const read = call('multipart/form-data')
    await fc.assert(
      fc.asyncProperty(value, async (fields) => {
        fc.pre(Object.keys(fields).length > 0)
        const { body, contentType } = serializeMultipart(fields, {})
        const init = { method: 'POST', body, headers: { 'content-type': contentType } }
        expect((await read(new Request('http://host/', init)))['body']).toEqual(fields)
      }),
      { seed: SEED, numRuns: 100 },
    )
  })
})
