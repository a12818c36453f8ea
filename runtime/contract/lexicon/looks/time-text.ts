/** One day, in milliseconds. */
export const DAY_MS = 86_400_000

const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/
const DATE = /^\d{4}-\d\d-\d\d$/

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

/** Writes milliseconds since 1970 as "2026-01-31T12:00:00Z", with a fraction only if it is not zero. */
export function textOfTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}
