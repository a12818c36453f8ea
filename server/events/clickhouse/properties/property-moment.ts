import { ch, type Statement } from '../statement.ts'

/**
 * The moment that a text names, in microseconds, or null, like PostgreSQL's `parse_moment`. Numbers are
 * seconds since 1970, from 12 digits on milliseconds. Impossible hours and days make none.
 */
export function parsedMoment(own: Statement): Statement {
  return ch`multiIf(
    match(${own}, '^\\d{9,11}(\\.\\d+)?$'), toInt64(round(toFloat64OrZero(${own}) * 1e6)),
    match(${own}, '^\\d{12,14}(\\.\\d+)?$'), toInt64(round(toFloat64OrZero(${own}) * 1e3)),
    match(${own}, '^\\d{4}-\\d\\d-\\d\\d([T ]([01]\\d|2[0-3]|24:00(:00(\\.0+)?)?([^:.\\d]|$)).*)?$'),
      toUnixTimestamp64Micro(parseDateTime64BestEffortOrNull(${own}, 6, 'UTC')),
    null)`
}
