import { curlQuote } from '../../data/exchange/variables.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import type { Outcome } from '../../data/outcome/outcome.ts'
import type { StepName } from '../../data/outcome/run-event.ts'

/** A check of a run that can be repeated. */
export interface Replayed {
  readonly operationId: string
  readonly rule: string
  readonly seed: string
}

/**
 * Returns the POSIX shell command line that repeats one check exactly. Credentials come from the same
 * sources.
 * @param command The command that was run: ["concordat", "verify", "http://127.0.0.1:8000", …] with every
 * option except those that select checks.
 */
export function replayLine(command: readonly string[], { operationId, rule, seed }: Replayed): string {
  const selection = ['--operation', operationId, '--rule', rule, '--seed', seed]
  return shellCommandLine([...command, ...selection])
}

/** Joins words into a POSIX shell command line. */
export function shellCommandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : curlQuote(word))).join(' ')
}

/** Adds to each finding the command line that repeats its check. */
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
