import type { OutputRow } from '../declaration/output.ts'
import { typesOutput } from '../types/output.ts'

/** Schemas for zod. */
export const zodOutput = {
  name: 'zod',
  means: 'zod schemas for named schemas, parameters and most unnamed JSON bodies',
  writes: ['zod.ts'],
  needs: [typesOutput],
  isOptional: true,
  chosenFor: /^zod$/,
  packages: ['zod'],
  async files(model, print) {
    const { emitValidators } = await import('../validators/emit-validators.ts')
    const { ZOD } = await import('./zod.ts')
    return { 'zod.ts': emitValidators(model, ZOD, print) }
  },
} as const satisfies OutputRow
