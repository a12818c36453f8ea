import type { OutputRow } from '../declaration/output.ts'
import { openapiOutput } from '../openapi/output.ts'

/** A client of openapi-fetch. */
export const fetchOutput = {
  name: 'fetch',
  means: 'a client for openapi-fetch',
  writes: ['fetch.ts'],
  needs: [openapiOutput],
  isOptional: true,
  isOfOperations: true,
  packages: ['openapi-fetch'],
  async files(model, print) {
    const { emitFetch } = await import('./fetch.ts')
    return { 'fetch.ts': emitFetch(model, print.file('fetch.ts')) }
  },
} as const satisfies OutputRow
