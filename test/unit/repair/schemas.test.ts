import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import { expect, test } from 'vitest'
import { answering, exchange, repaired } from './repaired.ts'

const thing = (own: object, rest: object = {}) => ({ type: 'object', properties: { a: own }, ...rest })
const SCHEMA = '/paths/~1things/get/responses/200/content/application~1json/schema'
const few = (value: unknown) => [value, value, value].map((a) => ({ a }))

/** Schemas that responses violate, the responses, and the resulting schema of the property "a". */
const MEMBERS: readonly [
  why: string,
  openapi: string,
  own: object,
  answers: readonly object[],
  now: object,
][] = [
  ['null, in 3.1', '3.1.0', { type: 'string' }, [{ a: null }, { a: 'x' }], { type: ['string', 'null'] }],
  [
    'null beside several types',
    '3.1.0',
    { type: ['string', 'integer'] },
    [{ a: null }],
    { type: ['string', 'integer', 'null'] },
  ],
  ['null, in 3.0', '3.0.3', { type: 'string' }, [{ a: null }], { type: 'string', nullable: true }],
  [
    'null beside values that are listed',
    '3.1.0',
    { type: 'string', enum: ['x'] },
    [{ a: null }],
    { type: ['string', 'null'], enum: ['x', null] },
  ],
  ['another type', '3.1.0', { type: 'integer' }, few('x'), { type: 'string' }],
  [
    'another type beside the documented one',
    '3.1.0',
    { type: 'integer' },
    [{ a: 1 }, ...few('x')],
    { type: ['string', 'integer'] },
  ],
  [
    'two types, in 3.0',
    '3.0.3',
    { type: 'integer' },
    [{ a: 1 }, { a: 'x' }],
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  ],
  ['a number with a fraction', '3.1.0', { type: 'integer' }, [{ a: 1.5 }, { a: 2 }], { type: 'number' }],
  [
    'a value that is not listed',
    '3.1.0',
    { type: 'string', enum: ['x'] },
    few('y'),
    { type: 'string', enum: ['x', 'y'] },
  ],
  ['a value beside a constant', '3.1.0', { const: 'x' }, few('y'), { enum: ['x', 'y'] }],
  [
    'another format',
    '3.1.0',
    { type: 'string', format: 'date-time' },
    few('2020-01-01'),
    { type: 'string', format: 'date' },
  ],
  ['no format', '3.1.0', { type: 'string', format: 'date-time' }, few('soon'), { type: 'string' }],
  ['a text that is too long', '3.1.0', { type: 'string', maxLength: 2 }, few('long'), { type: 'string' }],
  ['a text of another pattern', '3.1.0', { type: 'string', pattern: '^a$' }, few('b'), { type: 'string' }],
  ['a number below', '3.1.0', { type: 'integer', minimum: 5 }, few(1), { type: 'integer' }],
  [
    'too many items',
    '3.1.0',
    { type: 'array', items: { type: 'integer' }, maxItems: 1 },
    few([1, 2]),
    { type: 'array', items: { type: 'integer' } },
  ],
  [
    'a value of no alternative',
    '3.1.0',
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    few(true),
    { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }] },
  ],
  [
    'a value of several alternatives',
    '3.1.0',
    { oneOf: [{ type: 'number' }, { type: 'integer' }] },
    few(1),
    { anyOf: [{ type: 'number' }, { type: 'integer' }] },
  ],
]

test.each(MEMBERS)('%s', async (_, openapi, own, answers, now) => {
  const document = answering(thing(own), { openapi })
  const { after, left } = await repaired(
    document,
    answers.map((answer) => exchange({ answer })),
  )
  expect(left).toEqual([])
  expect(valueAt(after.model.document, stepsOf(`${SCHEMA}/properties/a`))).toEqual(now)
})

test.each<readonly [string, object, unknown, string]>([
  [
    'an object',
    { enum: ['x'] },
    { b: 1 },
    'The undocumented values that were seen are too many or too large for an enum',
  ],
  [
    'a long text',
    { enum: ['x'] },
    'y'.repeat(80),
    'The undocumented values that were seen are too many or too large for an enum',
  ],
  [
    'a text of no other format',
    { type: 'string', format: 'uuid' },
    '2024-01-01',
    'Values do not have the format uuid: too few were seen to recognize another format',
  ],
  [
    'characters of two code units',
    { type: 'string', maxLength: 2 },
    '🚲🚲🚲',
    'Values violate "maxLength" 2: string lengths of 3 were seen',
  ],
  [
    'a text of another pattern',
    { type: 'string', pattern: '^a$' },
    'b',
    'Values violate "pattern" "^a$": invalid values were seen (1)',
  ],
  [
    'a missing member',
    { type: 'object', dependentRequired: { b: ['c'] } },
    { b: 1 },
    'Values violate "dependentRequired": "c" was absent',
  ],
])('the difference of %s says what was seen', async (_, own, value, says) => {
  const { differences } = await repaired(answering(thing(own), { openapi: '3.1.0' }), [
    exchange({ answer: { a: value } }),
  ])
  expect(differences.map((difference) => difference.says)).toEqual([says])
})

test('a required member that is absent is not required any more, and the list goes with its last name', async () => {
  const document = answering({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer' } },
    required: ['a', 'b'],
  })
  const { overlay, after } = await repaired(document, [
    exchange({ answer: { b: 1 } }),
    exchange({ answer: { a: 'x' } }),
  ])
  expect(overlay.actions.map(({ target, remove }) => ({ target, remove }))).toEqual([
    {
      target:
        "$.paths['/things'].get.responses['200'].content['application/json'].schema.required[?(@ == 'a')]",
      remove: true,
    },
    {
      target: "$.paths['/things'].get.responses['200'].content['application/json'].schema.required",
      remove: true,
    },
  ])
  expect(valueAt(after.model.document, stepsOf(SCHEMA))).not.toHaveProperty('required')
})

test('a member that the schema forbids, or does not name, is named with what it was', async () => {
  for (const closed of [{ additionalProperties: false }, {}]) {
    const answer = { a: 'x', b: [{ c: 1, d: null }] }
    const document = answering(thing({ type: 'string' }, closed))
    const { after, taken } = await repaired(
      document,
      [1, 2, 3].map(() => exchange({ answer })),
    )
    expect(valueAt(after.model.document, stepsOf(`${SCHEMA}/properties/b`))).toEqual({
      type: 'array',
      items: { type: 'object', properties: { c: { type: 'integer' }, d: { type: 'null' } } },
    })
    expect(taken.map(({ certainty, evidence }) => [certainty, evidence.seen, evidence.of])).toEqual([
      ['possible', 3, 3],
    ])
  }
})

test('null where a reference stands changes the reference, and not the schema that others refer to', async () => {
  const $ref = '#/components/schemas/Owner'
  const components = { schemas: { Owner: { type: 'object', properties: { id: { type: 'integer' } } } } }
  const traffic = [exchange({ answer: { a: null } }), exchange({ answer: { a: { id: 1 } } })]
  const expected: Readonly<Record<string, object>> = {
    '3.1.0': { anyOf: [{ $ref }, { type: 'null' }] },
    '3.0.3': { allOf: [{ $ref }], nullable: true },
  }
  for (const [openapi, now] of Object.entries(expected)) {
    const { after, left } = await repaired(answering(thing({ $ref }), { openapi, components }), traffic)
    expect(left).toEqual([])
    expect(valueAt(after.model.document, stepsOf(`${SCHEMA}/properties/a`))).toEqual(now)
    expect(after.model.document.components?.schemas).toEqual(components.schemas)
  }
})

test('names that are data become a map, and no list of members', async () => {
  const answer = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [String(1000 + index), index]))
  const document = answering(thing({ type: 'string' }, { additionalProperties: false }))
  const { after, taken } = await repaired(document, [exchange({ answer })])
  expect(taken).toHaveLength(1)
  expect(valueAt(after.model.document, stepsOf(SCHEMA))).toMatchObject({
    additionalProperties: true,
    properties: { a: {} },
  })
})

test('what fits is left alone, and members that no answer had are named', async () => {
  const schema = thing(
    { type: 'string' },
    { properties: { a: { type: 'string' }, never: { type: 'string' } } },
  )
  const { overlay, unseen, left } = await repaired(
    answering(schema),
    Array.from({ length: 12 }, () => exchange({ answer: { a: 'x' } })),
  )
  expect(overlay.actions).toEqual([])
  expect(left).toEqual([])
  expect(unseen).toEqual([{ pointer: `#${SCHEMA}`, names: ['never'], of: 12 }])
})
