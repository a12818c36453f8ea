import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Failures that the run's report has: `BrokenContract` and `Unsettled` of the package. */
const TOLD = ['BrokenContract', 'Unsettled']

/** Reports tests that could not run, which the run's report lacks. */
export class ContractReporter implements Reporter {
  readonly #onResult: () => void
  readonly #problems = new Set<string>()

  /** @param onResult Called after each test. */
  constructor(onResult: () => void) {
    this.#onResult = onResult
  }

  /** Distinct problems. */
  get problems(): readonly string[] {
    return [...this.#problems]
  }

  onTestCaseResult(test: TestCase): void {
    this.#note(test.result().errors ?? [])
    this.#onResult()
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#note([...modules.flatMap((module) => module.errors()), ...unhandled])
    this.#onResult()
  }

  #note(errors: readonly { readonly name?: string; readonly message: string }[]): void {
    for (const { name = '', message } of errors) if (!TOLD.includes(name)) this.#problems.add(message)
  }
}
