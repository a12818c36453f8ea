import type { OutputRow } from '../declaration/output.ts'

/** The document that everything else is printed from. */
export const document = {
  name: 'document',
  means: 'the whole document as one file, with overlays applied',
  writes: ['openapi.json'],
  needs: [],
  files: ({ document }) => ({ 'openapi.json': `${JSON.stringify(document, null, 2)}\n` }),
} as const satisfies OutputRow
