import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { costlySchemas } from '../../../generator/pipeline/costs/costly-schemas.ts'

type Definitions = Readonly<Record<string, JsonSchema>>
type Link = (next: JsonSchema) => JsonSchema

/** Returns the problems of a model that contains only schemas. */
function warned(definitions: Definitions): (string | undefined)[] {
  const schemas = Object.entries(definitions).map(([name, schema]) => ({
    ...{ name, schema },
    pointer: `#/components/schemas/${name}`,
    view: 'both' as const,
  }))
  const read = {
    model: { schemas },
    locate: (pointer: string) => ({ file: 'openapi.yaml', pointer }),
  } as unknown as Parameters<typeof costlySchemas>[0]
  return costlySchemas(read).map(({ place }) => place?.pointer)
}

/** Returns schemas that each refer to the next. */
const chain = (length: number, link: Link): Definitions => ({
  ...Object.fromEntries(
    Array.from({ length }, (_, index) => [`S${index}`, link({ $ref: `#/$defs/S${index + 1}` })]),
  ),
  [`S${length}`]: { type: 'object' },
})

const twice: readonly (readonly [string, Link])[] = [
  [
    'two alternatives',
    (next) => ({ anyOf: [{ properties: { next } }, { properties: { next }, required: ['a'] }] }),
  ],
  ['two parts', (next) => ({ allOf: [{ properties: { next } }, { properties: { next } }] })],
  ['a name and a pattern', (next) => ({ properties: { next }, patternProperties: { '^next$': next } })],
  ['items and what is contained', (next) => ({ items: next, contains: next })],
]

test.each(twice)('a chain that leads on by %s is costly from the eleventh link on', (_, link) => {
  expect(warned(chain(9, link))).toEqual([])
  expect(warned(chain(14, link))).toEqual(['#/components/schemas/S4'])
})

test('nor may a value without parts be judged as often', () => {
  const link: Link = (next) => ({ allOf: [next, { not: { not: next } }] })
  expect(warned(chain(6, link))).toEqual([])
  expect(warned(chain(40, link))).toHaveLength(1)
  expect(warned({ Node: { items: link({ $ref: '#/$defs/Node' }) } })).toEqual([])
})

const once: readonly (readonly [string, Link])[] = [
  ['one alternative of two', (next) => ({ anyOf: [{ properties: { next } }, { type: 'string' }] })],
  ['two properties', (next) => ({ properties: { left: next, right: next } })],
  ['items in their places', (next) => ({ prefixItems: [next, next] })],
  [
    'alternatives that a discriminator tells apart',
    (next) => ({
      discriminator: { propertyName: 'kind' },
      oneOf: [{ properties: { kind: { const: 'a' }, next } }, { properties: { kind: { const: 'b' }, next } }],
    }),
  ],
]

test.each(once)('a chain that leads on by %s is not', (_, link) => {
  expect(warned(chain(40, link))).toEqual([])
})

test.each(twice)('nor is a schema that leads to itself by %s', (_, link) => {
  expect(warned({ Node: link({ $ref: '#/$defs/Node' }) })).toEqual([])
})

test('a server refuses large values by a costly schema, and by no other', () => {
  const [, link] = twice[1] ?? []
  if (link === undefined) throw new Error('There is no chain.')
  let value: object = {}
  for (let level = 0; level < 16; level++) value = { next: value }
  const values = Array.from({ length: 20 }, () => structuredClone(value))
  const keywordsOf = (length: number) =>
    createValidator(chain(length, link))({ items: { $ref: '#/$defs/S0' } })(values).map(
      ({ keyword }) => keyword,
    )
  expect(keywordsOf(9)).toEqual([])
  expect(keywordsOf(16)).toEqual(['steps'])
})
