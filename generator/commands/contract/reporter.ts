import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Names of the errors for failures that the run's report already contains. */
const TOLD = ['BrokenContract', 'Unsettled']

/** Collects the reasons why tests could not run, which are missing from the run's report. */
export class ContractReporter implements Reporter {
  readonly #onResult: () => void
  readonly #problems = new Set<string>()

  /** @param onResult called after each test. */
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
