import type { OutputRow } from '../declaration/output.ts'
import { typesOutput } from '../types/output.ts'

/** Schemas for valibot. */
export const valibotOutput = {
  name: 'valibot',
  means: 'valibot schemas for named schemas, parameters and most unnamed JSON bodies',
  writes: ['valibot.ts'],
  needs: [typesOutput],
  isOptional: true,
  chosenFor: /^valibot$/,
  packages: ['valibot'],
  async files(model, print) {
    const { emitValidators } = await import('../validators/emit-validators.ts')
    const { VALIBOT } = await import('./valibot.ts')
    return { 'valibot.ts': emitValidators(model, VALIBOT, print) }
  },
} as const satisfies OutputRow
