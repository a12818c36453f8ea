import type { Follow } from '../../http/pages/follow-by.ts'
import type { Client, OperationRequest } from '../call/call.ts'
import type { ListOperation } from '../operations/define-operation.ts'
import { queryPages } from './pages-of.ts'
import { type Called, requestInKey } from './query.ts'
import type { InfiniteQuery, PageParam } from './query-types.ts'

/**
 * Creates the options for the pages of a list whose bodies lead to the next page.
 * @param follow returns the value that selects the next page.
 */
export function infiniteQuery<Req, Res, Item, Key>(
  operation: ListOperation<Req, Res, Item>,
  follow: Follow,
): InfiniteQuery<Req, Res, Key> {
  const call = operation as unknown as Called
  const { operationId } = operation.descriptor
  const pages = queryPages(operation, follow)
  const make = (client: Client, request: OperationRequest = {}) => ({
    queryKey: [operationId, requestInKey(request), 'pages'],
    initialPageParam: null,
    queryFn: ({ signal, pageParam }: { readonly signal: AbortSignal; readonly pageParam: PageParam }) =>
      call(client, pages.request(request, pageParam), { signal }),
    getNextPageParam: (_: unknown, all: readonly unknown[], param: PageParam) =>
      pages.next(request, all, param),
  })
  return make as unknown as InfiniteQuery<Req, Res, Key>
}
