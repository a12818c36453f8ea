import type { OutputRow } from '../declaration/output.ts'
import { typesOutput } from '../types/output.ts'

/** The types of openapi-typescript. */
export const openapiOutput = {
  name: 'openapi',
  means: '`paths`, `components` and `operations` as openapi-typescript prints them',
  writes: ['openapi.ts'],
  needs: [typesOutput],
  isOptional: true,
  // openapi-typescript takes longer than all the other printers together, so it runs only on request.
  printedBy: 'openapi-typescript',
  async files(model, print) {
    const { emitOpenapi } = await import('./openapi.ts')
    return { 'openapi.ts': await emitOpenapi(model, print.file('openapi.ts')) }
  },
} as const satisfies OutputRow
