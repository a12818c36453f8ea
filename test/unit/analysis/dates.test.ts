import { describe, expect, it } from 'vitest'
import { periodsOfRange, readDate, readDateRange } from '../../../server/questions/dates.ts'
import { shiftZonedTime, startOfZonedUnit } from '../../../server/questions/zoned-time.ts'
import { Refusal } from '../../../server/refusals/refusal.ts'

const berlin = 'Europe/Berlin'
/** A Wednesday, at half past ten in Berlin. */
const now = new Date('2026-05-20T08:30:15.250Z')

const read = (text: string, timeZone = 'UTC') => {
  const { from, to } = readDate(text, 'date_from', { now, timeZone })
  return [from.toISOString(), to.toISOString()]
}

describe('reading a date', () => {
  it.each([
    ['2026-05-01', 'UTC', '2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'],
    ['2026-05-01', berlin, '2026-04-30T22:00:00.000Z', '2026-05-01T22:00:00.000Z'],
    ['2026-03-29', berlin, '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['-7d', 'UTC', '2026-05-13T00:00:00.000Z', '2026-05-14T00:00:00.000Z'],
    ['-1m', 'UTC', '2026-04-20T00:00:00.000Z', '2026-04-21T00:00:00.000Z'],
    ['-0d', berlin, '2026-05-19T22:00:00.000Z', '2026-05-20T22:00:00.000Z'],
  ])('takes %s in %s for a whole day', (text, timeZone, from, to) => {
    expect(read(text, timeZone)).toEqual([from, to])
  })

  it.each([
    ['2026-05-01T10:00', 'UTC', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01 10:00:30', berlin, '2026-05-01T08:00:30.000Z'],
    ['2026-05-01T10:00:00.5+05:30', berlin, '2026-05-01T04:30:00.500Z'],
    ['-3h', 'UTC', '2026-05-20T05:30:15.250Z'],
    ['-3hStart', 'UTC', '2026-05-20T05:00:00.000Z'],
    ['wStart', 'UTC', '2026-05-18T00:00:00.000Z'],
    ['-1wEnd', 'UTC', '2026-05-18T00:00:00.000Z'],
    ['mStart', berlin, '2026-04-30T22:00:00.000Z'],
    ['-1qStart', 'UTC', '2026-01-01T00:00:00.000Z'],
    ['yStart', 'UTC', '2026-01-01T00:00:00.000Z'],
    ['-1yEnd', 'UTC', '2026-01-01T00:00:00.000Z'],
    ['all', berlin, '2015-01-01T00:00:00.000Z'],
  ])('takes %s in %s for a moment', (text, timeZone, moment) => {
    expect(read(text, timeZone)).toEqual([moment, moment])
  })

  it.each([
    'yesterday',
    '7d',
    '-7',
    'd',
    '-7x',
    '-7dMiddle',
    '-99999y',
    '2026-02-30',
    '2026-13-01',
    '2026-01-01T25:00',
    '2026-01-01T10:00+99:00',
    '0001-01-01',
    '2026-1-1',
    ' -7d',
    '',
  ])('refuses %j', (text) => {
    expect(() => read(text)).toThrow(Refusal)
  })

  it('reads a range from seven days ago to now where nothing is said', () => {
    const range = readDateRange({ dateFrom: undefined, dateTo: '' }, { now, timeZone: berlin })
    expect(range).toEqual({ from: new Date('2026-05-12T22:00:00Z'), to: now })
  })
})

describe('time in a zone', () => {
  it('keeps the end of a month within the month', () => {
    expect(shiftZonedTime(new Date('2026-03-31T12:00:00Z'), -1, 'month', 'UTC')).toEqual(
      new Date('2026-02-28T12:00:00Z'),
    )
    expect(shiftZonedTime(new Date('2024-02-29T12:00:00Z'), -1, 'year', 'UTC')).toEqual(
      new Date('2023-02-28T12:00:00Z'),
    )
  })

  it('starts days at midnight of the zone, where clocks were put forward that night too', () => {
    expect(startOfZonedUnit(new Date('2026-03-29T12:00:00Z'), 'day', berlin)).toEqual(
      new Date('2026-03-28T23:00:00Z'),
    )
    // Clocks in Cuba go forward at midnight, so that day starts at one o'clock.
    expect(startOfZonedUnit(new Date('2026-03-08T12:00:00Z'), 'day', 'America/Havana')).toEqual(
      new Date('2026-03-08T05:00:00Z'),
    )
  })

  it('divides a range into periods that touch', () => {
    const range = { from: new Date('2026-03-28T12:00:00Z'), to: new Date('2026-03-30T12:00:00Z') }
    expect(periodsOfRange(range, 'day', berlin).map((bound) => bound.toISOString())).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ])
  })

  it('refuses to divide a range into more than 10,000 periods', () => {
    const from = new Date('2020-01-01T00:00:00Z')
    const hours = (count: number) => ({ from, to: new Date(from.getTime() + count * 3_600_000) })
    expect(periodsOfRange(hours(10_000), 'hour', 'UTC')).toHaveLength(10_001)
    expect(() => periodsOfRange(hours(10_001), 'hour', 'UTC')).toThrow(Refusal)
  })
})
