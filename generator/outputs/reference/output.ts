import type { OutputRow } from '../declaration/output.ts'
import { documentOutput } from '../document/output.ts'
import { typesOutput } from '../types/output.ts'

/** The API reference. */
export const referenceOutput = {
  name: 'reference',
  means: 'a self-contained page with all operations and schemas',
  writes: ['reference/index.html'],
  needs: [documentOutput, typesOutput],
  isOptional: true,
  isOfOperations: true,
  async files(model, print) {
    const { emitReference } = await import('./page.ts')
    return { 'reference/index.html': emitReference(model, print.header) }
  },
} as const satisfies OutputRow
