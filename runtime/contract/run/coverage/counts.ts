/** Coverage of one operation by a part of the exchanges of a run, as plain data that can be added up. */
export interface OperationCounts {
  readonly operationId: string
  readonly requests: number
  readonly statuses: readonly (readonly [status: string, seen: number])[]
  readonly undocumented: readonly number[]
  /** In the order of the operation's parameters. */
  readonly parameters: readonly { readonly valid: number; readonly invalid: number }[]
  readonly brokenFormats: readonly BrokenFormat[]
  /** By clause, as rules name clauses. */
  readonly keywords: readonly (readonly [clause: string, count: Readonly<KeywordCount>])[]
}

/** A text without the format that its schema names, where a document does not assert formats. */
export interface BrokenFormat {
  /** A request that was accepted has it, or an answer. */
  readonly where: 'accepted' | 'answered'
  /** Names of members and "*" for items, joined by dots. */
  readonly member: string
  readonly format: string
}

/** How often a keyword was put to the test. */
export interface KeywordCount {
  kept: number
  boundary: number
  violated: number
}

/** Operations that nothing touched are left out. */
export type CoverageCounts = readonly OperationCounts[]
