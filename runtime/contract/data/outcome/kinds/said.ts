import { exchangeExcerpt } from '../../exchange/excerpt.ts'
import type { Fact, FactKind } from './fact.ts'

/** A requirement on the status only: "404 for a path that names nothing". */
interface ExpectedStatus {
  readonly status: string
}

/** The answer itself, described without its text. */
interface ReceivedStatus {
  readonly status: number
  /** Continues after the status. */
  readonly words?: string
}

/** Texts of a finding. */
export interface Said {
  readonly expected: string | ExpectedStatus
  /** Default: the status and the text of the answer. */
  readonly received?: string | ReceivedStatus
  /**
   * The fault in a title after the operation, beginning with a verb: "loses "name"". Default: derived from
   * `received` and `expected`.
   * @param came The answer in short: "500 (no memory)".
   */
  readonly wrong?: string | ((came: string) => string)
  /** Continues the fault in the title: "for a body with "name"". */
  readonly when?: string
}

/** Maximum number of characters of a value in a title. */
const MOST_RECEIVED = 60

/** A text shortened for a title. */
export function shortForTitle(text: string): string {
  const line = exchangeExcerpt(text)
  return line.length > MOST_RECEIVED ? `${line.slice(0, MOST_RECEIVED)}…` : line
}

/** Texts of facts by their kinds. */
export type FactWords = { readonly [Kind in FactKind]: (fact: Fact<Kind>) => Said }
