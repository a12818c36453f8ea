import { isSafe, refusesFor } from '@concordat/runtime/http'
import {
  isFailureTold,
  isObjectionTold,
  outcomeTold,
  problemWordsOf,
  subjectsNamed,
  WORK_HEADERS,
} from '../../lexicon/lexicon.ts'
import { hasMadeUpValue, type PathBinding } from '../document/path-binding.ts'
import type { Exchange } from './exchange.ts'

/** A response that was read to its end, or a stream that was read for a while, with its recorded exchange. */
export interface Answer {
  readonly exchange: Exchange
  /**
   * The response's number in the run, by which later requests refer to it as a source; absent outside a run.
   */
  readonly number?: number
  readonly status: number
  readonly headers: Headers
  /** The media type in lower case, without parameters; empty if the response has none. */
  readonly mediaType: string
  readonly text: string
  /** The body as bytes, if it is not JSON and was read to the end. */
  readonly octets?: Uint8Array
  /** True if only the beginning was read, as with a stream, which might never end. */
  readonly isCut?: boolean
  /**
   * The reason why the content is unreadable, as part of a sentence: "more than 10 MiB". If present, there is
   * no value and no complete text.
   */
  readonly unreadable?: string
  /** True if the body is unknown, as it can be in a recording. */
  readonly isUnread?: boolean
  /** The JSON value if the media type is JSON and the text can be parsed; otherwise `undefined`. */
  readonly value: unknown
  /** The JSON value including its envelope, if `value` is the item in the envelope. */
  readonly whole?: unknown
  /** True for a 2xx whose code reports a failure, as other responses prove. */
  readonly isFailure?: boolean
}

/** The JSON value as the server sent it. */
export function wholeAnswerValue({ value, whole = value }: Pick<Answer, 'value' | 'whole'>): unknown {
  return whole
}

/** The parts of a response that reveal the outcome of its request. */
export type StatusWithContent = Pick<Answer, 'status'> &
  Partial<Pick<Answer, 'value' | 'whole' | 'isFailure'>>

/** The time of a response according to the server, or else to this machine, in milliseconds since 1970. */
export function answerTime({ headers }: Pick<Answer, 'headers'>): number {
  return Date.parse(headers.get('date') ?? '') || Date.now()
}

/** True for a 2xx whose content says that the request failed. */
export function isToldFailure({ status, value, whole = value, isFailure }: StatusWithContent): boolean {
  return status >= 200 && status < 300 && (isFailure === true || isFailureTold(whole))
}

/**
 * The status that a response means: its own, or 400 if its content reports a failure. Findings show the
 * response's own status.
 */
export function meantStatus(answer: StatusWithContent): number {
  return isToldFailure(answer) ? BAD_REQUEST : answer.status
}

const BAD_REQUEST = 400

/**
 * True if the server did what was requested. A 303 in response to a write is a success if it leads to what
 * was written.
 */
export function isSuccess(answer: Answer): boolean {
  const status = meantStatus(answer)
  return (status >= 200 && status < 300) || (status === SEE_OTHER && leadsToResult(answer))
}

const SEE_OTHER = 303

/**
 * True if the response to a write is a 303 whose URL is at, below or above the write's own path, such as
 * /pets/7 for /pets. Any other URL, such as that of a login form, does not show that the write succeeded.
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
export function isRefusal(answer: StatusWithContent): boolean {
  const status = meantStatus(answer)
  return status >= 400 && status < 500
}

/** True if the server rejects the request, or does not implement its method. @see RFC 9110, 15.6.2 */
export function isRefusedMethod(answer: StatusWithContent): boolean {
  return isRefusal(answer) || answer.status === 501
}

/**
 * True if the server is temporarily unable to respond, for example because of a locked database or a worker
 * that is still starting.
 * @see RFC 9110, 15.6.4
 */
export function isUnavailableAnswer({ status }: Pick<Answer, 'status'>): boolean {
  return refusesFor(status, 'capacity')
}

/** True for a server error that does not mean "not implemented" or "temporarily unable to respond". */
export function isCrash({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 500 && !refusesFor(status, 'method', 'capacity')
}

/**
 * True for a server error whose words only say what is wrong with the request. Some servers respond so to all
 * requests that they reject.
 */
export function isObjection({ status, value }: Pick<Answer, 'status' | 'value'>): boolean {
  if (status < LEAST_OF_SERVERS) return false
  return isObjectionTold(problemWordsOf(value).join(' '))
}

/** The first status of server errors. @see RFC 9110, 15.6 */
const LEAST_OF_SERVERS = 500

/** True if the server responds that nothing exists at the path. */
export function isAbsence(answer: StatusWithContent): boolean {
  if (isToldFailure(answer)) {
    const whole = answer.whole ?? answer.value
    const code = Number(outcomeTold(whole)?.code)
    return subjectsNamed(JSON.stringify(whole)).has('absence') || refusesFor(code, 'absence')
  }
  return refusesFor(answer.status, 'absence')
}

/**
 * True if a response says nothing about its operation, because a name in the path is made up and every
 * request with a made-up name gets this response.
 */
export function isAnswerAboutMadeUp(answer: StatusWithContent, binding: PathBinding): boolean {
  return isAbsence(answer) && hasMadeUpValue(binding)
}

/** True for a success whose request asked for a response without the item. @see RFC 7240, 4.2 */
export function isMinimal(answer: Answer): boolean {
  return (
    isSuccess(answer) && /\breturn\s*=\s*"?minimal\b/i.test(answer.exchange.request.headers['prefer'] ?? '')
  )
}

/** Status of a request that is accepted, but not completed yet. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

/**
 * The header that contains the URL of accepted work. `Location` is excluded, because it can be the item's URL
 * instead.
 */
export function answerWorkHeader({
  status,
  headers,
}: Pick<Answer, 'status' | 'headers'>): string | undefined {
  return status === ACCEPTED ? WORK_HEADERS.find((name) => headers.has(name)) : undefined
}

/** The URL of accepted work in the response; `undefined` if there is none. */
export function answerWorkAddress(answer: Pick<Answer, 'status' | 'headers'>): string | undefined {
  const name = answerWorkHeader(answer) ?? (answer.status === ACCEPTED ? 'location' : undefined)
  return name === undefined ? undefined : (answer.headers.get(name) ?? undefined)
}
