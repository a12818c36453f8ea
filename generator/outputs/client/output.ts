import type { OutputRow } from '../declaration/output.ts'
import { formatsOutput } from '../formats/output.ts'
import { typesOutput } from '../types/output.ts'

/** The client. */
export const clientOutput = {
  name: 'client',
  means: 'a client with a function for each operation',
  writes: ['client.ts'],
  needs: [typesOutput, formatsOutput],
  usedBy: ['call'],
  isOfOperations: true,
  converts: ({ operations }) => operations,
  async files(model, print) {
    const { name: factory, middlewares, formats } = print.settings
    const { homes, answers } = print.types
    const settings = { factory, middlewares, formats, homes, answers }
    const { tagFiles } = print
    if (tagFiles === undefined) {
      const { emitClient } = await import('./client.ts')
      return { 'client.ts': emitClient(model, print.file('client.ts'), settings) }
    }
    const { emitClientByTag } = await import('./by-tag/client-by-tag.ts')
    const files = emitClientByTag(model, print.file, { ...settings, tagFiles })
    return Object.fromEntries(files)
  },
} as const satisfies OutputRow
