import { expect, test } from 'vitest'
import type { DocumentObject, SchemaObject } from '../../../generator/document/document.ts'
import { octetSchemas } from '../../../generator/document/octets.ts'

/** Returns the locations of octets in a document that accepts one body with a media type. */
function placesIn(mediaType: string, schemas: Record<string, SchemaObject>, version = '3.1.1'): string[] {
  const document: DocumentObject = {
    openapi: version,
    info: { title: 'Files', version: '1' },
    paths: {
      '/files': {
        post: {
          requestBody: { content: { [mediaType]: { schema: { $ref: '#/components/schemas/S0' } } } },
          responses: {},
        },
      },
    },
    components: { schemas },
  }
  return [...octetSchemas(document).values()]
}

test('schemas that lead back to themselves are looked at once', () => {
  const S0: SchemaObject = {
    anyOf: [
      { $ref: '#/components/schemas/S0' },
      { properties: { file: { $ref: '#/components/schemas/S1' } } },
    ],
  }
  const S1: SchemaObject = { oneOf: [{ $ref: '#/components/schemas/S1' }, { format: 'binary' }] }
  expect(placesIn('multipart/form-data', { S0, S1 })).toEqual(['#/components/schemas/S1/oneOf/1'])
})

test('what is said of a part that refers to a schema is not said of the schema, which others refer to', () => {
  const S0 = { properties: { file: { $ref: '#/components/schemas/S1' } } }
  const untyped = ['#/components/schemas/S0/properties/file']
  expect(placesIn('multipart/form-data', { S0, S1: {} })).toEqual(untyped)
  expect(placesIn('multipart/form-data', { S0, S1: {} }, '3.9.0')).toEqual(untyped)
  expect(placesIn('multipart/form-data', { S0, S1: {} }, '3.0.4')).toEqual([])
})

test.each<[SchemaObject]>([
  [{ minimum: 1 }],
  [{ minItems: 1 }],
  [{ patternProperties: { a: true } }],
  [{ not: { const: 1 } }],
])('a part without a type that says more of its values is no octets: %j', (file) => {
  expect(placesIn('multipart/form-data', { S0: { properties: { file } } })).toEqual([])
})

test('of what JSON holds nothing is octets', () => {
  const S0: SchemaObject = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
  expect(placesIn('application/json', { S0 })).toEqual([])
})

// If the time grew with the square of the length, this would take minutes.
test('a chain of 50,000 references takes a time in proportion to its length', () => {
  const chain = (length: number): Record<string, SchemaObject> => ({
    ...Object.fromEntries(
      Array.from({ length }, (_, index) => [`S${index}`, { $ref: `#/components/schemas/S${index + 1}` }]),
    ),
    [`S${length}`]: { type: 'string', format: 'binary' },
  })
  const end = (length: number) => [`#/components/schemas/S${length}`]
  expect(placesIn('image/png', chain(50_000))).toEqual(end(50_000))
  const { S0: first, ...rest } = chain(50_000)
  const form = { S0: { properties: { file: first ?? {} } }, ...rest }
  expect(placesIn('multipart/form-data', form)).toEqual(end(50_000))
})
