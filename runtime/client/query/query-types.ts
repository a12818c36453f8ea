import type { Client } from '../call/call.ts'
import type { SuccessBody } from '../operations/operation-types.ts'
import type { RequestArgument, RequestOf } from '../operations/request-argument.ts'

/** The client, and the request, which may be left out where an operation needs none of its members. */
export type QueryArguments<Req> = [client: Client, ...RequestArgument<Req>]

/** Data of a query. TanStack Query takes no `undefined` for data: a response without content is null. */
export type QueryData<Res> =
  undefined extends SuccessBody<Res> ? Exclude<SuccessBody<Res>, undefined> | null : SuccessBody<Res>

/**
 * The name of an operation and its request, as it is in JSON: the key of all its queries is the name alone.
 */
export type QueryKey = readonly [operationId: string, request: object]

/**
 * Options for `useQuery`, `prefetchQuery` and the like of every TanStack Query.
 * @typeParam Key that of `QueryKey`, or one that is tagged with the data that it leads to.
 */
export interface QueryOptions<Res, Key = QueryKey> {
  readonly queryKey: Key
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<QueryData<Res>>
}

/** Makes the options of one operation's query. */
export interface Query<Req, Res, Key = QueryKey> {
  (...call: QueryArguments<Req>): QueryOptions<Res, Key>
  /** Begins the keys of all its queries: `invalidateQueries({ queryKey: listPetsQuery.key })`. */
  readonly key: readonly [operationId: string]
}

/** A value that leads to the next page: null for the first. */
export type PageParam = string | number | null

/** The key of a list's pages. */
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

/** Makes the options of one list's pages. */
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

/** Makes the options of one operation's mutation. */
export type Mutation<Req, Res> = (client: Client) => MutationOptions<Req, Res>
