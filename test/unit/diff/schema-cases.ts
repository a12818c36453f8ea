import type { SchemaChangeName } from '../../../generator/diff/kinds/schema-kinds.ts'

/** A schema before and after one change, with code and values that show whom the change breaks. */
export interface SchemaCase {
  readonly change: SchemaChangeName
  readonly old: object | boolean
  readonly new: object | boolean
  /** A value of the old type, as TypeScript source, that a narrowed type rejects. */
  readonly literal: string
  /** Reads `value`, a value of the old type, in every way that it allows. */
  readonly use: string
  /** A value of the new schema. The old schema rejects it if the change widens. */
  readonly answer: unknown
}

const text = { type: 'string' }
const number = { type: 'number' }
const object = (properties: object, required: readonly string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
})

const TEXT = { literal: `'abc'`, use: 'value.trim()' }
const NUMBER = { literal: '4', use: 'value.toFixed()' }
const LIST = { literal: `['a', 'a']`, use: 'value.map((item) => item.trim())' }

const PET = { Dog: 'bark', Cat: 'purr', Fox: 'ring' }

/** Returns "Dog or Cat", distinguished by `kind`. */
const pets = (...names: readonly (keyof typeof PET)[]) => ({
  oneOf: names.map((name) =>
    object({ kind: { const: name }, [PET[name]]: text }, ['kind', PET[name]], { title: name }),
  ),
})
const told = (propertyName: string) => ({
  oneOf: [{ $ref: '#/components/schemas/Bus' }, { $ref: '#/components/schemas/Tram' }],
  discriminator: { propertyName },
})

/** Returns "Lake or Sea", which can be distinguished only by the values of `kind`. */
const waters = (mapping: Readonly<Record<string, 'Lake' | 'Sea'>>, more: object = {}) => ({
  oneOf: [{ $ref: '#/components/schemas/Lake' }, { $ref: '#/components/schemas/Sea' }],
  discriminator: { propertyName: 'kind', mapping, ...more },
})

export const SCHEMA_CASES: readonly SchemaCase[] = [
  {
    change: 'property-added-required',
    old: object({ a: text }, ['a']),
    new: object({ a: text, b: text }, ['a', 'b']),
    literal: `{ a: 'a' }`,
    use: 'value.a.trim()',
    answer: { a: 'a', b: 'b' },
  },
  {
    change: 'property-added-optional',
    old: object({ a: text }, ['a']),
    new: object({ a: text, b: text }, ['a']),
    literal: `{ a: 'a' }`,
    use: 'value.a.trim()',
    answer: { a: 'a', b: 'b' },
  },
  {
    change: 'property-added-to-closed-object',
    old: object({ a: text }, ['a'], { additionalProperties: false }),
    new: object({ a: text, b: text }, ['a'], { additionalProperties: false }),
    literal: `{ a: 'a' }`,
    use: 'value.a.trim()',
    answer: { a: 'a', b: 'b' },
  },
  {
    change: 'required-property-removed',
    old: object({ a: text, b: text }, ['a', 'b']),
    new: object({ a: text }, ['a']),
    literal: `{ a: 'a', b: 'b' }`,
    use: 'value.b.trim()',
    answer: { a: 'a' },
  },
  {
    change: 'optional-property-removed',
    old: object({ a: text, b: text }, ['a']),
    new: object({ a: text }, ['a']),
    literal: `{ a: 'a', b: 'b' }`,
    use: 'value.b?.trim()',
    answer: { a: 'a' },
  },
  {
    change: 'required-property-renamed',
    old: object({ a: text, petName: text }, ['a', 'petName']),
    new: object({ a: text, pet_name: text }, ['a', 'pet_name']),
    literal: `{ a: 'a', petName: 'b' }`,
    use: 'value.petName.trim()',
    answer: { a: 'a', pet_name: 'b' },
  },
  {
    change: 'optional-property-renamed',
    old: object({ a: text, color: text }, ['a']),
    new: object({ a: text, colour: text }, ['a']),
    literal: `{ a: 'a', color: 'b' }`,
    use: 'value.color?.trim()',
    answer: { a: 'a', colour: 'b' },
  },
  {
    change: 'property-became-required',
    old: object({ a: text, b: text }, ['a']),
    new: object({ a: text, b: text }, ['a', 'b']),
    literal: `{ a: 'a' }`,
    use: 'value.b?.trim()',
    answer: { a: 'a', b: 'b' },
  },
  {
    change: 'property-became-optional',
    old: object({ a: text, b: text }, ['a', 'b']),
    new: object({ a: text, b: text }, ['a']),
    literal: `{ a: 'a', b: 'b' }`,
    use: 'value.b.trim()',
    answer: { a: 'a' },
  },
  { change: 'type-changed', old: text, new: number, ...TEXT, answer: 4 },
  {
    change: 'type-widened',
    old: text,
    new: { type: ['string', 'number'] },
    ...TEXT,
    answer: 4,
  },
  {
    change: 'type-narrowed',
    old: { anyOf: [text, number] },
    new: text,
    literal: '4',
    use: `if (typeof value === 'number') value.toFixed()`,
    answer: 'a',
  },
  { change: 'type-added', old: {}, new: text, literal: '4', use: `typeof value === 'string'`, answer: 'a' },
  { change: 'type-removed', old: text, new: {}, ...TEXT, answer: 4 },
  { change: 'integer-became-number', old: { type: 'integer' }, new: number, ...NUMBER, answer: 1.5 },
  {
    change: 'number-became-integer',
    old: number,
    new: { type: 'integer' },
    literal: '1.5',
    use: 'value.toFixed()',
    answer: 1,
  },
  { change: 'became-nullable', old: text, new: { type: ['string', 'null'] }, ...TEXT, answer: null },
  {
    change: 'became-not-nullable',
    old: { oneOf: [text, { type: 'null' }] },
    new: text,
    literal: 'null',
    use: 'value?.trim()',
    answer: 'a',
  },
  {
    change: 'enum-value-added',
    old: { type: 'string', enum: ['a', 'b'] },
    new: { type: 'string', enum: ['a', 'b', 'c'] },
    literal: `'a'`,
    use: `switch (value) { case 'a': case 'b': break; default: { const never: never = value; void never } }`,
    answer: 'c',
  },
  {
    change: 'enum-value-removed',
    old: { type: 'string', enum: ['a', 'b', 'c'] },
    new: { type: 'string', enum: ['a', 'b'] },
    literal: `'c'`,
    use: `switch (value) { case 'c': break }`,
    answer: 'a',
  },
  { change: 'enum-added', old: text, new: { type: 'string', enum: ['x', 'y'] }, ...TEXT, answer: 'x' },
  {
    change: 'enum-removed',
    old: { type: 'string', enum: ['a', 'b'] },
    new: text,
    literal: `'a'`,
    use: `switch (value) { case 'a': case 'b': break; default: { const never: never = value; void never } }`,
    answer: 'zzz',
  },
  {
    change: 'format-added',
    old: text,
    new: { type: 'string', format: 'uuid' },
    ...TEXT,
    answer: '3f2b8c1e-9a4d-4c6f-8b7a-1d2e3f4a5b6c',
  },
  {
    change: 'format-removed',
    old: { type: 'string', format: 'date' },
    new: text,
    literal: `'2026-01-31'`,
    use: 'value.trim()',
    answer: 'soon',
  },
  {
    change: 'format-changed',
    old: { type: 'string', format: 'date' },
    new: { type: 'string', format: 'date-time' },
    literal: `'2026-01-31'`,
    use: 'value.trim()',
    answer: '2026-01-31T00:00:00Z',
  },
  {
    change: 'format-narrowed',
    old: { type: 'integer', format: 'int64' },
    new: { type: 'integer', format: 'int32' },
    literal: '3000000000',
    use: 'value.toFixed()',
    answer: 4,
  },
  {
    change: 'format-widened',
    old: { type: 'integer', format: 'int32' },
    new: { type: 'integer', format: 'int64' },
    ...NUMBER,
    answer: 3000000000,
  },
  {
    change: 'format-annotation-changed',
    old: { type: 'string', format: 'slug' },
    new: { type: 'string', format: 'handle' },
    ...TEXT,
    answer: 'any',
  },
  {
    change: 'minimum-raised',
    old: { ...number, minimum: 1 },
    new: { ...number, exclusiveMinimum: 4 },
    ...NUMBER,
    answer: 9,
  },
  {
    change: 'minimum-lowered',
    old: { ...number, minimum: 4 },
    new: { ...number, minimum: 1 },
    ...NUMBER,
    answer: 1,
  },
  { change: 'maximum-lowered', old: number, new: { ...number, maximum: 3 }, ...NUMBER, answer: 3 },
  {
    change: 'maximum-raised',
    old: { ...number, exclusiveMaximum: 5 },
    new: { ...number, maximum: 5 },
    ...NUMBER,
    answer: 5,
  },
  { change: 'min-length-raised', old: text, new: { ...text, minLength: 4 }, ...TEXT, answer: 'long' },
  { change: 'min-length-lowered', old: { ...text, minLength: 3 }, new: text, ...TEXT, answer: '' },
  { change: 'max-length-lowered', old: text, new: { ...text, maxLength: 2 }, ...TEXT, answer: 'ab' },
  {
    change: 'max-length-raised',
    old: { ...text, maxLength: 3 },
    new: { ...text, maxLength: 5 },
    ...TEXT,
    answer: 'abcde',
  },
  ...counted('items', { type: 'array', items: text }, { ...LIST, answer: ['a', 'a'], more: ['a', 'a', 'a'] }),
  ...counted(
    'properties',
    { type: 'object', additionalProperties: text },
    {
      literal: `{ a: 'a', b: 'b' }`,
      use: 'value.a',
      answer: { a: 'a', b: 'b' },
      more: { a: 'a', b: 'b', c: 'c' },
    },
  ),
  { change: 'pattern-added', old: text, new: { ...text, pattern: '^x' }, ...TEXT, answer: 'x' },
  { change: 'pattern-removed', old: { ...text, pattern: '^a' }, new: text, ...TEXT, answer: 'x' },
  {
    change: 'pattern-changed',
    old: { ...text, pattern: '^a' },
    new: { ...text, pattern: '^x' },
    ...TEXT,
    answer: 'x',
  },
  { change: 'multiple-of-added', old: number, new: { ...number, multipleOf: 3 }, ...NUMBER, answer: 3 },
  { change: 'multiple-of-removed', old: { ...number, multipleOf: 2 }, new: number, ...NUMBER, answer: 3 },
  {
    change: 'multiple-of-changed',
    old: { ...number, multipleOf: 2 },
    new: { ...number, multipleOf: 3 },
    ...NUMBER,
    answer: 3,
  },
  {
    change: 'unique-items-added',
    old: { type: 'array', items: text },
    new: { type: 'array', items: text, uniqueItems: true },
    ...LIST,
    answer: ['a'],
  },
  {
    change: 'unique-items-removed',
    old: { type: 'array', items: text, uniqueItems: true },
    new: { type: 'array', items: text },
    literal: `['a']`,
    use: 'value.map((item) => item.trim())',
    answer: ['a', 'a'],
  },
  {
    change: 'additional-properties-refused',
    old: object({ a: text }),
    new: object({ a: text }, [], { additionalProperties: false }),
    literal: `JSON.parse('{ "a": "a", "b": "b" }')`,
    use: 'value.a?.trim()',
    answer: { a: 'a' },
  },
  {
    change: 'additional-properties-allowed',
    old: object({ a: text }, [], { additionalProperties: false }),
    new: object({ a: text }),
    literal: `{ a: 'a' }`,
    use: 'value.a?.trim()',
    answer: { a: 'a', b: 'b' },
  },
  {
    change: 'alternative-added',
    old: pets('Dog', 'Cat'),
    new: pets('Dog', 'Cat', 'Fox'),
    literal: `{ kind: 'Dog', bark: 'loud' }`,
    use: `switch (value.kind) { case 'Dog': value.bark; break; case 'Cat': value.purr; break; default: { const never: never = value; void never } }`,
    answer: { kind: 'Fox', ring: 'ding' },
  },
  {
    change: 'alternative-removed',
    old: pets('Dog', 'Cat', 'Fox'),
    new: pets('Dog', 'Cat'),
    literal: `{ kind: 'Fox', ring: 'ding' }`,
    use: `if (value.kind === 'Fox') value.ring`,
    answer: { kind: 'Dog', bark: 'loud' },
  },
  {
    change: 'alternatives-became-exclusive',
    old: { anyOf: [object({ a: text }, ['a']), object({ b: text }, ['b'])] },
    new: { oneOf: [object({ a: text }, ['a']), object({ b: text }, ['b'])] },
    literal: `{ a: 'a', b: 'b' }`,
    use: `if ('a' in value) value.a.trim()`,
    answer: { a: 'a' },
  },
  {
    change: 'alternatives-no-longer-exclusive',
    old: { oneOf: [object({ a: text }, ['a']), object({ b: text }, ['b'])] },
    new: { anyOf: [object({ a: text }, ['a']), object({ b: text }, ['b'])] },
    literal: `{ a: 'a' }`,
    use: `if ('a' in value) value.a.trim()`,
    answer: { a: 'a', b: 'b' },
  },
  {
    change: 'discriminator-changed',
    old: told('kind'),
    new: told('sort'),
    literal: `{ kind: 'Bus', sort: 'other', seats: 3 }`,
    use: `const kind: 'Bus' | 'Tram' = value.kind; void kind`,
    answer: { kind: 'other', sort: 'Bus', seats: 3 },
  },
  {
    change: 'discriminator-value-removed',
    old: waters({ lake: 'Lake', pond: 'Lake', sea: 'Sea' }),
    new: waters({ lake: 'Lake', sea: 'Sea' }),
    literal: `{ kind: 'pond' }`,
    use: `if (value.kind === 'pond') value.fish?.trim()`,
    answer: { kind: 'lake' },
  },
  {
    change: 'discriminator-value-added',
    old: waters({ lake: 'Lake', sea: 'Sea' }),
    new: waters({ lake: 'Lake', pond: 'Lake', sea: 'Sea' }),
    literal: `{ kind: 'lake' }`,
    use: `switch (value.kind) { case 'lake': case 'sea': break; default: { const never: never = value; void never } }`,
    answer: { kind: 'pond' },
  },
  {
    change: 'discriminator-default-removed',
    old: waters({ lake: 'Lake', sea: 'Sea' }, { defaultMapping: 'Lake' }),
    new: waters({ lake: 'Lake', sea: 'Sea' }),
    literal: `JSON.parse('{ "kind": "puddle" }')`,
    use: `value.kind.trim()`,
    answer: { kind: 'lake' },
  },
  {
    change: 'discriminator-default-added',
    old: waters({ lake: 'Lake', sea: 'Sea' }),
    new: waters({ lake: 'Lake', sea: 'Sea' }, { defaultMapping: 'Lake' }),
    literal: `{ kind: 'lake' }`,
    use: `value.kind.trim()`,
    answer: { kind: 'puddle' },
  },
  { change: 'constraint-added', old: text, new: { ...text, not: { const: 'abc' } }, ...TEXT, answer: 'x' },
  { change: 'constraint-removed', old: { ...text, not: { const: 'x' } }, new: text, ...TEXT, answer: 'x' },
  {
    change: 'constraint-changed',
    old: { ...text, not: { const: 'x' } },
    new: { ...text, not: { const: 'abc' } },
    ...TEXT,
    answer: 'x',
  },
  {
    change: 'default-changed',
    old: { ...text, default: 'a' },
    new: { ...text, default: 'b' },
    ...TEXT,
    answer: 'c',
  },
  { change: 'schema-deprecated', old: text, new: { ...text, deprecated: true }, ...TEXT, answer: 'c' },
  {
    change: 'property-removed-from-closed-object',
    old: object({ a: text, b: text }, [], { additionalProperties: false }),
    new: object({ a: text }, [], { additionalProperties: false }),
    literal: `{ a: 'a', b: 'b' }`,
    use: 'value.b?.trim()',
    answer: { a: 'a' },
  },
]

/** Returns the four possible changes to the limits on the number of items or properties. */
function counted(
  of: 'items' | 'properties',
  schema: object,
  { more, ...rest }: Pick<SchemaCase, 'literal' | 'use' | 'answer'> & { readonly more: unknown },
): readonly SchemaCase[] {
  const name = of === 'items' ? 'Items' : 'Properties'
  const few = of === 'items' ? [] : {}
  return [
    { change: `min-${of}-raised`, old: schema, new: { ...schema, [`min${name}`]: 3 }, ...rest, answer: more },
    { change: `min-${of}-lowered`, old: { ...schema, [`min${name}`]: 2 }, new: schema, ...rest, answer: few },
    { change: `max-${of}-lowered`, old: schema, new: { ...schema, [`max${name}`]: 1 }, ...rest, answer: few },
    { change: `max-${of}-raised`, old: { ...schema, [`max${name}`]: 2 }, new: schema, ...rest, answer: more },
  ]
}

/** Schemas to which cases refer. */
export const SHARED_SCHEMAS = {
  Bus: object({ kind: text, sort: text, seats: number }, ['kind', 'sort', 'seats']),
  Lake: object({ kind: text, fish: text }, ['kind']),
  Sea: object({ kind: text, salt: number }, ['kind']),
  Tram: object({ kind: text, sort: text, rails: number }, ['kind', 'sort', 'rails']),
}
