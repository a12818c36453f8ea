import { type ClickhouseStatement, ch } from '../statement.ts'

/**
 * The time in a text, in microseconds, or null, like PostgreSQL's `parse_moment`. Numbers are seconds since
 * 1970, or milliseconds from 12 digits on. Impossible hours and days give null.
 */
export function parsedMoment(own: ClickhouseStatement): ClickhouseStatement {
  return ch`multiIf(
    match(${own}, '^\\d{9,11}(\\.\\d+)?$'), toInt64(round(toFloat64OrZero(${own}) * 1e6)),
    match(${own}, '^\\d{12,14}(\\.\\d+)?$'), toInt64(round(toFloat64OrZero(${own}) * 1e3)),
    match(${own}, '^\\d{4}-\\d\\d-\\d\\d([T ]([01]\\d|2[0-3]|24:00(:00(\\.0+)?)?([^:.\\d]|$)).*)?$'),
      toUnixTimestamp64Micro(parseDateTime64BestEffortOrNull(${own}, 6, 'UTC')),
    null)`
}
