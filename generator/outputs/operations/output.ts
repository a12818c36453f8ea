import type { OutputRow } from '../declaration/output.ts'

/** The document as data for the runtime. */
export const operationsOutput = {
  name: 'operations',
  means: 'the document as data for servers, contract tests and mocks',
  writes: ['operations.ts'],
  needs: [],
  isOptional: true,
  isOfOperations: true,
  async files(model, print) {
    const { emitOperations } = await import('./operations.ts')
    return { 'operations.ts': emitOperations(model, print.file('operations.ts')) }
  },
} as const satisfies OutputRow
