import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createValidator, type JsonSchema, type StandardSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  BacktrackingSchema,
  BookingSchema,
  CodedSchema,
  DatedSchema,
  NestedSchema,
} from '../../golden/schemas-of-forms/expected/schemas.ts'

const golden = resolve(import.meta.dirname, '../../golden/schemas-of-forms')
const { components } = parse(readFileSync(resolve(golden, 'openapi.yaml'), 'utf8'))
const definitions: Record<string, JsonSchema> = JSON.parse(
  JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
)

describe('a compiler that knows only the words of its schemas says what one says that knows all', () => {
  const booking = { room: 'single', guest: 'Ada', nights: 1 }
  const nested = { guest: { name: 'Ada' }, rooms: ['single'], payment: { kind: 'card', number: '1' } }
  test.each<[string, StandardSchema<unknown>, unknown[]]>([
    [
      'Booking',
      BookingSchema,
      [booking, {}, 1, { ...booking, email: 'x', nights: 31, room: 'y', guest: '' }],
    ],
    ['Coded', CodedSchema, [{ code: 'AB1234' }, { code: 'x' }, { code: 1, guest: 'x'.repeat(81) }]],
    [
      'Dated',
      DatedSchema,
      [
        { from: '2026-01-01', to: '2026-02-30', paid_at: 'x' },
        { from: 1, to: '2026-01-01' },
      ],
    ],
    [
      'Nested',
      NestedSchema,
      [
        nested,
        { ...nested, more: 1, rooms: [] },
        { ...nested, rooms: ['x'], payment: { kind: 'transfer', iban: 1 } },
        { ...nested, payment: { kind: 'Cash' }, guest: { age: -1 } },
        { ...nested, payment: 1 },
      ],
    ],
    ['Backtracking', BacktrackingSchema, [{ code: 'aaa' }, { code: 'b' }]],
  ])('%s', (name, own, values) => {
    const all = createValidator(definitions)({ $ref: `#/$defs/${name}` })
    for (const value of values)
      expect(own['~standard'].validate(value)).toEqual(all['~standard'].validate(value))
  })
})

test('a pattern that backtracks runs in the linear engine', () => {
  const { issues } = BacktrackingSchema['~standard'].validate({ code: `${'a'.repeat(100_000)}!` })
  expect(issues).toEqual([{ message: 'must match the pattern "^(a+)+$"', path: ['code'] }])
})
