import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { createValidator } from '../../../runtime/schema/schema.ts'
import { loadFolder, openapi } from '../load/folder.ts'

/** Returns the schema of "Whole" in the model, and the locations of warnings. */
async function read(schemas: string) {
  const loaded = await loadFolder({
    'openapi.yaml': openapi(`paths: {}\ncomponents: { schemas: ${schemas} }`),
  })
  const { model, warnings } = buildModel(loaded)
  const definitions = Object.fromEntries(model.schemas.map(({ name, schema }) => [name, schema]))
  const validate = createValidator(definitions)({ $ref: '#/$defs/Whole' })
  return {
    takes: (value: unknown): boolean => validate(value).length === 0,
    told: warnings.map(({ code, place }) => [code, place.pointer]),
  }
}

const PAGE = 'Page: { type: object, additionalProperties: false, properties: { page: { type: integer } } }'
const WHOLE = [['parts-exclude-one-another', '#/components/schemas/Whole']]

test.each([
  [
    'where it stands',
    '{ Whole: { allOf: [{ additionalProperties: false, properties: { page: { type: integer } } }, { properties: { data: { type: string } } }] } }',
  ],
  [
    'behind a reference',
    `{ ${PAGE}, Whole: { allOf: [{ $ref: '#/components/schemas/Page' }, { properties: { data: { type: string } } }] } }`,
  ],
  [
    'that is the schema itself',
    `{ Base: { properties: { data: { type: string } } }, Whole: { allOf: [{ $ref: '#/components/schemas/Base' }], additionalProperties: false, properties: { page: { type: integer } } } }`,
  ],
  [
    'as all are',
    `{ ${PAGE}, Whole: { allOf: [{ $ref: '#/components/schemas/Page' }, { additionalProperties: false, properties: { data: { type: string } } }] } }`,
  ],
])('a closed part %s leaves room for the members of the others', async (_how, schemas) => {
  const { takes, told } = await read(schemas)
  expect(takes({ page: 1, data: 'x' })).toBe(true)
  expect(takes({ page: 'one' })).toBe(false)
  expect(takes({ page: 1, more: true })).toBe(false)
  expect(told).toEqual(WHOLE)
})

test('a closed part within a closed part is opened as well, and stays closed by itself', async () => {
  const { takes, told } = await read(
    `{ ${PAGE}, Inner: { allOf: [{ $ref: '#/components/schemas/Page' }, { properties: { size: { type: integer } } }] }, Whole: { allOf: [{ $ref: '#/components/schemas/Inner' }, { properties: { data: { $ref: '#/components/schemas/Page' } } }] } }`,
  )
  expect(takes({ page: 1, size: 2, data: { page: 1 } })).toBe(true)
  expect(takes({ page: 1, size: 2, more: true })).toBe(false)
  expect(takes({ data: { page: 1, size: 2 } })).toBe(false)
  expect(told).toContainEqual(WHOLE[0])
})

test('a member that is required is let in, though the parts share others', async () => {
  const { takes, told } = await read(
    '{ Whole: { required: [colour], allOf: [{ additionalProperties: false, properties: { brim: { type: number } } }, { properties: { brim: { minimum: 1 }, colour: {} } }] } }',
  )
  expect(takes({ brim: 2, colour: 'red' })).toBe(true)
  expect(takes({ brim: 0, colour: 'red' })).toBe(false)
  expect(told).toEqual(WHOLE)
})

test.each([
  ['names some of what another has', 'properties: { name: true }'],
  ['has patterns for other names', 'patternProperties: { ^x-: true }'],
])('a closed part that %s narrows it', async (_how, keyword) => {
  const { takes, told } = await read(
    `{ Whole: { allOf: [{ properties: { name: { type: string }, brim: {} } }, { additionalProperties: false, ${keyword} }] } }`,
  )
  expect(takes({ brim: 1 })).toBe(false)
  expect(told).toEqual([])
})

test('what "unevaluatedProperties" closes takes the members of its parts, as it says', async () => {
  const { takes, told } = await read(
    '{ Whole: { allOf: [{ required: [a], properties: { a: { type: string } } }, { properties: { b: { type: integer } } }], unevaluatedProperties: false } }',
  )
  expect(takes({ a: 'x', b: 1 })).toBe(true)
  expect(takes({ a: 'x', c: 1 })).toBe(false)
  expect(told).toEqual([])
})

test('a part with "unevaluatedProperties" shuts out what only others name, as it says', async () => {
  const { takes, told } = await read(
    '{ Whole: { allOf: [{ properties: { a: { type: string } } }, { type: object, unevaluatedProperties: false }] } }',
  )
  expect(takes({})).toBe(true)
  expect(takes({ a: 'x' })).toBe(false)
  expect(told).toEqual([])
})

test('closed parts of what "unevaluatedProperties" closes are opened', async () => {
  const { takes, told } = await read(
    '{ Whole: { allOf: [{ additionalProperties: false, properties: { a: {} } }, { properties: { b: {} } }], unevaluatedProperties: false } }',
  )
  expect([takes({ a: 1, b: 1 }), takes({ c: 1 })]).toEqual([true, false])
  expect(told).toEqual(WHOLE)
})

test('parts that refer to one another come to an end', async () => {
  const loaded = await loadFolder({
    'openapi.yaml': openapi(
      `paths: {}\ncomponents: { schemas: { Left: { required: [data], additionalProperties: false, properties: { page: {} }, allOf: [{ $ref: '#/components/schemas/Right' }] }, Right: { required: [page], additionalProperties: false, properties: { data: {} }, allOf: [{ $ref: '#/components/schemas/Left' }] } } }`,
    ),
  })
  expect(buildModel(loaded).warnings).toHaveLength(2)
})

const ENVELOPE = 'Envelope: { type: object, properties: { ok: { type: boolean }, data: { type: object } } }'

test.each([
  ['where it stands', '{ properties: { ok: { type: boolean }, data: { type: object } } }', ''],
  ['behind a reference', `{ $ref: '#/components/schemas/Envelope' }`, `${ENVELOPE}, `],
  [
    'in a part of a part',
    `{ $ref: '#/components/schemas/Outer' }`,
    `${ENVELOPE}, Outer: { allOf: [{ $ref: '#/components/schemas/Envelope' }, { properties: { at: { type: string } } }] }, `,
  ],
])(
  'a property that is any object in one part %s has the type that another part gives it',
  async (_how, part, more) => {
    const { takes, told } = await read(
      `{ ${more}Whole: { allOf: [${part}, { properties: { data: { type: array, items: { type: integer } } } }] } }`,
    )
    expect([takes({ ok: true, data: [1] }), takes({ data: {} }), takes({ ok: 1, data: [1] })]).toEqual([
      true,
      false,
      false,
    ])
    expect(told).toEqual([['nothing-allowed', '#/components/schemas/Whole']])
  },
)

test.each([
  ['has keywords', '{ type: object, properties: { a: {} } }', '{ type: string }'],
  ['is an object elsewhere', '{ type: object }', '{ properties: { a: { type: string } } }'],
])('a property that %s keeps its types', async (_how, one, other) => {
  const { takes } = await read(
    `{ Whole: { allOf: [{ properties: { data: ${one} } }, { properties: { data: ${other} } }] } }`,
  )
  expect([takes({ data: 'x' }), takes({ data: { a: 1 } })]).toEqual([false, false])
})

test('an open envelope keeps its own properties, whatever parts refer to it', async () => {
  const { takes } = await read(
    `{ ${ENVELOPE}, Whole: { allOf: [{ $ref: '#/components/schemas/Envelope' }, { properties: { data: { type: string }, inner: { $ref: '#/components/schemas/Envelope' } } }] } }`,
  )
  expect([takes({ data: 'x', inner: { data: {} } }), takes({ inner: { data: 'x' } })]).toEqual([true, false])
})

test('a closed part with a discriminator is opened, and keeps the value of the kind', async () => {
  const { takes } = await read(
    `{ Base: { required: [type], additionalProperties: false, properties: { type: { type: string } }, discriminator: { propertyName: type, mapping: { whole: '#/components/schemas/Whole', other: '#/components/schemas/Other' } } }, Other: { allOf: [{ $ref: '#/components/schemas/Base' }] }, Whole: { additionalProperties: false, allOf: [{ $ref: '#/components/schemas/Base' }, { required: [id], additionalProperties: false, properties: { id: { type: string } } }] } }`,
  )
  expect([takes({ type: 'whole', id: '1' }), takes({ type: 'whole' })]).toEqual([true, false])
  expect([takes({ type: 'other', id: '1' }), takes({ type: 'whole', id: '1', more: 1 })]).toEqual([
    false,
    false,
  ])
})
