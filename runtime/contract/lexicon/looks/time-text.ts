/** One day, in milliseconds. */
export const DAY_MS = 86_400_000

const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/
const DATE = /^\d{4}-\d\d-\d\d$/

/** A time with or without a zone, as servers write it without regard to RFC 3339: "2026-01-31 12:00:00". */
const LOOSE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)? ?([Zz]|[+-]\d\d:?\d\d)?$/

/** True for a date, or for a time with or without a zone. */
export function isDateOrTime(value: unknown): value is string {
  return typeof value === 'string' && (DATE.test(value) || LOOSE_TIME.test(value))
}

/** Converts a string that is a time to milliseconds since 1970; `undefined` for anything else. */
export function timeOfText(value: unknown): number | undefined {
  const time = typeof value === 'string' && TIMESTAMP.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Converts a time, or the beginning of a date, to milliseconds since 1970; `undefined` for anything else. */
export function momentOfText(value: unknown): number | undefined {
  const isDate = typeof value === 'string' && DATE.test(value)
  return isDate ? Date.parse(value) : timeOfText(value)
}

/**
 * Returns the moments that a value can mean, in milliseconds since 1970; NaN for readings that make no sense.
 * A time without a zone can be in UTC or in the zone of this machine, and a number can be in seconds or
 * milliseconds.
 */
function possibleMoments(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value, value * 1000]
  if (typeof value !== 'string' || !value.includes(':')) return []
  return ['', 'Z', ' UTC'].map((zone) => Date.parse(value + zone))
}

/** True for a time at most this many milliseconds before or after another. */
export function isTimeCloseTo(value: unknown, moment: number, milliseconds: number): boolean {
  return possibleMoments(value).some((time) => Math.abs(time - moment) <= milliseconds)
}

/** Writes milliseconds since 1970 as "2026-01-31T12:00:00Z", with a fraction only if it is not zero. */
export function textOfTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}
