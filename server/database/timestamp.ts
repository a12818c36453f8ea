/**
 * Turns PostgreSQL's text of a `timestamptz` in UTC into ISO 8601: six fractional digits, or none when they are zero.
 * `2026-01-31 12:00:00.1234+00` becomes `2026-01-31T12:00:00.123400Z`.
 */
export function parseTimestamp(text: string): string {
  const [, date, time, fraction] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? []
  // Years before 1 and `infinity` have no ISO form; no column of ours can hold them.
  if (date === undefined || time === undefined) throw new Error(`"${text}" is not a moment in UTC.`)
  return `${date}T${time}${fraction === undefined ? '' : `.${fraction.padEnd(6, '0')}`}Z`
}
