/** The package entry `@concordat/runtime/query`: what generated options of TanStack Query are made by. It imports nothing of that library. */

export { infiniteQuery } from './query/infinite.ts'
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
