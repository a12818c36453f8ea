import type { Finding } from './finding.ts'
import type { Reason } from './kinds/reason.ts'
import { reasonWords } from './kinds/reason-words.ts'

/** The number of cases that a rule sent for an operation, and the number of all its cases. */
export interface Cases {
  readonly sent: number
  readonly of: number
}

/** The outcome of one check on one operation. */
export type Outcome =
  | { readonly status: 'passed'; readonly cases?: Cases }
  | { readonly status: 'failed'; readonly findings: readonly Finding[]; readonly cases?: Cases }
  /** All findings are in the baseline. */
  | { readonly status: 'known'; readonly findings: readonly Finding[]; readonly cases?: Cases }
  /** `reason` expresses `why` in words, which continue "not run, because". */
  | { readonly status: 'not-run'; readonly reason: string; readonly why: Reason }
  /**
   * The suite itself, or a function in the configuration, threw an error. This says nothing about the server.
   */
  | { readonly status: 'defect'; readonly message: string; readonly stack: string }

/** The outcome of a check that was not run. */
export function notRunOutcome(why: Reason): Outcome & { readonly status: 'not-run' } {
  return { status: 'not-run', reason: reasonWords(why), why }
}

/** Outcome for an unexpected error. */
export function defectOutcome(error: unknown): Outcome {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { status: 'defect', message, stack: (error instanceof Error && error.stack) || message }
}

/** The result of one rule on one operation. */
export interface CheckResult {
  readonly operationId: string
  /** "GET /pets" */
  readonly title: string
  readonly rule: string
  readonly outcome: Outcome
  readonly milliseconds: number
  /** Number of requests sent for the check, including those that created or found what it needed. */
  readonly requests: number
}
