import type { OutputRow } from '../declaration/output.ts'
import { document } from '../document/output.ts'
import { types } from '../types/output.ts'

/** The API reference. */
export const reference = {
  name: 'reference',
  means: 'a self-contained page with all operations and schemas',
  writes: ['reference/index.html'],
  needs: [document, types],
  isOptional: true,
  isOfOperations: true,
  async files(model, print) {
    const { emitReference } = await import('./page.ts')
    return { 'reference/index.html': emitReference(model, print.header) }
  },
} as const satisfies OutputRow
