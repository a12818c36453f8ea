import type { OutputRow } from '../declaration/output.ts'
import { typesOutput } from '../types/output.ts'

/** Schemas for zod. */
export const zodOutput = {
  name: 'zod',
  means: 'a zod schema for each schema, and for parameters and unnamed bodies',
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
