import { Temporal } from 'temporal-polyfill'

/** Lengths that calendars and clocks know; each starts at its own round moment, weeks on Monday. */
export type Unit = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

type Day = Temporal.PlainDate

/** The first day of the unit that holds a day. */
const firstDay: Readonly<Record<Exclude<Unit, 'hour'>, (day: Day) => Day>> = {
  day: (day) => day,
  week: (day) => day.subtract({ days: day.dayOfWeek - 1 }),
  month: (day) => day.with({ day: 1 }),
  quarter: (day) => day.with({ month: day.month - ((day.month - 1) % 3), day: 1 }),
  year: (day) => day.with({ month: 1, day: 1 }),
}

/**
 * The start of the unit that holds a moment, in a time zone. A day on which
 * clocks skip midnight starts later.
 */
export function startOf(moment: Date, unit: Unit, timeZone: string): Date {
  const zoned = zonedOf(moment, timeZone)
  // Clocks that are put back show an hour twice: its start is before the moment, not the first of the two.
  if (unit === 'hour') return momentIn(zoned.round({ smallestUnit: 'hour', roundingMode: 'floor' }))
  return momentIn(firstDay[unit](zoned.toPlainDate()).toZonedDateTime(timeZone))
}

/** A moment so many units later, or earlier when negative. The last of a month stays within the month. */
export function shift(moment: Date, count: number, unit: Unit, timeZone: string): Date {
  const length = unit === 'quarter' ? { months: 3 * count } : { [`${unit}s`]: count }
  return momentIn(zonedOf(moment, timeZone).add(length))
}

/**
 * The moment at which the clocks of a time zone show this: the first where they show it twice. If they skip
 * it, it counts as if they were put forward only afterwards.
 * @param wall its UTC fields are what the clocks show; a date that is none is none afterwards.
 */
export function momentOf(wall: Date, timeZone: string): Date {
  if (Number.isNaN(wall.getTime())) return wall
  return momentIn(zonedOf(wall, 'UTC').toPlainDateTime().toZonedDateTime(timeZone))
}

function zonedOf(moment: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
}

function momentIn(zoned: Temporal.ZonedDateTime): Date {
  return new Date(zoned.epochMilliseconds)
}
