import type { CheckResult } from '../../data/outcome/outcome.ts'
import type { KnownFinding, StaleFailure } from './baseline.ts'

/** Number of times that an operation that makes something, or acts on it, was answered as if it had. */
export interface SentWrites {
  readonly operationId: string
  /** True if it neither makes nor replaces an item: then no created item shows what it did. */
  readonly isAction: boolean
  /** With 2xx. */
  readonly done: number
  /** With 5xx: part of it may have been done. */
  readonly failed: number
}

/** Outcome of a run. */
export interface ContractReport {
  readonly title: string
  readonly baseUrl: string
  readonly seed: string
  /** One for each check that was to be run, in the document's order. */
  readonly results: readonly CheckResult[]
  /** Findings that the baseline knows; `results` has them only where nothing else failed. */
  readonly known: readonly KnownFinding[]
  /** Failures of the baseline that no longer fail, or never could. */
  readonly stale: readonly StaleFailure[]
  /** One sentence for each created item that could not be removed, or that may or may not have been made. */
  readonly leftBehind: readonly string[]
  readonly writes?: readonly SentWrites[]
  /** All that were sent; those beyond the results' own removed in the end what was created. */
  readonly requests: number
  readonly milliseconds: number
  /**
   * Reason why the run ended before all was run, as a sentence goes on: "SIGTERM came". Absent: it came to
   * its end.
   */
  readonly ended?: string
}

/** Progress of a run. */
export interface Progress {
  readonly done: number
  readonly total: number
  readonly operationId: string
  readonly rule: string
  /** Checks that have failed so far. */
  readonly failed: number
}
