import { Temporal } from 'temporal-polyfill'

/**
 * Units of calendars and clocks, which begin at full hours, midnights, first days of months and so on. Weeks
 * begin on Monday.
 */
export type Unit = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

type Day = Temporal.PlainDate

/** The first day of the unit that contains a day. */
const firstDay: Readonly<Record<Exclude<Unit, 'hour'>, (day: Day) => Day>> = {
  day: (day) => day,
  week: (day) => day.subtract({ days: day.dayOfWeek - 1 }),
  month: (day) => day.with({ day: 1 }),
  quarter: (day) => day.with({ month: day.month - ((day.month - 1) % 3), day: 1 }),
  year: (day) => day.with({ month: 1, day: 1 }),
}

/**
 * The start of the unit that contains a time, in a time zone. If the clocks skip midnight, the day starts
 * later.
 */
export function startOfZonedUnit(moment: Date, unit: Unit, timeZone: string): Date {
  const zoned = zonedOf(moment, timeZone)
  // When clocks are set back, an hour occurs twice. The hour's start is then the last occurrence before the
  // time, which is not always the first occurrence.
  if (unit === 'hour') return momentIn(zoned.round({ smallestUnit: 'hour', roundingMode: 'floor' }))
  return momentIn(firstDay[unit](zoned.toPlainDate()).toZonedDateTime(timeZone))
}

/**
 * The time this many units later, or earlier if the number is negative. A day that the resulting month lacks
 * becomes the last day of that month.
 */
export function shiftZonedTime(moment: Date, count: number, unit: Unit, timeZone: string): Date {
  const length = unit === 'quarter' ? { months: 3 * count } : { [`${unit}s`]: count }
  return momentIn(zonedOf(moment, timeZone).add(length))
}

/**
 * The time at which clocks in a time zone show a given time. If the clocks show it twice, the first time
 * counts. If they skip it, they are treated as not yet set forward.
 * @param wall a date whose UTC fields are the shown time; an invalid date results in an invalid date.
 */
export function momentOfZonedTime(wall: Date, timeZone: string): Date {
  if (Number.isNaN(wall.getTime())) return wall
  return momentIn(zonedOf(wall, 'UTC').toPlainDateTime().toZonedDateTime(timeZone))
}

function zonedOf(moment: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
}

function momentIn(zoned: Temporal.ZonedDateTime): Date {
  return new Date(zoned.epochMilliseconds)
}
