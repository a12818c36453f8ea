import type { OutputRow } from '../declaration/output.ts'
import { typesOutput } from '../types/output.ts'

/** Conversions for values with formats, used by clients, servers and webhooks. */
export const formatsOutput = {
  name: 'formats',
  means: 'functions that convert values with formats',
  writes: ['formats.ts'],
  needs: [typesOutput],
  async files(model, print) {
    const { emitFormats } = await import('./formats.ts')
    const converted = new Set(print.outputs.flatMap((output) => output.converts?.(model) ?? []))
    const text = emitFormats([...converted], print.file('formats.ts'), print.settings.formats)
    return text === undefined ? {} : { 'formats.ts': text }
  },
} as const satisfies OutputRow
