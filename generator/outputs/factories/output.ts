import type { OutputRow } from '../declaration/output.ts'
import { examplesOutput } from '../examples/output.ts'
import { operationsOutput } from '../operations/output.ts'
import { typesOutput } from '../types/output.ts'

/** Factories of test data. */
export const factoriesOutput = {
  name: 'factories',
  means: 'for each schema, a function that creates valid test values',
  writes: ['factories.ts'],
  needs: [typesOutput, operationsOutput, examplesOutput],
  isOptional: true,
  isOfOperations: true,
  isForTests: true,
  packages: ['@concordat/mock'],
  async files(model, print) {
    const { emitFactories } = await import('./factories.ts')
    return { 'factories.ts': emitFactories(model, print) }
  },
} as const satisfies OutputRow
