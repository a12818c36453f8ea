import { type ListDescriptor, pageStyle } from '@concordat/runtime/http'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { SentValue } from '../../../data/exchange/request.ts'
import { hasLinkBetweenPages } from '../../../lexicon/lexicon.ts'

export type Query = Readonly<Record<string, unknown>>

export type Steps = NonNullable<ListDescriptor['pages']>

/** A request for a page, using either parameters or a URL from the previous page. */
export interface Step {
  readonly query: Query
  /** Headers in addition to those of every request. */
  readonly header?: Query
  /** Sources of its values. */
  readonly sources?: readonly SentValue[]
  readonly link?: string
  /** True if a rejection is a possible result. */
  readonly mayBeRefused?: true
}

/** One page of a list, as the server returned it. */
export interface ListedPage {
  readonly answer: Answer
  readonly items: readonly unknown[]
  readonly asked: Step
  readonly count?: number
  /**
   * The cursor, number or URL from this response that requests the next page; absent on the last page, and if
   * pages can only be counted.
   */
  readonly next?: string
  /** A URL of the next page in the body, if pages are requested in another way. */
  readonly link?: string
  /** The reason why the next page cannot be requested although the response says that there is one. */
  readonly problem?: string
  /** The status with which the server rejected the request for this page. The page then has no items. */
  readonly refused?: number
  /** The URL of the previous page, or null if there is none; absent if the response states neither. */
  readonly previous?: string | null
  /** The URL of the last page. */
  readonly last?: string
}

export function isCounted({ next }: Steps): boolean {
  return pageStyle(next).part === undefined
}

/** True if this page was reached through a link, or its `Link` header links to other pages. */
export function isLinked({ answer, asked }: ListedPage): boolean {
  return asked.link !== undefined || hasLinkBetweenPages(answer.headers.get('link') ?? '')
}

/**
 * True for a link to a page. A text that begins with a slash can also be a token in Base64, unless it has a
 * query, or begins like the path of the list.
 */
export function isUrl(text: unknown, { exchange: { request } }: Answer): text is string {
  if (typeof text !== 'string') return false
  const [, first = ''] = new URL(request.url).pathname.split('/')
  return /^https?:\/\/|^\?|^\/[^?]*\?/.test(text) || `${text}/`.startsWith(`/${first}/`)
}
