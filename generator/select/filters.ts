import { fitsNamePattern } from '@concordat/runtime/nearest'

/** Patterns for operations: names, with "*" for any text. */
export interface Patterns {
  readonly tags?: readonly string[]
  /** By operationId or "GET /pets". */
  readonly operations?: readonly string[]
  /** Path templates: "/pets/*". */
  readonly paths?: readonly string[]
}

/** Filters of a document's operations. */
export interface Filters {
  /** An operation must match a pattern of each given list. */
  readonly include?: Patterns
  /** An operation that matches any pattern is excluded. */
  readonly exclude?: Patterns
}

/** Names that patterns are matched against. */
export interface FilterCandidate {
  readonly tags: readonly string[]
  /** Names of the operation. */
  readonly operations: readonly string[]
  /** Its path template; none for a webhook. */
  readonly paths: readonly string[]
}

/** Kinds of patterns, in the order of reporting. */
export const KINDS = ['tags', 'operations', 'paths'] as const

/** True if the filters select an operation. */
export function isWantedOperation(
  { include = {}, exclude = {} }: Filters,
  candidate: FilterCandidate,
): boolean {
  return (
    KINDS.every(
      (kind) => include[kind]?.some((pattern) => fitsNamePattern(pattern, candidate[kind])) ?? true,
    ) &&
    !KINDS.some(
      (kind) => exclude[kind]?.some((pattern) => fitsNamePattern(pattern, candidate[kind])) ?? false,
    )
  )
}
