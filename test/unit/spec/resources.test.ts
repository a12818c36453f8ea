import { isObject } from '@concordat/runtime/json'
import { describe, expect, test } from 'vitest'
import { base, type JsonObject } from './documents.ts'
import { operationsOf, propertiesIn, resolveIn, toRow } from './operations.ts'
import { resources } from './section-2.ts'

const schemas = (base['components'] as JsonObject)['schemas'] as Record<string, JsonObject>
const NAME = '#/components/schemas/'
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'uuid',
  'date-time': 'timestamp',
  email: 'email',
  uri: 'url',
}

function typeOf(schema: JsonObject): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].slice(NAME.length)
  const [type = ''] = [schema['type']].flat() as string[]
  if (type === 'array') {
    const item = typeOf(schema['items'] as JsonObject)
    return item === '' ? 'array' : `array of ${item}`
  }
  const format = schema['format']
  return typeof format === 'string' ? (FORMATS[format] ?? format) : type
}

/** Returns a schema in the notation of section-2.ts. */
function notation(schema: JsonObject, { writable }: { writable: boolean }): string {
  return [
    typeOf(schema),
    ...(writable ? ['writable'] : []),
    ...(Array.isArray(schema['type']) && schema['type'].includes('null') ? ['null'] : []),
    ...(Array.isArray(schema['enum']) ? [`= ${schema['enum'].join(' ')}`] : []),
    ...(Array.isArray(schema['examples']) ? [`~ ${schema['examples'].join(' ')}`] : []),
  ].join(' ')
}

describe('section 2 and the document state the same fields', () => {
  test.each(Object.entries(resources))('%s', (name, { source, fields }) => {
    const schema = schemas[name]
    const properties = (schema?.['properties'] ?? {}) as Record<string, JsonObject>
    const stated = Object.entries(properties).map(([field, property]) => [
      field,
      notation(property, { writable: property['readOnly'] !== true }),
    ])
    expect(Object.fromEntries(stated)).toEqual(fields)
    expect(schema?.['x-source']).toBe(source)
  })

  test.each(Object.keys(resources))('every field of %s is present in answers', (name) => {
    const { required, properties } = schemas[name] as { required: string[]; properties: object }
    expect(required.toSorted()).toEqual(Object.keys(properties).toSorted())
  })
})

test.each(Object.keys(schemas).filter((name) => name.endsWith('List')))(
  '%s is the envelope of section 2.1',
  (name) => {
    expect(schemas[name]).toEqual({
      'x-source': '2.1',
      type: 'object',
      allOf: [{ $ref: `${NAME}Page` }],
      required: ['results'],
      properties: {
        results: {
          type: 'array',
          items: { $ref: `${NAME}${name.replace('List', '')}` },
          description: expect.any(String),
        },
      },
      examples: expect.any(Array),
    })
  },
)

test('every schema names its section', () => {
  for (const schema of Object.values(schemas)) expect(schema['x-source']).toMatch(/^\d(\.\d)?$/)
})

test('a field of a body has the type of the field that it writes', () => {
  const compared: string[] = []
  for (const placed of operationsOf(base)) {
    const row = toRow(base, placed)
    const body = schemaOf(placed.operation['requestBody'])
    const resource = schemas[row.response ?? 'Person']
    const written = (resource?.['properties'] ?? {}) as Record<string, JsonObject>
    for (const [field, property] of Object.entries(propertiesIn(base, body ?? {}))) {
      const whole = {
        ...property,
        ...(written[field]?.['examples'] !== undefined && { examples: written[field]['examples'] }),
      }
      expect(notation(whole, { writable: true }), `${row.method} ${row.path} ${field}`).toBe(
        notation(written[field] as JsonObject, { writable: true }),
      )
      compared.push(field)
    }
  }
  expect(compared.length).toBeGreaterThan(100)
})

function schemaOf(requestBody: unknown): JsonObject | undefined {
  if (!isObject(requestBody as JsonObject)) return undefined
  const { content } = requestBody as { content: { 'application/json': { schema: JsonObject } } }
  return resolveIn(base, content['application/json'].schema)
}
