import { excerpt } from '../../exchange/excerpt.ts'
import type { Fact, FactKind } from './fact.ts'

/** A demand on the status alone: "404 for a path that names nothing". */
interface ExpectedStatus {
  readonly status: string
}

/** The answer itself, said without its text. */
interface ReceivedStatus {
  readonly status: number
  /** Goes on from the status. */
  readonly words?: string
}

/** Texts of a finding. */
export interface Said {
  readonly expected: string | ExpectedStatus
  /** Default: the status and the text of the answer. */
  readonly received?: string | ReceivedStatus
  /**
   * The fault as a title says it after the operation, beginning with a verb: "loses "name"". Default: made of
   * `received` and `expected`.
   * @param came The answer in short: "500 (no memory)".
   */
  readonly wrong?: string | ((came: string) => string)
  /** Goes on from the fault in the title: "for a body with "name"". */
  readonly when?: string
}

/** Characters of a value in a title. */
const MOST_RECEIVED = 60

/** A text as a title has room for it. */
export function short(text: string): string {
  const line = excerpt(text)
  return line.length > MOST_RECEIVED ? `${line.slice(0, MOST_RECEIVED)}…` : line
}

/** Texts of facts by their kinds. */
export type FactWords = { readonly [Kind in FactKind]: (fact: Fact<Kind>) => Said }
