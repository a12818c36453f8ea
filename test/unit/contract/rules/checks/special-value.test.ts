import { schemaIn } from '@concordat/contract/document'
import { expect, test } from 'vitest'
import {
  SPECIAL_KINDS,
  type SpecialKind,
  specialValue,
} from '../../../../../runtime/contract/rules/checks/round-trip/special-value.ts'

const FOREIGN = expect.stringMatching(/^ ?🚲ë東 Zoë .*"q"/)

const cases: readonly [string, object, Partial<Record<SpecialKind, unknown>>][] = [
  [
    'a time',
    { type: 'string', format: 'date-time' },
    {
      least: '2031-03-05T23:30:00-11:00',
      greatest: '2031-03-06T12:34:56+23:59',
      foreign: '2030-06-15T12:34:56+05:45',
    },
  ],
  ['a date', { type: 'string', format: 'date' }, { foreign: '2028-02-29' }],
  [
    'an integer without bounds',
    { type: 'integer' },
    { least: -9007199254740991, greatest: 9007199254740991 },
  ],
  [
    'an integer of 32 bits',
    { type: 'integer', format: 'int32', minimum: 0 },
    { least: 0, greatest: 2147483647 },
  ],
  [
    'a list of choices',
    { type: 'array', items: { enum: ['a', 'c', 'b'], type: 'string' } },
    { empty: [], foreign: ['b', 'c', 'a', 'b'] },
  ],
  [
    'a list of objects',
    { type: 'array', items: { type: 'object', properties: { size: { type: 'integer', maximum: 9 } } } },
    { empty: [], least: [{ size: -9007199254740991 }], greatest: [{ size: 9 }] },
  ],
  [
    'a tuple',
    {
      type: 'array',
      prefixItems: [{ type: 'integer', maximum: 9 }, { enum: ['a'] }],
      items: false,
      minItems: 2,
    },
    { empty: [], least: [-9007199254740991, 'a'], greatest: [expect.any(Number), 'a'] },
  ],
  [
    'a list of at most two texts',
    { type: 'array', maxItems: 2, items: { type: 'string', minLength: 1, maxLength: 3 } },
    { empty: [], least: ['w'], greatest: ['www', 'www'], foreign: expect.arrayContaining(['🚲ë東']) },
  ],
  ['an object of numbers', { type: 'object', additionalProperties: { type: 'number' } }, { empty: {} }],
  [
    'a text without bounds',
    { type: 'string' },
    { empty: '', long: 'w'.repeat(3000), alike: 'one\n\ttwo', foreign: FOREIGN },
  ],
  [
    'a text of at least eight characters',
    { type: 'string', minLength: 8, maxLength: 9 },
    {
      ...{ empty: '', least: 'wwwwwwww', greatest: 'wwwwwwwww' },
      ...{ alike: '00007.10', foreign: expect.stringMatching(/^🚲ë東/) },
    },
  ],
  [
    'a share',
    { type: 'number', minimum: 0, maximum: 1 },
    { least: 0, greatest: 1, alike: 0.123456789, foreign: 0.29 },
  ],
  ['a price', { type: 'number', multipleOf: 0.01 }, { foreign: 4.35 }],
  [
    'a text of three characters',
    { type: ['string', 'null'], maxLength: 3 },
    { null: null, empty: '', greatest: 'www', foreign: '🚲ë東' },
  ],
]

test.each(cases)('%s has its edges', (_name, schema, expected) => {
  const made = SPECIAL_KINDS.flatMap((kind) => {
    const special = specialValue(schemaIn({ definitions: {} }, schema), kind)
    return special === undefined ? [] : [[kind, special.value]]
  })
  expect(Object.fromEntries(made)).toEqual(expected)
})

test('a list without room for a twin comes in descending order', () => {
  const schema = schemaIn({ definitions: {} }, { type: 'array', items: { type: 'string' }, maxItems: 2 })
  const list = specialValue(schema, 'foreign')?.value as string[]
  expect(list).toHaveLength(2)
  expect(list.toSorted()).toEqual(list.toReversed())
})

test('an object of any members gets names and values of every kind', () => {
  const schema = schemaIn({ definitions: {} }, { type: 'object', additionalProperties: true })
  const made = specialValue(schema, 'foreign')
  expect(made?.value).toEqual({
    [String(Object.keys(Object(made?.value))[0])]: FOREIGN,
    list: expect.any(Array),
    inner: expect.any(Object),
  })
  expect(Object.keys(Object(made?.value))[0]).toEqual(FOREIGN)
})

test.each([
  [{ type: 'integer', minimum: 1, maximum: 5 }, 'minimum', 'maximum'],
  [{ type: 'string', minLength: 2, maxLength: 5 }, 'minLength', 'maxLength'],
  [
    { type: 'object', properties: { size: { type: 'integer', minimum: 1, maximum: 5 } } },
    'minimum',
    'maximum',
  ],
  [{ type: 'integer', maximum: 2 ** 63 }, undefined, undefined],
  [{ type: 'string' }, undefined, undefined],
])('the edges of %j are named by %s and %s', (schema, least, greatest) => {
  const boundOf = (kind: SpecialKind): string | undefined =>
    specialValue(schemaIn({ definitions: {} }, schema), kind)?.bound
  expect([boundOf('least'), boundOf('greatest')]).toEqual([least, greatest])
})

test('a text of foreign characters has what normalisation and decoders change', () => {
  const text = String(specialValue(schemaIn({ definitions: {} }, { type: 'string' }), 'foreign')?.value)
  const changed = [
    ...(['NFC', 'NFD', 'NFKC'] as const).map((form) => text.normalize(form)),
    ...[text.replaceAll('+', ' '), text.replaceAll('%41', 'A'), text.replaceAll('&amp;', '&')],
    ...[text.replaceAll("'", "''"), text.replaceAll(/ +/g, ' '), text.replaceAll('\u200d', ''), text.trim()],
  ]
  expect(changed).not.toContain(text)
})
