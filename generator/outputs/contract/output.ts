import type { OutputRow } from '../declaration/output.ts'
import { operations } from '../operations/output.ts'
import { types } from '../types/output.ts'

/** The contract tests. */
export const contract = {
  name: 'contract',
  means: 'a Vitest file for each tag',
  writes: ['contract/'],
  needs: [types, operations],
  isOfOperations: true,
  usedBy: ['build', 'test'],
  chosenFor: /^vitest$/,
  isForTests: true,
  packages: ['@concordat/contract', 'vitest'],
  async files(model, print) {
    const { emitContract } = await import('./contract.ts')
    return Object.fromEntries(emitContract(model, print.file))
  },
} as const satisfies OutputRow
