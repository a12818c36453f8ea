/**
 * The package entry `@concordat/runtime/query`: functions that the generated TanStack Query options use. Does
 * not import TanStack Query.
 */

export type { Follow } from '../http/pages/follow-by.ts'
export { followBody } from '../http/pages/styles/body.ts'
export { countUp } from '../http/pages/styles/count-up.ts'
export { followLastItem } from '../http/pages/styles/last-item.ts'
export { followLinks } from '../http/pages/styles/links.ts'
export { infiniteQuery } from './query/infinite.ts'
export { type QueryFilter, queriesOf } from './query/keys-of.ts'
export { mutation, query } from './query/query.ts'
export type {
  InfiniteQuery,
  InfiniteQueryKey,
  InfiniteQueryOptions,
  Mutation,
  MutationOptions,
  PageData,
  PageParam,
  Query,
  QueryArguments,
  QueryData,
  QueryKey,
  QueryOptions,
} from './query/query-types.ts'
