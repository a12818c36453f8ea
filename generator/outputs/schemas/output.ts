import type { OutputRow } from '../declaration/output.ts'
import { typesOutput } from '../types/output.ts'

/** Validators that implement the Standard Schema interface. */
export const schemasOutput = {
  name: 'schemas',
  means: 'a Standard Schema for each schema',
  writes: ['schemas.ts'],
  needs: [typesOutput],
  isOptional: true,
  chosenFor:
    /^(?:@tanstack\/[a-z]+-(?:form|router|start)|react-hook-form|@hookform\/resolvers|@standard-schema\/spec|@conform-to\/.+)$/,
  async files(model, print) {
    const { emitSchemas } = await import('./schemas.ts')
    const isConverted = !print.settings.formats.isEmpty
    const { homes } = print.types
    return { 'schemas.ts': emitSchemas(model, print.file('schemas.ts'), { isConverted, homes }) }
  },
} as const satisfies OutputRow
