import type { CheckResult } from '../../data/outcome/outcome.ts'
import type { KnownFinding, StaleFailure } from './baseline.ts'

/** Number of successes and server errors of an operation that creates an item, or acts on one. */
export interface SentWrites {
  readonly operationId: string
  /** True if it neither creates nor replaces an item: then no created item shows its effect. */
  readonly isAction: boolean
  /** With 2xx. */
  readonly done: number
  /** With 5xx: some of the effect may have occurred. */
  readonly failed: number
}

/** Outcome of a run. */
export interface ContractReport {
  readonly title: string
  readonly baseUrl: string
  readonly seed: string
  /** One for each planned check, in the document's order. */
  readonly results: readonly CheckResult[]
  /** Findings in the baseline; `results` has them only if nothing else failed. */
  readonly known: readonly KnownFinding[]
  /** Failures in the baseline that no longer fail, or never could. */
  readonly stale: readonly StaleFailure[]
  /** One sentence for each created item that could not be removed, or that may have been created. */
  readonly leftBehind: readonly string[]
  readonly writes?: readonly SentWrites[]
  /** Number of all requests; the results do not count those that removed created items at the end. */
  readonly requests: number
  readonly milliseconds: number
  /**
   * Why the run ended before it was complete, as part of a sentence: "SIGTERM came". Absent if it was
   * completed.
   */
  readonly ended?: string
}

/** Progress of a run. */
export interface RunProgress {
  readonly done: number
  readonly total: number
  readonly operationId: string
  readonly rule: string
  /** Number of checks that have failed so far. */
  readonly failed: number
}
