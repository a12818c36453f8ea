import { describe, expect, test } from 'vitest'
import { boundsLineHtml, typeLineHtml } from '../../../generator/outputs/reference/schema.ts'
import type { JsonSchema } from '../../../runtime/schema/schema.ts'

const textOf = (markup: unknown) =>
  String(markup)
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

describe('the reference page', () => {
  test.each<[JsonSchema, string]>([
    [{ minimum: 1, maximum: 100 }, 'minimum 1, maximum 100'],
    [{ minProperties: 1, maxProperties: 3 }, 'minProperties 1, maxProperties 3'],
    [
      { contains: { type: 'integer', minimum: 5 }, minContains: 2 },
      'contains integer minimum 5, minContains 2',
    ],
    [{ prefixItems: [{ type: 'integer' }, { type: 'string' }] }, 'prefixItems integer, string'],
    [{ additionalProperties: { type: 'integer' } }, 'additionalProperties integer'],
    [{ additionalProperties: false }, 'additionalProperties nothing'],
    [{ additionalProperties: true }, ''],
    [{ patternProperties: { '^x-': { maxLength: 9 } } }, 'patternProperties ^x- any value maxLength 9'],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, 'propertyNames any value pattern ^[a-z]+$'],
    [{ dependentRequired: { a: ['b'] } }, 'dependentRequired {"a":["b"]}'],
    [{ not: { const: 0 } }, 'not 0'],
    [{ default: [1], format: 'x' }, 'format x, default [1]'],
  ])('says by what %j judges', (schema, line) => {
    expect(textOf(boundsLineHtml(schema)).trim()).toBe(line)
  })

  test('says which value a schema has beside what it refers to', () => {
    expect(textOf(typeLineHtml({ $ref: '#/$defs/Kind', const: 'cat' }))).toBe('Kind & "cat"')
    expect(textOf(typeLineHtml({ $ref: '#/$defs/Kind' }))).toBe('Kind')
    expect(textOf(typeLineHtml({ enum: ['a', 'b'], type: 'string' }))).toBe('"a" | "b"')
  })
})
