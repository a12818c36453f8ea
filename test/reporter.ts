import type { Reporter, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with what was skipped, by name, the seed of its random tests, and one plain line that any
 * reader of its output can count on.
 */
export default class CountReporter implements Reporter {
  #isFiltered = false

  onInit(vitest: Vitest): void {
    this.#isFiltered = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A hook that fails, or a file that cannot be loaded: no test of theirs need have failed.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const broken = suites.filter((suite) => suite.errors().length > 0).length
    const failed = count('failed') + broken + errors.length
    for (const test of tests) {
      // In a run of selected tests, all others count as skipped.
      if (this.#isFiltered || test.result().state !== 'skipped') continue
      process.stdout.write(`skipped: ${test.module.relativeModuleId} > ${test.fullName}\n`)
    }
    const seed = process.env['CONCORDAT_SEED']
    if (seed !== undefined) process.stdout.write(`\nRepeat with CONCORDAT_SEED=${seed}\n`)
    process.stdout.write(`\n${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`)
  }
}
