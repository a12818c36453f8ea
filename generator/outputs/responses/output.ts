import type { OutputRow } from '../declaration/output.ts'

/** Response schemas for `validate`. */
export const responsesOutput = {
  name: 'responses',
  means: "each operation's response schemas, for the client's `validate`",
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
