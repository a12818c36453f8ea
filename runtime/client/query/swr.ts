import type { Follow } from '../../http/pages/follow-by.ts'
import type { Client, OperationRequest } from '../call/call.ts'
import type { ListOperation } from '../operations/define-operation.ts'
import { keysOf } from './keys-of.ts'
import { queryPages } from './pages-of.ts'
import { type Asked, type Called, requestInKey } from './query.ts'
import type { PageParam } from './query-types.ts'
import type { Swr, SwrInfinite, SwrMutation, SwrPageKey } from './swr-types.ts'

/** Creates the key and fetcher for an operation's requests. */
export function swr<Req, Res>(operation: Asked<NoInfer<Req>, NoInfer<Res>>): Swr<Req, Res> {
  const call = operation as unknown as Called
  const { operationId } = operation.descriptor
  const make = (client: Client, request: OperationRequest | null = {}) => [
    request === null ? null : [operationId, requestInKey(request)],
    async () => (await call(client, request ?? {}, {})) ?? null,
  ]
  return Object.assign(make, { isKey: keysOf(operationId) }) as unknown as Swr<Req, Res>
}

/**
 * Creates the keys and fetcher for a list's pages. SWR requests keys in order, and passes the previous page
 * to each.
 * @param follow returns the value that selects the next page.
 */
export function swrInfinite<Req, Res, Item>(
  operation: ListOperation<Req, Res, Item>,
  follow: Follow,
): SwrInfinite<Req, Res> {
  const call = operation as unknown as Called
  const { operationId } = operation.descriptor
  const pages = queryPages(operation, follow)
  const make = (client: Client, request: OperationRequest | null = {}) => {
    const read: unknown[] = []
    const params: PageParam[] = [null]
    const getKey = (index: number, previous: unknown) => {
      if (request === null) return null
      if (index > 0) {
        read[index - 1] = previous
        params[index] = pages.next(request, read.slice(0, index), params[index - 1] ?? null)
        if (params[index] === null) return null
      }
      return [operationId, requestInKey(request), 'pages', params[index]]
    }
    return [getKey, ([, , , param]: SwrPageKey) => call(client, pages.request(request ?? {}, param), {})]
  }
  return make as unknown as SwrInfinite<Req, Res>
}

/** Creates the key and fetcher for an operation's mutations. */
export function swrMutation<Req, Res>(operation: Asked<NoInfer<Req>, NoInfer<Res>>): SwrMutation<Req, Res> {
  const call = operation as unknown as Called
  const { operationId } = operation.descriptor
  const make = (client: Client) => [
    [operationId],
    (_: unknown, { arg }: { readonly arg: OperationRequest | undefined }) => call(client, arg ?? {}, {}),
  ]
  return make as unknown as SwrMutation<Req, Res>
}
