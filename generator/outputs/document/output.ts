import type { OutputRow } from '../declaration/output.ts'
import { jsonPieces } from './json-pieces.ts'

/** The document from which everything else is generated, so that servers can serve it. */
export const document = {
  name: 'document',
  means: 'the whole document in one file, with overlays applied',
  writes: ['openapi.json'],
  needs: [],
  isOptional: true,
  files: ({ document }) => ({ 'openapi.json': [...jsonPieces(document), '\n'] }),
} as const satisfies OutputRow
