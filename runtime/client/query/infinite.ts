import type { Follow } from '../../http/pages/follow-by.ts'
import type { Client, OperationRequest } from '../call/call.ts'
import type { ListOperation } from '../operations/define-operation.ts'
import { queryPages } from './pages-of.ts'
import { type Called, requestInKey } from './query.ts'
import type { InfiniteQuery, PageParam } from './query-types.ts'

/**
 * Creates the options for a list's pages, if each body leads to the next page.
 * @param follow returns the value for the page after a page.
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
