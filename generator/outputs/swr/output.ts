import { clientOutput } from '../client/output.ts'
import type { OutputRow } from '../declaration/output.ts'

/** Keys and fetchers for SWR. */
export const swrOutput = {
  name: 'swr',
  means: 'SWR keys and fetchers for each operation',
  writes: ['swr.ts'],
  needs: [clientOutput],
  isOptional: true,
  isOfOperations: true,
  chosenFor: /^swr$/,
  async files(model, print) {
    const { emitQuery } = await import('../query/query.ts')
    const { SWR } = await import('./swr.ts')
    const { clientExports } = await import('../client/members/client-exports.ts')
    const names = clientExports(model, print.settings.name)
    return { 'swr.ts': emitQuery(model, { file: print.file('swr.ts'), names, library: SWR }) }
  },
} as const satisfies OutputRow
