import { refusesFor } from '@concordat/runtime/http'
import { WORK_HEADERS } from '../../lexicon/lexicon.ts'
import { isMadeUp, type PathBinding } from '../document/path-binding.ts'
import type { Exchange } from './exchange.ts'

/** A response read to its end, or a stream read for a while, beside the record of its exchange. */
export interface Answer {
  readonly exchange: Exchange
  /** Its number in the run, by which later requests name it as a source; absent outside of a run. */
  readonly number?: number
  readonly status: number
  readonly headers: Headers
  /** Without parameters, in lower case; empty when the response names none. */
  readonly mediaType: string
  readonly text: string
  /** The same as bytes, where it is not JSON and the whole of it was read. */
  readonly octets?: Uint8Array
  /** True if only the beginning was read: of a stream, which may have no end. */
  readonly isCut?: boolean
  /**
   * Reason why nobody can read the content, as a sentence goes on: "more than 10 MiB". There is no value
   * then, and no whole text.
   */
  readonly unreadable?: string
  /** True if nobody knows what the body was: a recording may lack it. */
  readonly isUnread?: boolean
  /** The JSON value when the media type is JSON and the text parses; otherwise `undefined`. */
  readonly value: unknown
  /** The JSON value with the envelope around it, where `value` is the item that stands in there. */
  readonly whole?: unknown
}

/** The JSON value as the server sent it. */
export function wholeOf({ value, whole = value }: Pick<Answer, 'value' | 'whole'>): unknown {
  return whole
}

export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300
}

/** True if the server blames the request. */
export function isRefusal({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 400 && status < 500
}

/**
 * True if the server cannot answer now, which tells nothing about the request: a database is locked, a worker
 * starts.
 * @see RFC 9110, 15.6.4
 */
export function isUnavailable({ status }: Pick<Answer, 'status'>): boolean {
  return status === 503
}

/** 501 is no crash: the server says that it does not have the operation. */
export function isCrash({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 500 && status !== 501
}

/** True if a server says that nothing has the name in the path. */
export function isAbsence({ status }: Pick<Answer, 'status'>): boolean {
  return refusesFor(status, 'absence')
}

/**
 * True if an answer tells nothing about its operation: a name in the path is made up, and every request gets
 * this answer.
 */
export function isOfMadeUp(answer: Pick<Answer, 'status'>, binding: PathBinding): boolean {
  return isAbsence(answer) && isMadeUp(binding)
}

/** Accepted, but not done yet. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

/** The header that leads to accepted work alone: a `Location` may be that of the item as well. */
export function workHeader({ status, headers }: Pick<Answer, 'status' | 'headers'>): string | undefined {
  return status === ACCEPTED ? WORK_HEADERS.find((name) => headers.has(name)) : undefined
}

/** The address of accepted work, as the answer has it; `undefined` without one. */
export function workAddress(answer: Pick<Answer, 'status' | 'headers'>): string | undefined {
  const name = workHeader(answer) ?? (answer.status === ACCEPTED ? 'location' : undefined)
  return name === undefined ? undefined : (answer.headers.get(name) ?? undefined)
}
