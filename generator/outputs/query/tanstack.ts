import { type Code, sourceCode } from '../../emit/print/code.ts'
import { IMPORTED_MODULES, importedType } from '../../emit/print/modules.ts'
import type { QueryLibrary } from './query-library.ts'

/**
 * TanStack Query, for any framework.
 * @param library package whose types connect keys with data. Each package accepts only its own types.
 */
export function tanstackQuery(library: string | undefined): QueryLibrary {
  const ours = (name: string) => importedType(name, IMPORTED_MODULES.query)
  return {
    module: IMPORTED_MODULES.query,
    kinds: {
      query: { suffix: 'Query', make: 'query' },
      infiniteQuery: { suffix: 'InfiniteQuery', make: 'infiniteQuery' },
      mutation: { suffix: 'Mutation', make: 'mutation' },
    },
    tags: { suffix: 'Queries', make: 'queriesOf', type: ours('QueryFilter'), means: 'The queries' },
    keyOf(kind, response): readonly Code[] {
      if (library === undefined || kind === 'mutation') return []
      const tag = importedType('DataTag', library)
      if (kind === 'query')
        return [sourceCode`${tag}<${ours('QueryKey')}, ${ours('QueryData')}<${response}>>`]
      const pages = sourceCode`${importedType('InfiniteData', library)}<${ours('PageData')}<${response}>, ${ours('PageParam')}>`
      return [sourceCode`${tag}<${ours('InfiniteQueryKey')}, ${pages}>`]
    },
  }
}
