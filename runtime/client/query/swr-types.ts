import type { Client } from '../call/call.ts'
import type { SuccessBody } from '../operations/operation-types.ts'
import type { RequestArgument, RequestOf } from '../operations/request-argument.ts'
import type { PageData, PageParam, QueryData, QueryKey } from './query-types.ts'

/**
 * The request, which is optional if the operation requires none of its members. If it is null, nothing is
 * requested yet.
 */
type SwrArguments<Req> =
  RequestArgument<Req> extends [request: infer Given]
    ? [client: Client, request: Given | null]
    : [client: Client, request?: RequestOf<Req> | null]

/** Creates the arguments for an operation's `useSWR` call: `useSWR(...getPetSwr(client, request))`. */
export interface Swr<Req, Res> {
  (
    ...call: SwrArguments<Req>
  ): readonly [key: QueryKey | null, fetcher: (key: QueryKey) => Promise<QueryData<Res>>]
  /** True for one of the operation's keys: `mutate(listPetsSwr.isKey)` repeats all its requests. */
  isKey(key: unknown): boolean
}

/** The key for one page of a list. */
export type SwrPageKey = readonly [...QueryKey, pages: 'pages', page: PageParam]

/** Creates the arguments for a list's `useSWRInfinite` call. */
export type SwrInfinite<Req, Res> = (
  ...call: SwrArguments<Req>
) => readonly [
  getKey: (index: number, previous: PageData<Res> | null) => SwrPageKey | null,
  fetcher: (key: SwrPageKey) => Promise<PageData<Res>>,
]

/** Creates the arguments for an operation's `useSWRMutation` call. `trigger` receives the request. */
export type SwrMutation<Req, Res> = (
  client: Client,
) => readonly [
  key: readonly [operationId: string],
  fetcher: (
    key: readonly [operationId: string],
    options: { readonly arg: RequestArgument<Req>[0] },
  ) => Promise<SuccessBody<Res>>,
]
