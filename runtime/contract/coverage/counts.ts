/** What a part of the exchanges of a run touched of one operation, as plain data that can be added up. */
export interface OperationCounts {
  readonly operationId: string
  readonly requests: number
  readonly statuses: readonly (readonly [status: string, seen: number])[]
  readonly undocumented: readonly number[]
  /** In the order of the operation's parameters. */
  readonly parameters: readonly { readonly valid: number; readonly invalid: number }[]
  /** By clause, as rules name clauses. */
  readonly keywords: readonly (readonly [clause: string, count: Readonly<KeywordCount>])[]
}

/** How often a keyword was put to the test. */
export interface KeywordCount {
  kept: number
  boundary: number
  violated: number
}

/** Operations that nothing touched are left out. */
export type CoverageCounts = readonly OperationCounts[]
