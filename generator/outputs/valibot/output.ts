import type { OutputRow } from '../declaration/output.ts'
import { types } from '../types/output.ts'

/** Schemas of valibot. */
export const valibot = {
  name: 'valibot',
  means: 'a schema of valibot for each schema',
  writes: ['valibot.ts'],
  needs: [types],
  isOptional: true,
  chosenFor: /^valibot$/,
  packages: ['valibot'],
  async files(model, print) {
    const { emitValibot } = await import('./valibot.ts')
    return { 'valibot.ts': emitValibot(model, print) }
  },
} as const satisfies OutputRow
