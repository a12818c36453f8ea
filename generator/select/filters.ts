import { fitsNamePattern } from '@concordat/runtime/nearest'

/** Patterns for operations, in which "*" represents any text. */
export interface OperationPatterns {
  readonly tags?: readonly string[]
  /** OperationIds, webhook names, or methods and paths such as "GET /pets". */
  readonly operations?: readonly string[]
  /** Path templates: "/pets/*". */
  readonly paths?: readonly string[]
}

/** Filters for a document's operations. */
export interface Filters {
  /** An operation must match at least one pattern in each given list. */
  readonly include?: OperationPatterns
  /** An operation that matches any of these patterns is excluded. */
  readonly exclude?: OperationPatterns
}

/** Names with which patterns are compared. */
export interface FilterCandidate {
  readonly tags: readonly string[]
  /** Names of the operation. */
  readonly operations: readonly string[]
  /** The operation's path template; empty for a webhook. */
  readonly paths: readonly string[]
}

/** Kinds of patterns, in the order in which they are reported. */
export const PATTERN_KINDS = ['tags', 'operations', 'paths'] as const

/** True if the filters select an operation. */
export function isWantedOperation(
  { include = {}, exclude = {} }: Filters,
  candidate: FilterCandidate,
): boolean {
  return (
    PATTERN_KINDS.every(
      (kind) => include[kind]?.some((pattern) => fitsNamePattern(pattern, candidate[kind])) ?? true,
    ) &&
    !PATTERN_KINDS.some(
      (kind) => exclude[kind]?.some((pattern) => fitsNamePattern(pattern, candidate[kind])) ?? false,
    )
  )
}
