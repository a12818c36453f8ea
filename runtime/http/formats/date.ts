import type { Format } from './format.ts'

/**
 * Reads `date-time` as a Date: an instant in milliseconds, without the offset and finer fractions. A string
 * without an offset is rejected, because its instant would depend on the reader.
 * @see RFC 3339, section 5.6
 */
export const date: Format = {
  parse: instantOf,
  serialize: (value: Date): string => value.toISOString(),
  is: (value) => value instanceof Date,
}

/**
 * Reads `date-time` as a Date. Strings without an offset are read in the given time zone. If clocks show a
 * time twice, the earlier instant is used; a time that clocks skip is moved later by the skipped amount.
 * @param timeZone "Europe/Berlin"
 */
export function dateIn(timeZone: string): Format {
  const clock = new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone })
  return {
    ...date,
    parse: (text: string): Date =>
      DATE_TIME.test(`${text}Z`) ? instantAt(instantOf(`${text}Z`), clock) : instantOf(text),
  }
}

/**
 * Excludes leap seconds, which a Date cannot express, and all forms that only some JavaScript engines parse.
 * @see RFC 3339, section 5.6
 */
const DATE_TIME = /^\d{4}-\d\d-(\d\d)T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

function instantOf(text: string): Date {
  const upper = text.toUpperCase()
  const [, day] = DATE_TIME.exec(upper) ?? []
  // Rejects the 30th of February, which JavaScript engines read as the 2nd of March.
  if (day === undefined || new Date(`${upper.slice(0, 10)}T00:00Z`).getUTCDate() !== Number(day))
    throw new RangeError('expected a date-time with an offset, like "2026-01-31T12:00:00Z"')
  return new Date(upper)
}

const DAY_MS = 86_400_000

const CLOCK = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/**
 * Returns the instant at which clocks show the time that `wanted` has in UTC. Near a clock change, the offset
 * from before the change is preferred.
 */
function instantAt(wanted: Date, clock: Intl.DateTimeFormat): Date {
  const time = wanted.valueOf()
  const [before = time, after = time] = [time - DAY_MS, time + DAY_MS].map(
    (near) => time - offsetAt(near, clock),
  )
  const isShown = (instant: number): boolean => instant + offsetAt(instant, clock) === time
  return new Date(isShown(before) || !isShown(after) ? before : after)
}

/** Returns the number of milliseconds by which a time zone's clocks are ahead of UTC at an instant. */
function offsetAt(instant: number, clock: Intl.DateTimeFormat): number {
  const second = Math.floor(instant / 1000) * 1000
  const parts = Object.fromEntries(
    clock.formatToParts(second).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second: seconds = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second
}
