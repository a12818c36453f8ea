import type { Fact, FactKind } from './fact.ts'

/** A demand on the status alone: "404 for a path that names nothing". */
export interface ExpectedStatus {
  readonly status: string
}

/** The answer itself, said without its text. */
export interface ReceivedStatus {
  readonly status: number
  /** Goes on from the status. */
  readonly words?: string
}

/** Texts of a finding. */
export interface Said {
  readonly expected: string | ExpectedStatus
  /** Default: the status and the text of the answer. */
  readonly received?: string | ReceivedStatus
  /** The fault as a title says it after the operation's name: "loses "name"". Default: made of `received` and `expected`. */
  readonly wrong?: string
  /** Goes on from the fault in the title: "for a body with "name"". */
  readonly when?: string
}

/** Texts of facts by their kinds. */
export type FactWords = { readonly [Kind in FactKind]: (fact: Fact<Kind>) => Said }
