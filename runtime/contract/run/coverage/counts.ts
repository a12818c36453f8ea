/** Coverage of one operation by some of a run's exchanges, as plain data that can be added up. */
export interface OperationCounts {
  readonly operationId: string
  readonly requests: number
  readonly statuses: readonly (readonly [status: string, seen: number])[]
  readonly undocumented: readonly number[]
  /** In the order of the operation's parameters. */
  readonly parameters: readonly { readonly valid: number; readonly invalid: number }[]
  readonly brokenFormats: readonly BrokenFormat[]
  /** By clause, as in rules. */
  readonly keywords: readonly (readonly [clause: string, count: Readonly<KeywordCount>])[]
}

/** A text without the format in its schema, if the document does not assert formats. */
export interface BrokenFormat {
  /** In an accepted request, or in an answer. */
  readonly where: 'accepted' | 'answered'
  /** Names of members and "*" for items, joined by dots. */
  readonly member: string
  readonly format: string
}

/** How often a keyword was tested. */
export interface KeywordCount {
  kept: number
  boundary: number
  violated: number
}

/** Operations without exchanges are omitted. */
export type CoverageCounts = readonly OperationCounts[]
