import type { OutputRow } from '../declaration/output.ts'
import { contractJsonPieces } from './json-pieces.ts'

/** Writes the document from which everything else is generated, so that servers can serve it. */
export const documentOutput = {
  name: 'document',
  means: 'the whole document in one file, as OpenAPI 3, with overlays applied',
  writes: ['openapi.json'],
  needs: [],
  isOptional: true,
  files: ({ document }) => ({ 'openapi.json': [...contractJsonPieces(document), '\n'] }),
} as const satisfies OutputRow
