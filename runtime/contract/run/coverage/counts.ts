/** One operation's coverage by some of a run's exchanges, as plain data that can be added up. */
export interface OperationCounts {
  readonly operationId: string
  readonly requests: number
  readonly statuses: readonly (readonly [status: string, seen: number])[]
  readonly undocumented: readonly number[]
  /** Counts in the order of the operation's parameters. */
  readonly parameters: readonly { readonly valid: number; readonly invalid: number }[]
  readonly brokenFormats: readonly BrokenFormat[]
  /** The counts, each with the clause of its keyword in the form that rules use. */
  readonly keywords: readonly (readonly [clause: string, count: Readonly<KeywordCount>])[]
}

/** A string that does not match the format in its schema, if the document does not assert formats. */
export interface BrokenFormat {
  /** Location of the string: in an accepted request or in a response. */
  readonly where: 'accepted' | 'answered'
  /** Property names, and "*" for items, joined with dots. */
  readonly member: string
  readonly format: string
}

/**
 * Numbers of values that satisfied a keyword (`kept`), that were exactly at its limit, and that violated it.
 */
export interface KeywordCount {
  kept: number
  boundary: number
  violated: number
}

/** Counts for each operation. Operations without exchanges are omitted. */
export type CoverageCounts = readonly OperationCounts[]
