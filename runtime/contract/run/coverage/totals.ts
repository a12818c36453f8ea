import type { OperationCoverage } from './operation-coverage.ts'

/** The number of elements that meet a criterion, and the total number. */
export interface CoveredShare {
  readonly of: number
  readonly all: number
}

/** Numbers of declarations that were used at least once. */
export interface CoverageTotals {
  readonly statuses: CoveredShare
  /** Parameters sent with a valid value. */
  readonly valid: CoveredShare
  readonly invalid: CoveredShare
  /**
   * Keywords that a value satisfied. `boundary` has those whose limit a value reached exactly, and `violated`
   * has those that a value violated.
   */
  readonly kept: CoveredShare
  readonly boundary: CoveredShare
  readonly violated: CoveredShare
}

export function sumCoverage(operations: readonly OperationCoverage[]): CoverageTotals {
  const statuses = operations.flatMap((operation) => operation.statuses)
  const parameters = operations.flatMap((operation) => operation.parameters)
  const keywords = operations.flatMap((operation) => operation.keywords)
  const limits = keywords.flatMap(({ boundary }) => (boundary === undefined ? [] : [boundary]))
  return {
    statuses: share(statuses.map(({ seen }) => seen)),
    valid: share(parameters.map(({ valid }) => valid)),
    invalid: share(parameters.map(({ invalid }) => invalid)),
    kept: share(keywords.map(({ kept }) => kept)),
    boundary: share(limits),
    violated: share(keywords.map(({ violated }) => violated)),
  }
}

function share(counts: readonly number[]): CoveredShare {
  return { of: counts.filter((count) => count > 0).length, all: counts.length }
}
