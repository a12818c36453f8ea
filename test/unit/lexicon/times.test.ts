import { isDateOrTime, isTimeCloseTo } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'
import { isSameToClients } from '../../../runtime/contract/rules/evidence/client-members.ts'

test.each([
  ['2026-01-31', true],
  ['2026-01-31T12:00:00Z', true],
  ['2026-01-31T12:00:00.123456', true],
  ['2026-01-31 12:00:00+02:00', true],
  ['2026-01-31 12:00', true],
  ['2026-01-31-report', false],
  ['31 January 2026', false],
  [20260131, false],
])('%s is a date or a time: %s', (value, isTime) => {
  expect(isDateOrTime(value)).toBe(isTime)
})

const NOON = Date.parse('2026-01-31T12:00:00Z')
const MINUTE_MS = 60_000

test.each([
  ['in RFC 3339', '2026-01-31T12:00:30Z'],
  ['in another zone', '2026-01-31T14:00:30+02:00'],
  ['in UTC, without a zone', '2026-01-31T12:00:30.123456'],
  ['in UTC, without a zone and a T', '2026-01-31 12:00:30'],
  ['for HTTP', 'Sat, 31 Jan 2026 12:00:30 GMT'],
  ['in seconds', NOON / 1000],
  ['in milliseconds', NOON + 1],
])('a time %s is close to another', (_, value) => {
  expect(isTimeCloseTo(value, NOON, MINUTE_MS)).toBe(true)
  expect(isTimeCloseTo(value, NOON + 10 * MINUTE_MS, MINUTE_MS)).toBe(false)
})

test('a time without a zone can also be that of this machine', () => {
  const text = '2026-01-31 12:00:30'
  expect(isTimeCloseTo(text, Date.parse(text), MINUTE_MS)).toBe(true)
})

test.each(['2026-01-31', 'noon', true, null, undefined])('%s is not close to a moment', (value) => {
  expect(isTimeCloseTo(value, NOON, MINUTE_MS)).toBe(false)
})

test('a time without a zone that a response sets is no change by a client, wherever the tests run', () => {
  const headers = new Headers({ date: 'Sat, 31 Jan 2026 12:00:00 GMT' })
  const seen = (time: string) => ({ name: 'Ada', seen_at: time })
  expect(isSameToClients(seen('2026-01-30 09:00:00'), seen('2026-01-31 12:00:01'), { headers })).toBe(true)
  expect(isSameToClients(seen('2026-01-30 09:00:00'), seen('2026-01-29 12:00:01'), { headers })).toBe(false)
})
