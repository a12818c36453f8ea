import { expect, test } from 'vitest'
import { compareSchemas, kindsOf, toldOf } from './compare.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const list = { type: 'array', items: text }
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const schemas = { A: object({ a: text }), B: object({ b: text }), C: object({ c: text }) }
const both = (change: string) => [`request-${change}`, `response-${change}`]

test.each<[string, object, object, string]>([
  ['one reference', { oneOf: [ref('A')] }, { oneOf: [ref('A'), ref('B')] }, 'B'],
  ['a reference', ref('A'), { oneOf: [ref('A'), ref('B')] }, 'B'],
  ['two references', { oneOf: [ref('A'), ref('B')] }, { oneOf: [ref('A'), ref('B'), ref('C')] }, 'C'],
  ['plain types', { anyOf: [text, integer] }, { anyOf: [text, integer, list] }, 'array'],
  ['a list of types', { type: ['string', 'integer'] }, { anyOf: [integer, text, list] }, 'array'],
  [
    'titled types',
    { anyOf: [text, integer], title: 'V' },
    { anyOf: [text, integer, list], title: 'V' },
    'array',
  ],
  ['an object', schemas.A, { anyOf: [schemas.A, list] }, 'array'],
  ['a null', { anyOf: [text, { type: 'null' }] }, { anyOf: [text, { type: 'null' }, ref('A')] }, 'A'],
  ['an enumeration', { enum: ['a', 'b'] }, { anyOf: [{ enum: ['a', 'b'] }, integer] }, 'integer'],
  [
    'objects',
    { oneOf: [schemas.A, schemas.B] },
    { oneOf: [schemas.C, schemas.B, schemas.A] },
    'object with c',
  ],
  ['a union', { oneOf: [ref('A'), ref('B')] }, { oneOf: [ref('U'), ref('C')] }, 'C'],
])('%s can be one more, and one less the other way round', async (_, old, now, name) => {
  const components = { ...schemas, U: { oneOf: [ref('A'), ref('B')] } }
  const [added, ...more] = await compareSchemas(old, now, components)
  expect(added).toMatchObject({ kind: 'request-alternative-added', is: name })
  expect(more.map(({ kind }) => kind)).toEqual(['response-alternative-added'])
  const [removed, ...less] = await compareSchemas(now, old, components)
  expect(removed).toMatchObject({ kind: 'request-alternative-removed', was: name })
  expect(less.map(({ kind }) => kind)).toEqual(['response-alternative-removed'])
})

const kind = (value: string, more: object = {}) => object({ kind: { const: value }, ...more })

test.each<[string, readonly object[]]>([
  ['objects', [schemas.A, schemas.B]],
  ['references', [ref('A'), ref('B')]],
  [
    'an object that may lack what tells it apart',
    [kind('a'), object({ kind: { const: 'b' } }, [])].map((each) => ({ ...each, required: [] })),
  ],
  ['numbers', [integer, { type: 'number' }]],
  ['lists of values', [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }]],
  [
    'a text and some texts',
    [
      { type: 'string', maxLength: 3 },
      { type: 'string', pattern: '^a' },
    ],
  ],
  ['lists that may be empty', [list, { type: 'array', items: integer, maxItems: 2 }]],
  ['types with null', [{ type: ['string', 'null'], minLength: 1 }, { type: ['integer', 'null'] }]],
  ['a schema of any type', [{ minLength: 2 }, { type: 'string', maxLength: 5 }]],
])('%s: values that fit several alternatives are refused from then on', async (_, members) => {
  const [any, one] = [{ anyOf: members }, { oneOf: members }]
  expect(await kindsOf(any, one, schemas)).toEqual(both('alternatives-became-exclusive'))
  expect(await kindsOf(one, any, schemas)).toEqual(both('alternatives-no-longer-exclusive'))
  expect(await kindsOf(one, { oneOf: members.toReversed() }, schemas)).toEqual([])
})

test.each<[string, readonly object[], object]>([
  ['types', [text, integer], {}],
  ['types that say more', [{ type: 'string', maxLength: 3 }, schemas.A], {}],
  ['constants', [kind('a', { a: text }), kind('b', { b: text })], {}],
  ['constants of constants', [object({ meta: kind('a') }), object({ meta: kind('b') })], {}],
  ['a constant that one of them needs', [kind('a'), object({ kind: { const: 'b' } }, [])], {}],
  ['lists of values', [{ enum: ['a', 'b'] }, { enum: ['c'] }], {}],
  [
    'bounds',
    [
      { type: 'integer', maximum: 3 },
      { type: 'number', minimum: 4 },
    ],
    {},
  ],
  ['a closed object', [{ ...schemas.A, additionalProperties: false }, schemas.B], {}],
  [
    'items',
    [
      { ...list, minItems: 1 },
      { type: 'array', items: integer },
    ],
    {},
  ],
  [
    'a discriminator',
    [ref('A'), ref('B')],
    { discriminator: { propertyName: 'kind', mapping: { a: 'A', b: 'B' } } },
  ],
])('alternatives that %s keep apart are the same in anyOf and oneOf', async (_, members, more) => {
  const components = { ...schemas, A: kind('a'), B: kind('b') }
  const given = 'discriminator' in more ? components : schemas
  const [any, one] = [
    { anyOf: members, ...more },
    { oneOf: members, ...more },
  ]
  expect(await kindsOf(any, one, given)).toEqual([])
  expect(await kindsOf(one, any, given)).toEqual([])
})

test.each<[string, object, object, string]>([
  [
    'of plain types',
    { anyOf: [text, integer] },
    { anyOf: [{ ...text, format: 'uuid' }, integer] },
    'format-added',
  ],
  [
    'of a list of types',
    { type: ['string', 'integer'] },
    { anyOf: [{ ...text, maxLength: 3 }, integer] },
    'max-length-lowered',
  ],
  ['of numbers', { anyOf: [list, integer] }, { anyOf: [list, { type: 'number' }] }, 'integer-became-number'],
  ['and null', { anyOf: [list, integer] }, { anyOf: [list, integer, { type: 'null' }] }, 'became-nullable'],
])('a change inside of a union %s is told as that change alone', async (_, old, now, change) => {
  expect(await kindsOf(old, now)).toEqual(both(change))
})

test('a change inside of an alternative without a name is told of the member that changed', async () => {
  const card = object({ kind: { const: 'card' }, number: text })
  const bank = (account: object) => object({ kind: { const: 'bank' }, account })
  const pay = (...branches: object[]) => object({ by: { oneOf: branches } })
  const components = {
    old: { Pay: pay(card, bank(text)) },
    new: { Pay: pay(bank({ ...text, maxLength: 9 }), card, object({ kind: { const: 'cash' } })) },
  }
  expect(await toldOf(ref('Pay'), ref('Pay'), components)).toEqual([
    'request-alternative-added Pay.by',
    'response-alternative-added Pay.by',
    'request-max-length-lowered Pay.by.account',
    'response-max-length-lowered Pay.by.account',
  ])
})

test('lists of several types differ in one of them', async () => {
  const lists = (...items: object[]) =>
    object({ v: { anyOf: items.map((of) => ({ type: 'array', items: of })) } })
  expect(await toldOf(lists(text, integer), lists({ ...text, minLength: 1 }, integer))).toEqual([
    'request-min-length-raised request body.v[]',
    'response-min-length-raised body of response 200.v[]',
  ])
})

test('an alternative that is only called differently is the same one', async () => {
  const components = { old: { Cat: schemas.A, Dog: schemas.B }, new: { Feline: schemas.A, Dog: schemas.B } }
  const old = { oneOf: [ref('Cat'), ref('Dog')] }
  expect(await kindsOf(old, { oneOf: [ref('Feline'), ref('Dog')] }, components)).toEqual([])
})

test('alternatives beside properties constrain the object, none of them is new', async () => {
  const base = object({ id: text, a: text, b: text }, ['id'])
  const beside = {
    ...base,
    anyOf: [{ properties: { a: { const: 'x' } } }, { properties: { b: { const: 'y' } } }],
  }
  expect(await kindsOf(base, beside)).toEqual(both('constraint-added'))
  expect(await kindsOf(beside, base)).toEqual(both('constraint-removed'))
})

test('an object becomes one for each value of a property, and the opposite', async () => {
  const message = (role: object, more: object = {}) =>
    object({ role, content: text, ...more }, ['role', 'content'])
  const one = message({ enum: ['user', 'system', 'tool'] })
  const many = { oneOf: ['user', 'system', 'tool'].map((role) => message({ const: role })) }
  expect(await kindsOf(one, many)).toEqual([])
  expect(await kindsOf(many, one)).toEqual([])
  const fewer = { oneOf: [message({ const: 'user' }, { name: text }), message({ const: 'system' })] }
  const [removed, ...others] = await compareSchemas(one, fewer)
  expect(removed).toMatchObject({
    kind: 'request-alternative-removed',
    was: 'object with role "tool"',
  })
  expect(others.map(({ kind }) => kind)).toEqual([
    'request-property-added-optional',
    'response-alternative-removed',
    'response-property-added-optional',
  ])
})

test('an object that only shares the value of a property is another one', async () => {
  const [id, a, b, c] = [text, text, text, text]
  const file = object({ type: { const: 'file' }, id, a, b, c })
  const folder = object({ type: { const: 'folder' }, id, a, b, c })
  const item = object({ type: { enum: ['file', 'folder'] } })
  expect(await kindsOf({ oneOf: [file, folder] }, item)).toEqual([
    'request-alternative-removed',
    'request-alternative-removed',
    'request-alternative-added',
    'response-alternative-removed',
    'response-alternative-removed',
    'response-alternative-added',
  ])
})

test('values that are suggested beside any text are no part of the contract', async () => {
  const open = (...values: string[]) => ({ anyOf: [text, { type: 'string', enum: values }] })
  expect(await kindsOf(open('a', 'b', 'c'), open('c', 'd'))).toEqual([])
  expect(await kindsOf(open('a'), { enum: ['a'] })).toEqual(both('enum-added'))
  expect(await kindsOf({ anyOf: [list, { enum: ['a'] }] }, { anyOf: [list, open('a')] })).toEqual(
    both('enum-removed'),
  )
})

test('lists of values that share one are one alternative', async () => {
  const of = (...values: string[]) => ({ anyOf: [list, { enum: values }] })
  expect(await kindsOf(of('a', 'b', 'c', 'd', 'e'), of('a'))).toEqual(both('enum-value-removed'))
})

const Cat = object({ kind: text, a: text }, ['kind'])
const Dog = object({ kind: text, b: text }, ['kind'])
const pets = (mapping: Readonly<Record<string, string>>, more: object = {}) => ({
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: {
    propertyName: 'kind',
    mapping: Object.fromEntries(Object.entries(mapping).map(([key, name]) => [key, ref(name).$ref])),
    ...more,
  },
})

test.each<[string, object, object, readonly string[]]>([
  [
    'renamed',
    pets({ cat: 'Cat', dog: 'Dog' }),
    pets({ feline: 'Cat', dog: 'Dog' }),
    ['value-removed Cat kind "cat"', 'value-added Cat kind "feline"'],
  ],
  [
    'swapped',
    pets({ cat: 'Cat', dog: 'Dog' }),
    pets({ cat: 'Dog', dog: 'Cat' }),
    [
      'value-removed Cat kind "cat"',
      'value-added Cat kind "dog"',
      'value-removed Dog kind "dog"',
      'value-added Dog kind "cat"',
    ],
  ],
  ['added', pets({ cat: 'Cat' }), pets({ cat: 'Cat', tom: 'Cat' }), ['value-added Cat kind "tom"']],
  ['removed', pets({ cat: 'Cat', tom: 'Cat' }), pets({ cat: 'Cat' }), ['value-removed Cat kind "tom"']],
  [
    'implicit',
    pets({}),
    pets({ dog: 'Dog' }),
    ['value-removed Dog kind "Dog"', 'value-added Dog kind "dog"'],
  ],
  [
    'the default',
    pets({}, { defaultMapping: 'Cat' }),
    pets({}, { defaultMapping: 'Dog' }),
    ['default-removed request body Cat', 'default-added request body Dog'],
  ],
])('values of a discriminator that change are told: %s', async (_, old, now, expected) => {
  const changes = await compareSchemas(old, now, { Cat, Dog })
  const told = changes
    .filter(({ kind }) => kind.startsWith('request-'))
    .map(({ kind, label, was, is }) => `${kind.replace('request-discriminator-', '')} ${label} ${was ?? is}`)
  expect(told).toEqual(expected)
  expect(changes).toHaveLength(2 * expected.length)
})

test('a value that the property lists itself is told of once', async () => {
  const cat = (kind: string) => object({ kind: { const: kind } })
  const components = { old: { Cat: cat('cat'), Dog }, new: { Cat: cat('feline'), Dog } }
  expect(
    await toldOf(pets({ cat: 'Cat', dog: 'Dog' }), pets({ feline: 'Cat', dog: 'Dog' }), components),
  ).toEqual([
    'request-enum-value-removed Cat.kind',
    'request-enum-value-added Cat.kind',
    'response-enum-value-removed Cat.kind',
    'response-enum-value-added Cat.kind',
  ])
})

test('properties of alternatives beside others are neither new nor gone', async () => {
  const base = object({ id: text, a: text, b: integer }, ['id'])
  const beside = { ...object({ id: text }, ['id']), oneOf: [object({ a: text }), object({ b: integer })] }
  expect(await kindsOf(base, beside)).toEqual(both('constraint-added'))
  expect(await kindsOf(beside, base)).toEqual(both('constraint-removed'))
})

test('values of one enumeration are one change', async () => {
  const values = (count: number) => ({ enum: Array.from({ length: count }, (_, index) => index) })
  const [added, ...others] = await compareSchemas(values(2), values(10))
  expect(added).toMatchObject({ kind: 'request-enum-value-added', is: '2, 3, 4, 5, 6, 7 and 2 more' })
  expect(others.map(({ kind }) => kind)).toEqual(['response-enum-value-added'])
})

test('schemas that inherit from one with a discriminator are its alternatives', async () => {
  const kind = (property: object) => ({ allOf: [ref('Pet'), object(property)] })
  const Pet = { ...object({ kind: text }), discriminator: { propertyName: 'kind' } }
  const old = { Pet, Cat: kind({ a: text }), Dog: kind({ b: text }) }
  const more = {
    Pet,
    Cat: kind({ a: { ...text, maxLength: 9 } }),
    Dog: kind({ b: text }),
    Fox: kind({ c: text }),
  }
  expect(await toldOf(ref('Pet'), ref('Pet'), { old, new: more })).toEqual([
    'request-alternative-added Pet',
    'response-alternative-added Pet',
    'request-max-length-lowered Cat.a',
    'response-max-length-lowered Cat.a',
  ])
  const mapped = { ...Pet, discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } } }
  expect(await toldOf(ref('Pet'), ref('Pet'), { old, new: { ...old, Pet: mapped } })).toEqual([
    'request-discriminator-value-removed Cat',
    'request-discriminator-value-added Cat',
    'response-discriminator-value-removed Cat',
    'response-discriminator-value-added Cat',
  ])
  // Cat itself allows only its own kind.
  expect(await kindsOf(ref('Cat'), ref('Cat'), { old, new: { ...old, Fox: kind({ c: text }) } })).toEqual([])
})
