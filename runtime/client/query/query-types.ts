import type { Client } from '../call/call.ts'
import type { SuccessBody } from '../operations/operation-types.ts'
import type { RequestArgument, RequestOf } from '../operations/request-argument.ts'

/** The client, and the request, which is optional if the operation requires none of its members. */
export type QueryArguments<Req> = [client: Client, ...RequestArgument<Req>]

/** Data of a query. TanStack Query does not accept `undefined`, so a response without content is null. */
export type QueryData<Res> =
  undefined extends SuccessBody<Res> ? Exclude<SuccessBody<Res>, undefined> | null : SuccessBody<Res>

/**
 * An operationId and the request, as JSON values. The operationId alone is the prefix of the keys for all of
 * the operation's queries.
 */
export type QueryKey = readonly [operationId: string, request: object]

/**
 * Options for `useQuery`, `prefetchQuery` and others, in every TanStack Query package.
 * @typeParam Key `QueryKey`, or a key that carries the type of its data.
 */
export interface QueryOptions<Res, Key = QueryKey> {
  readonly queryKey: Key
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<QueryData<Res>>
}

/** Creates the options for an operation's query. */
export interface Query<Req, Res, Key = QueryKey> {
  (...call: QueryArguments<Req>): QueryOptions<Res, Key>
  /** Prefix of all the operation's query keys: `invalidateQueries({ queryKey: listPetsQuery.key })`. */
  readonly key: readonly [operationId: string]
}

/** Value that selects the next page; null for the first page. */
export type PageParam = string | number | null

/** The key for a list's pages. */
export type InfiniteQueryKey = readonly [...QueryKey, pages: 'pages']

/** Data of one page in a query. */
export type PageData<Res> = SuccessBody<Res>

/** Options for `useInfiniteQuery`. */
export interface InfiniteQueryOptions<Res, Key = InfiniteQueryKey> {
  readonly queryKey: Key
  readonly queryFn: (context: {
    readonly signal: AbortSignal
    readonly pageParam: PageParam
  }) => Promise<PageData<Res>>
  readonly initialPageParam: PageParam
  /** @returns null after the last page. */
  readonly getNextPageParam: (
    last: SuccessBody<Res>,
    all: readonly SuccessBody<Res>[],
    param: PageParam,
  ) => PageParam
}

/** Creates the options for a list's pages. */
export type InfiniteQuery<Req, Res, Key = InfiniteQueryKey> = (
  ...call: QueryArguments<Req>
) => InfiniteQueryOptions<Res, Key>

/** Options for `useMutation`. */
export interface MutationOptions<Req, Res> {
  readonly mutationKey: readonly [operationId: string]
  readonly mutationFn: (
    // biome-ignore lint/suspicious/noConfusingVoidType: the type of `mutate()` without an argument
    request: Record<never, never> extends Req ? RequestOf<Req> | void : Req,
  ) => Promise<SuccessBody<Res>>
}

/** Creates the options for an operation's mutation. */
export type Mutation<Req, Res> = (client: Client) => MutationOptions<Req, Res>
