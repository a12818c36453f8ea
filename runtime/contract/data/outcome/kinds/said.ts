import { exchangeExcerpt } from '../../exchange/excerpt.ts'
import type { Fact, FactKind } from './fact.ts'

/** A requirement that concerns only the status, such as "404 for a path that names nothing". */
export interface ExpectedStatus {
  readonly status: string
}

/** A description of the response as a whole, without its text. */
interface ReceivedStatus {
  readonly status: number
  /** Continues after the status. */
  readonly words?: string
}

/** Texts of a finding. */
export interface SaidInFinding {
  readonly expected: string | ExpectedStatus
  /** Default: the response's status and text. */
  readonly received?: string | ReceivedStatus
  /**
   * The fault, worded to follow the operation in a title. It begins with a verb: `loses "name"`. Default:
   * derived from `received` and `expected`.
   * @param came A short form of the response, such as "500 (no memory)".
   */
  readonly wrong?: string | ((came: string) => string)
  /** Continues the fault in the title, such as `for a body with "name"`. */
  readonly when?: string
}

/** Maximum length of a value in a title, in characters. */
const MOST_RECEIVED = 60

/** Shortens a string for a title. */
export function shortFactText(text: string): string {
  const line = exchangeExcerpt(text)
  return line.length > MOST_RECEIVED ? `${line.slice(0, MOST_RECEIVED)}…` : line
}

/** A status with the media type of its body, if there is one. */
export function withMediaType(status: number, mediaType: string): string {
  return `${status} ${mediaType}`.trim()
}

/** Quoted names as a list in a sentence: `"a", "b" and "c"`. */
export function quotedNames(names: readonly string[]): string {
  return listed(
    names.map((name) => `"${name}"`),
    'and',
  )
}

function listed(texts: readonly string[], conjunction: 'and' | 'or'): string {
  return [texts.slice(0, -1).join(', '), texts.at(-1) ?? ''].filter(Boolean).join(` ${conjunction} `)
}

/** A fault such as "returns 404, which is not documented (200 and 422 are)". */
export function undocumentedStatusWords(status: number, documented: readonly string[]): string {
  const are = documented.length === 1 ? 'is' : 'are'
  return `returns ${status}, which is not documented (${listed(documented, 'and')} ${are})`
}

/**
 * An expectation such as "one of the documented 4xx statuses, 404 or 422," instead of an undocumented client
 * error.
 */
export function documentedStatusWords(keys: readonly string[]): string {
  const kind = keys.every((key) => key.startsWith('4')) ? '4xx ' : ''
  const list = listed(keys, 'or')
  return keys.length === 1
    ? `the only documented ${kind}status, ${list},`
    : `one of the documented ${kind}statuses, ${list},`
}

/** Functions that express facts in words, keyed by the kind of fact. */
export type FactWords = { readonly [Kind in FactKind]: (fact: Fact<Kind>) => SaidInFinding }
