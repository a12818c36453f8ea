import type { Reporter, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with the names of skipped tests, the seed of random tests, and one plain line on which readers
 * of the output can rely.
 */
export default class CountReporter implements Reporter {
  #isFiltered = false

  onInit(vitest: Vitest): void {
    this.#isFiltered = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A hook can fail, or a file can fail to load, without any failed test.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const broken = suites.filter((suite) => suite.errors().length > 0).length
    const failed = count('failed') + broken + errors.length
    for (const test of tests) {
      // In a run of selected tests, all others count as skipped, so they are not listed.
      if (this.#isFiltered || test.result().state !== 'skipped') continue
      process.stdout.write(`skipped: ${test.module.relativeModuleId} > ${test.fullName}\n`)
    }
    const seed = process.env['CONCORDAT_SEED']
    if (seed !== undefined) process.stdout.write(`\nRepeat with CONCORDAT_SEED=${seed}\n`)
    process.stdout.write(`\n${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`)
  }
}
