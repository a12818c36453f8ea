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
  /** Failures of the baseline that no longer fail, or never could. */
  readonly stale: readonly StaleFailure[]
  /** One sentence for each created item that could not be removed, or that may have been created. */
  readonly leftBehind: readonly string[]
  readonly writes?: readonly SentWrites[]
  /** Number of all requests; those not counted in results removed created items in the end. */
  readonly requests: number
  readonly milliseconds: number
  /**
   * Why the run ended before everything was run, as part of a sentence: "SIGTERM came". Absent: it was
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
