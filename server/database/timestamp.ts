const inUtc = /^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/

/**
 * Converts PostgreSQL's text for a `timestamptz` in UTC to ISO 8601, with six fractional digits, or none if
 * they are zero. `2026-01-31 12:00:00.1234+00` becomes `2026-01-31T12:00:00.123400Z`.
 */
export function parseTimestamp(text: string): string {
  // Years before 1 and `infinity` have no ISO form; our columns cannot contain them.
  if (!inUtc.test(text)) throw new Error(`"${text}" is not a UTC timestamp.`)
  const moment = text.slice(0, -'+00'.length).replace(' ', 'T')
  const point = moment.indexOf('.')
  return `${point === -1 ? moment : moment.padEnd(point + 7, '0')}Z`
}
