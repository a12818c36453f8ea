import { clientOutput } from '../client/output.ts'
import type { OutputRow } from '../declaration/output.ts'

/** Options of TanStack Query. */
export const queryOutput = {
  name: 'query',
  means: 'TanStack Query options for each operation',
  writes: ['query.ts'],
  needs: [clientOutput],
  isOptional: true,
  isOfOperations: true,
  chosenFor: /^@tanstack\/[a-z]+-query$/,
  async files(model, print) {
    const { emitQuery } = await import('./query.ts')
    const { tanstackQuery } = await import('./tanstack.ts')
    const { clientExports } = await import('../client/members/client-exports.ts')
    const { name, queryPackage } = print.settings
    const names = clientExports(model, name)
    const library = tanstackQuery(queryPackage)
    return { 'query.ts': emitQuery(model, { file: print.file('query.ts'), names, library }) }
  },
} as const satisfies OutputRow
