import { quote } from '../../data/exchange/variables.ts'
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
 * The line for a POSIX shell that runs one check again as it was run. Credentials come from where they came
 * from; the value of a header that looks like a secret reads as `$CONCORDAT_KEY`.
 * @param command The command that ran: ["concordat", "verify", "http://127.0.0.1:8000", …] with every option
 *   but those that select.
 */
export function replayLine(command: readonly string[], { operationId, rule, seed }: Replayed): string {
  const selection = ['--operation', operationId, '--rule', rule, '--seed', seed]
  return commandLine([...command, ...selection])
}

/** Words as a line for a POSIX shell. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : quote(word))).join(' ')
}

/** Gives findings the line that runs again what found them. */
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
