import type { Finding } from './finding.ts'
import type { Reason } from './kinds/reason.ts'
import { reasonWords } from './kinds/reason-words.ts'

/** Number of cases that a rule sent, of those that it has for an operation. */
export interface Cases {
  readonly sent: number
  readonly of: number
}

/** Outcome of one check on one operation. */
export type Outcome =
  | { readonly status: 'passed'; readonly cases?: Cases }
  | { readonly status: 'failed'; readonly findings: readonly Finding[]; readonly cases?: Cases }
  /** Every finding is one that the baseline knows. */
  | { readonly status: 'known'; readonly findings: readonly Finding[]; readonly cases?: Cases }
  /** `reason` says `why` in words, which go on from "not run, because". */
  | { readonly status: 'not-run'; readonly reason: string; readonly why: Reason }
  /** The suite, or a function of the configuration, failed: it tells nothing about the server. */
  | { readonly status: 'defect'; readonly message: string; readonly stack: string }

/** A check that was not run. */
export function notRun(why: Reason): Outcome & { readonly status: 'not-run' } {
  return { status: 'not-run', reason: reasonWords(why), why }
}

/** Outcome for an error that no rule and no judge should throw. */
export function defectOf(error: unknown): Outcome {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { status: 'defect', message, stack: (error instanceof Error && error.stack) || message }
}

/** One rule on one operation. */
export interface CheckResult {
  readonly operationId: string
  /** "GET /pets" */
  readonly title: string
  readonly rule: string
  readonly outcome: Outcome
  readonly milliseconds: number
  /** Sent for it, with those that made and found what it needed. */
  readonly requests: number
}
