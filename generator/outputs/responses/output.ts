import type { OutputRow } from '../declaration/output.ts'

/** What `validate` holds answers against. */
export const responses = {
  name: 'responses',
  means: 'the schemas of the responses of each operation, for the validation of what a client is answered',
  writes: ['responses.ts'],
  needs: [],
  isOptional: true,
  isOfOperations: true,
  async files(model, print) {
    const { emitResponses } = await import('./responses.ts')
    const text = emitResponses(model, print.file('responses.ts'))
    return text === undefined ? {} : { 'responses.ts': text }
  },
} as const satisfies OutputRow
