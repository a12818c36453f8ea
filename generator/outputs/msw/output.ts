import type { OutputRow } from '../declaration/output.ts'
import { examplesOutput } from '../examples/output.ts'
import { operationsOutput } from '../operations/output.ts'
import { typesOutput } from '../types/output.ts'

/** Mock Service Worker handlers. */
export const mswOutput = {
  name: 'msw',
  means: 'Mock Service Worker handlers that share one stateful mock',
  writes: ['msw.ts'],
  needs: [typesOutput, operationsOutput, examplesOutput],
  isOptional: true,
  isOfOperations: true,
  chosenFor: /^msw$/,
  isForTests: true,
  packages: ['@concordat/mock', 'msw'],
  async files(model, print) {
    const { emitMsw } = await import('./msw.ts')
    return { 'msw.ts': emitMsw(model, print) }
  },
} as const satisfies OutputRow
