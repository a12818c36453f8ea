import { sourceCode } from '../../emit/print/code.ts'
import { IMPORTED_MODULES } from '../../emit/print/modules.ts'
import type { QueryLibrary } from '../query/query-library.ts'

/** SWR. Its keys do not contain data types. */
export const SWR: QueryLibrary = {
  module: IMPORTED_MODULES.swr,
  kinds: {
    query: { suffix: 'Swr', make: 'swr' },
    infiniteQuery: { suffix: 'SwrInfinite', make: 'swrInfinite' },
    mutation: { suffix: 'SwrMutation', make: 'swrMutation' },
  },
  tags: {
    suffix: 'SwrKeys',
    make: 'keysOf',
    type: sourceCode`(key: unknown) => boolean`,
    means: 'True for a key',
  },
  keyOf: () => [],
}
