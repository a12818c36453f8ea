import { type ClickhouseStatement, ch } from '../statement.ts'

/**
 * The time in a string, in microseconds, or null, as in PostgreSQL's `parse_moment`. Numbers are seconds
 * since 1970, or milliseconds if they have at least 12 digits. Impossible hours and days result in null.
 */
export function parsedMoment(own: ClickhouseStatement): ClickhouseStatement {
  return ch`multiIf(
    match(${own}, '^\\d{9,11}(\\.\\d+)?$'), toInt64(round(toFloat64OrZero(${own}) * 1e6)),
    match(${own}, '^\\d{12,14}(\\.\\d+)?$'), toInt64(round(toFloat64OrZero(${own}) * 1e3)),
    match(${own}, '^\\d{4}-\\d\\d-\\d\\d([T ]([01]\\d|2[0-3]|24:00(:00(\\.0+)?)?([^:.\\d]|$)).*)?$'),
      toUnixTimestamp64Micro(parseDateTime64BestEffortOrNull(${own}, 6, 'UTC')),
    null)`
}
