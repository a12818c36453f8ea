import type { OutputRow } from '../declaration/output.ts'

/** Response examples, which only mocks load. */
export const examplesOutput = {
  name: 'examples',
  means: 'response examples as data for mocks',
  writes: ['examples.ts'],
  needs: [],
  isOfOperations: true,
  async files(model, print) {
    const { emitExamples } = await import('./examples.ts')
    return { 'examples.ts': emitExamples(model, print.file('examples.ts')) }
  },
} as const satisfies OutputRow
