import { refusesFor } from '@concordat/runtime/http'

/**
 * Statuses that browsers, caches and range requests cause and that are seldom documented. @see RFC 9110, 14,
 * 15.4.5
 */
const SUCCESSES: readonly number[] = [206, 304]

/** True for a status that comes from HTTP itself and is seldom documented. */
export function isProtocolTraffic(status: number): boolean {
  return SUCCESSES.includes(status) || refusesFor(status, 'protocol')
}
