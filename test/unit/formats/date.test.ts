import { describe, expect, test } from 'vitest'
import { formatTable } from '../../../generator/emit/formats/format-table.ts'
import { configurationKind } from '../../../generator/options/config/config-options.ts'
import { date, dateIn } from '../../../runtime/http/formats/date.ts'

const read = (text: string, format = date) => (format.parse(text as never) as Date).toISOString()

describe('a Date is the instant of a date-time', () => {
  test.each([
    ['2024-01-01T10:00:00Z', '2024-01-01T10:00:00.000Z'],
    ['2024-01-01t10:00:00.5z', '2024-01-01T10:00:00.500Z'],
    ['2024-02-29T23:59:59.123456+02:00', '2024-02-29T21:59:59.123Z'],
  ])('%s', (text, instant) => {
    expect(read(text)).toBe(instant)
  })

  test.each([
    '2024-01-01T10:00:00',
    'Jan 1, 2024',
    'Mon, 01 Jan 2024 10:00:00 GMT',
    '2024-01-01',
    '2024-01-01T10:00Z',
    '2024-02-30T10:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01 10:00:00Z',
    '+002024-01-01T10:00:00Z',
    '1704103200000',
    '2016-12-31T23:59:60Z',
  ])('%s is none', (text) => {
    expect(() => read(text)).toThrow('expected a date-time with an offset')
  })
})

describe('a date-time without an offset is read in a time zone', () => {
  test.each([
    ['Europe/Berlin', '2024-01-01T10:00:00', '2024-01-01T09:00:00.000Z'],
    ['Europe/Berlin', '2024-07-01T10:00:00.250', '2024-07-01T08:00:00.250Z'],
    ['Europe/Berlin', '2024-07-01T10:00:00Z', '2024-07-01T10:00:00.000Z'],
    ['Europe/Berlin', '2024-03-31T01:59:59', '2024-03-31T00:59:59.000Z'],
    ['Europe/Berlin', '2024-03-31T02:30:00', '2024-03-31T01:30:00.000Z'],
    ['Europe/Berlin', '2024-03-31T03:00:00', '2024-03-31T01:00:00.000Z'],
    ['Europe/Berlin', '2024-10-27T02:30:00', '2024-10-27T00:30:00.000Z'],
    ['Europe/Berlin', '2024-10-27T03:00:00', '2024-10-27T02:00:00.000Z'],
    ['America/New_York', '2024-11-03T00:30:00', '2024-11-03T04:30:00.000Z'],
    ['Pacific/Kiritimati', '2024-01-01T00:00:00', '2023-12-31T10:00:00.000Z'],
    ['UTC', '2024-01-01T10:00:00', '2024-01-01T10:00:00.000Z'],
    ['UTC', '1969-12-31T23:59:59.999', '1969-12-31T23:59:59.999Z'],
  ])('%s: %s', (zone, text, instant) => {
    expect(read(text, dateIn(zone))).toBe(instant)
  })

  test.each(['Jan 1, 2024', '2024-01-01', '2024-02-30T10:00:00'])('%s is none', (text) => {
    expect(() => read(text, dateIn('UTC'))).toThrow(RangeError)
  })

  test('the configuration names the zone', () => {
    const table = formatTable({ formats: { 'date-time': 'Date' }, timeZone: 'Europe/Berlin', output: '/' })
    expect(String(table.get('date-time')?.constant)).toBe('localDate')
    const own = { document: 'a.yaml', output: 'b', timeZone: 'Europe/Berlinn' }
    expect(configurationKind.check(own, []).map(({ message }) => message)).toEqual([
      '"timeZone" is not an IANA time zone, such as "Europe/Berlin".',
    ])
  })
})
