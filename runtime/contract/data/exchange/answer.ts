import { isSafe, refusesFor } from '@concordat/runtime/http'
import { WORK_HEADERS } from '../../lexicon/lexicon.ts'
import { hasMadeUpValue, type PathBinding } from '../document/path-binding.ts'
import type { Exchange } from './exchange.ts'

/** A response read to its end, or a stream read for a while, and its recorded exchange. */
export interface Answer {
  readonly exchange: Exchange
  /** Its number in the run, by which later requests refer to it as a source; absent outside a run. */
  readonly number?: number
  readonly status: number
  readonly headers: Headers
  /** Without parameters, in lower case; empty if the response has none. */
  readonly mediaType: string
  readonly text: string
  /** The body as bytes, if it is not JSON and was read completely. */
  readonly octets?: Uint8Array
  /** True if only the beginning was read, as of a stream, which may never end. */
  readonly isCut?: boolean
  /**
   * Why the content is unreadable, as part of a sentence: "more than 10 MiB". Then there is no value and no
   * complete text.
   */
  readonly unreadable?: string
  /** True if the body is unknown: a recording may lack it. */
  readonly isUnread?: boolean
  /** The JSON value if the media type is JSON and the text parses; otherwise `undefined`. */
  readonly value: unknown
  /** The JSON value with its envelope, if `value` is the item in it. */
  readonly whole?: unknown
}

/** The JSON value as the server sent it. */
export function wholeAnswerValue({ value, whole = value }: Pick<Answer, 'value' | 'whole'>): unknown {
  return whole
}

/** True if the server did what was asked: a 303 to a write says so if it leads to what was written. */
export function isSuccess(answer: Answer): boolean {
  return (
    (answer.status >= 200 && answer.status < 300) || (answer.status === SEE_OTHER && leadsToResult(answer))
  )
}

const SEE_OTHER = 303

/**
 * True for a 303 of a write whose address is at, below or above its own path: /pets to /pets/7. Any other
 * address, such as that of a login form, tells nothing.
 * @see RFC 9110, 15.4.4
 */
function leadsToResult({ headers, exchange: { request } }: Answer): boolean {
  if (isSafe(request.method)) return false
  const own = new URL(request.url)
  const target = URL.parse(headers.get('location') ?? '', own)
  const [short = '/', long = ''] = [own, target ?? new URL('/', own)]
    .map(({ pathname }) => pathname.replace(/\/*$/, '/'))
    .sort((one, other) => one.length - other.length)
  return target?.host === own.host && short !== '/' && long.startsWith(short)
}

/** True if the server rejects the request as the client's mistake. */
export function isRefusal({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 400 && status < 500
}

/**
 * True if the server is temporarily unable to answer, so that nothing is known about the request: a locked
 * database, a starting worker.
 * @see RFC 9110, 15.6.4
 */
export function isUnavailableAnswer({ status }: Pick<Answer, 'status'>): boolean {
  return status === 503
}

/** True for a server error except 501, with which the server says that it lacks the operation. */
export function isCrash({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 500 && status !== 501
}

/** True if the server answers that nothing exists at the path. */
export function isAbsence({ status }: Pick<Answer, 'status'>): boolean {
  return refusesFor(status, 'absence')
}

/**
 * True if an answer tells nothing about its operation: a name in the path is made up, and every request gets
 * this answer.
 */
export function isAnswerAboutMadeUp(answer: Pick<Answer, 'status'>, binding: PathBinding): boolean {
  return isAbsence(answer) && hasMadeUpValue(binding)
}

/** Accepted, but not done yet. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

/** The header with the address of accepted work only: a `Location` may also be the item's. */
export function workHeader({ status, headers }: Pick<Answer, 'status' | 'headers'>): string | undefined {
  return status === ACCEPTED ? WORK_HEADERS.find((name) => headers.has(name)) : undefined
}

/** The address of accepted work in the answer; `undefined` if none. */
export function workAddress(answer: Pick<Answer, 'status' | 'headers'>): string | undefined {
  const name = workHeader(answer) ?? (answer.status === ACCEPTED ? 'location' : undefined)
  return name === undefined ? undefined : (answer.headers.get(name) ?? undefined)
}
