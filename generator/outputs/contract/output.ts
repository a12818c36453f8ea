import type { OutputRow } from '../declaration/output.ts'
import { operationsOutput } from '../operations/output.ts'
import { typesOutput } from '../types/output.ts'

/** The contract tests. */
export const contractOutput = {
  name: 'contract',
  means: 'a Vitest file for each tag',
  writes: ['contract/'],
  needs: [typesOutput, operationsOutput],
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
