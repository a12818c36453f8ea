import { shellQuote } from '../../data/exchange/variables.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import type { Outcome } from '../../data/outcome/outcome.ts'
import type { StepName } from '../../data/outcome/run-event.ts'

/** One check of a run. */
export interface Replayed {
  readonly operationId: string
  readonly rule: string
  readonly seed: string
}

/**
 * The line for a POSIX shell that repeats one check as it was run. Credentials have the same sources; the
 * value of a header that may be secret becomes `$CONCORDAT_KEY`.
 * @param command The command that was run: ["concordat", "verify", "http://127.0.0.1:8000", …] with every
 * option except those that select.
 */
export function replayLine(command: readonly string[], { operationId, rule, seed }: Replayed): string {
  const selection = ['--operation', operationId, '--rule', rule, '--seed', seed]
  return shellCommandLine([...command, ...selection])
}

/** Words as a line for a POSIX shell. */
export function shellCommandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : shellQuote(word))).join(' ')
}

/** Adds to findings the line that repeats their check. */
export class Replays {
  readonly #seed: string
  readonly #lineOf: ((check: Replayed) => string) | undefined

  constructor(seed: string, lineOf?: (check: Replayed) => string) {
    this.#seed = seed
    this.#lineOf = lineOf
  }

  inOutcome(outcome: Outcome, step: StepName): Outcome {
    if (outcome.status !== 'failed') return outcome
    return { ...outcome, findings: outcome.findings.map((finding) => this.inFinding(finding, step)) }
  }

  inFinding(finding: Finding, step: StepName | undefined): Finding {
    if (this.#lineOf === undefined || step === undefined) return finding
    const { operationId, rule } = step
    return { ...finding, replay: this.#lineOf({ operationId, rule, seed: this.#seed }) }
  }
}
