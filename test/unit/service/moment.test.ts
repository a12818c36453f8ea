import { expect, test } from 'vitest'
import { momentInUtc, momentsInUtc } from '../../../server/values/moment.ts'

test.each([
  ['2030-01-02T03:04:05Z', '2030-01-02T03:04:05Z'],
  ['2030-01-02t03:04:05z', '2030-01-02T03:04:05Z'],
  ['2030-01-01T00:00:00+23:59', '2029-12-31T00:01:00Z'],
  ['2030-01-01T00:00:00-23:59', '2030-01-01T23:59:00Z'],
  ['2030-01-01T00:00:00.123456789+05:45', '2029-12-31T18:15:00.123456Z'],
  // @see RFC 3339, section 5.8: a leap second in another zone
  ['1990-12-31T15:59:60.25-08:00', '1991-01-01T00:00:00Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.999999Z'],
])('%s is %s', (text, moment) => {
  expect(momentInUtc(text, 'start_at')).toBe(moment)
})

test.each(['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'])(
  '%s is refused, under the name of its member',
  (text) => {
    expect(() => momentInUtc(text, 'start_at')).toThrow('outside the years 1 to 9999')
    expect(() => momentInUtc(text, 'start_at')).toThrow(expect.objectContaining({ attr: 'start_at' }))
  },
)

test('null and what is absent stay so', () => {
  const values = { start_at: null, end_at: '2030-01-01T00:00:00+01:00' }
  expect(
    momentsInUtc<'start_at' | 'end_at' | 'last_paused_at'>(values, ['start_at', 'end_at', 'last_paused_at']),
  ).toEqual({
    start_at: null,
    end_at: '2029-12-31T23:00:00Z',
    last_paused_at: undefined,
  })
})
