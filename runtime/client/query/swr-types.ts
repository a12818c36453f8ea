import type { Client } from '../call/call.ts'
import type { SuccessBody } from '../operations/operation-types.ts'
import type { RequestArgument, RequestOf } from '../operations/request-argument.ts'
import type { PageData, PageParam, QueryData, QueryKey } from './query-types.ts'

/**
 * The request, which may be left out where an operation needs none of its members; null asks for nothing yet.
 */
type SwrArguments<Req> =
  RequestArgument<Req> extends [request: infer Given]
    ? [client: Client, request: Given | null]
    : [client: Client, request?: RequestOf<Req> | null]

/** Makes the arguments of `useSWR` for one operation: `useSWR(...getPetSwr(client, request))`. */
export interface Swr<Req, Res> {
  (
    ...call: SwrArguments<Req>
  ): readonly [key: QueryKey | null, fetcher: (key: QueryKey) => Promise<QueryData<Res>>]
  /** True for a key of the operation: `mutate(listPetsSwr.isKey)` asks for all its requests again. */
  isKey(key: unknown): boolean
}

/** The key of one page of a list. */
export type SwrPageKey = readonly [...QueryKey, pages: 'pages', page: PageParam]

/** Makes the arguments of `useSWRInfinite` for one list. */
export type SwrInfinite<Req, Res> = (
  ...call: SwrArguments<Req>
) => readonly [
  getKey: (index: number, previous: PageData<Res> | null) => SwrPageKey | null,
  fetcher: (key: SwrPageKey) => Promise<PageData<Res>>,
]

/** Makes the arguments of `useSWRMutation` for one operation: `trigger` takes the request. */
export type SwrMutation<Req, Res> = (
  client: Client,
) => readonly [
  key: readonly [operationId: string],
  fetcher: (
    key: readonly [operationId: string],
    options: { readonly arg: RequestArgument<Req>[0] },
  ) => Promise<SuccessBody<Res>>,
]
