import type { OutputRow } from '../declaration/output.ts'
import { examples } from '../examples/output.ts'
import { operations } from '../operations/output.ts'
import { types } from '../types/output.ts'

/** Factories of test data. */
export const factories = {
  name: 'factories',
  means: 'for each schema, a function that creates valid test values',
  writes: ['factories.ts'],
  needs: [types, operations, examples],
  isOptional: true,
  isOfOperations: true,
  isForTests: true,
  packages: ['@concordat/mock'],
  async files(model, print) {
    const { emitFactories } = await import('./factories.ts')
    return { 'factories.ts': emitFactories(model, print) }
  },
} as const satisfies OutputRow
