import { expect, test } from 'vitest'
import { parseTimestamp } from '../../../server/database/timestamp.ts'

test.each([
  ['2026-01-31 12:00:00+00', '2026-01-31T12:00:00Z'],
  ['2026-01-31 12:00:00.1234+00', '2026-01-31T12:00:00.123400Z'],
  ['2026-01-31 12:00:00.123456+00', '2026-01-31T12:00:00.123456Z'],
  ['12026-01-31 12:00:00.5+00', '12026-01-31T12:00:00.500000Z'],
])('"%s" is shown as %s', (text, moment) => {
  expect(parseTimestamp(text)).toBe(moment)
})

test.each(['infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '2026-01-31 12:00:00+01'])(
  '"%s" has no ISO form in UTC',
  (text) => {
    expect(() => parseTimestamp(text)).toThrow('is not a UTC timestamp')
  },
)
