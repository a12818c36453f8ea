import { fits } from '@concordat/runtime/nearest'

/** Patterns that name operations: as they are written, with "*" for any text. */
export interface Patterns {
  readonly tags?: readonly string[]
  /** Patterns of operations by operationId, or as "GET /pets". */
  readonly operations?: readonly string[]
  /** Path templates: "/pets/*". */
  readonly paths?: readonly string[]
}

/** Filters of a document's operations. */
export interface Filters {
  /** An operation must match a pattern of each list that is given. */
  readonly include?: Patterns
  /** An operation that matches any pattern is left out. */
  readonly exclude?: Patterns
}

/** Names that patterns are compared with. */
export interface Candidate {
  readonly tags: readonly string[]
  /** The names of the operation itself. */
  readonly operations: readonly string[]
  /** Its path template; none of a webhook. */
  readonly paths: readonly string[]
}

/** The kinds of patterns, in the order in which they are reported. */
export const KINDS = ['tags', 'operations', 'paths'] as const

/** True if the filters leave an operation in. */
export function isWanted({ include = {}, exclude = {} }: Filters, candidate: Candidate): boolean {
  return (
    KINDS.every((kind) => include[kind]?.some((pattern) => fits(pattern, candidate[kind])) ?? true) &&
    !KINDS.some((kind) => exclude[kind]?.some((pattern) => fits(pattern, candidate[kind])) ?? false)
  )
}
