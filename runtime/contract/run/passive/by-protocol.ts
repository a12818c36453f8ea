import { refusesFor } from '@concordat/runtime/http'

/** Answers to browsers, caches and range requests, besides refusals. @see RFC 9110, 14, 15.4.5 */
const SUCCESSES: readonly number[] = [206, 304]

/** True for an answer of HTTP itself, which is seldom documented. */
export function isProtocolAnswer(status: number): boolean {
  return SUCCESSES.includes(status) || refusesFor(status, 'protocol')
}
