import type { OutputRow } from '../declaration/output.ts'
import { examples } from '../examples/output.ts'
import { operations } from '../operations/output.ts'
import { types } from '../types/output.ts'

/** Mock Service Worker handlers. */
export const msw = {
  name: 'msw',
  means: 'Mock Service Worker handlers that share one stateful mock',
  writes: ['msw.ts'],
  needs: [types, operations, examples],
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
