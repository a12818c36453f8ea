import type { Convention } from '../../data/outcome/kinds/facts/conventions.ts'
import type { CheckResult } from '../../data/outcome/outcome.ts'
import type { KnownFinding, StaleFailure } from './baseline.ts'

/** The numbers of successes and server errors of an operation that creates an item or acts on one. */
export interface SentWrites {
  readonly operationId: string
  /** True for any operation other than a create. No created item shows the effect of such an operation. */
  readonly isAction: boolean
  /** With 2xx. */
  readonly done: number
  /** Number of 5xx responses. A request with such a response may have had part of its effect. */
  readonly failed: number
}

/** Outcome of a run. */
export interface ContractReport {
  readonly title: string
  readonly baseUrl: string
  readonly seed: string
  /** One result for each planned check, in the order of the document. */
  readonly results: readonly CheckResult[]
  /** Findings that are in the baseline. `results` contains them only if nothing else failed. */
  readonly known: readonly KnownFinding[]
  /** Failures in the baseline that no longer occur, or that could never occur. */
  readonly stale: readonly StaleFailure[]
  /**
   * Sentences about the items that the run created but did not remove, and about those that it may have
   * created or removed.
   */
  readonly leftBehind: readonly string[]
  readonly writes?: readonly SentWrites[]
  /** operationIds, one for each request that the server rejected with 401 and accepted when repeated. */
  readonly rejectedOnce?: readonly string[]
  readonly conventions?: readonly Convention[]
  /** Number of all requests. The results exclude the requests that removed created items at the end. */
  readonly requests: number
  readonly milliseconds: number
  /**
   * The reason why the run ended before it was complete, as part of a sentence: "Concordat received SIGTERM";
   * absent if it completed.
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
