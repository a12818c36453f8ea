import type { OutputRow } from '../declaration/output.ts'
import { openapi } from '../openapi/output.ts'

/** A client of openapi-fetch. */
export const fetch = {
  name: 'fetch',
  means: 'a client for openapi-fetch',
  writes: ['fetch.ts'],
  needs: [openapi],
  isOptional: true,
  isOfOperations: true,
  packages: ['openapi-fetch'],
  async files(model, print) {
    const { emitFetch } = await import('./fetch.ts')
    return { 'fetch.ts': emitFetch(model, print.file('fetch.ts')) }
  },
} as const satisfies OutputRow
