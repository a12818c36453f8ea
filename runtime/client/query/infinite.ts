import { type Follow, followBy } from '../../http/pages/follow-by.ts'
import { at } from '../../http/pages/reading/read-page.ts'
import type { Client, OperationRequest } from '../call/call.ts'
import type { ListOperation } from '../operations/define-operation.ts'
import { withMember } from '../pages/following-call.ts'
import { type Called, inKey } from './query.ts'
import type { InfiniteQuery, PageParam } from './query-types.ts'

/**
 * Makes the options of a list's pages, where the body of one page leads to the next. A URL of the next page gives its query alone, so
 * that no answer sends credentials elsewhere.
 * @param follow what leads from one page to the next: that of the list's style.
 */
export function infiniteQuery<Req, Res, Item, Key>(
  operation: ListOperation<Req, Res, Item>,
  follow: Follow,
): InfiniteQuery<Req, Res, Key> {
  const call = operation as unknown as Called
  const { operationId, pages } = operation.descriptor
  const make = (client: Client, request: OperationRequest = {}) => ({
    queryKey: [operationId, inKey(request), 'pages'],
    initialPageParam: null,
    queryFn: ({ signal, pageParam }: { readonly signal: AbortSignal; readonly pageParam: PageParam }) =>
      call(client, pageRequest(request, pageParam), { signal }),
    getNextPageParam(body: unknown, all: readonly unknown[], param: PageParam): PageParam {
      if (pages === undefined || hasAll(request, all)) return null
      const { sent } = pages
      const items = at(body, pages.items)
      const asked = param ?? (sent && at(request[sent.in], sent.as ?? sent.path))
      const found = followBy(follow, {
        pages,
        body,
        items: Array.isArray(items) ? items : [],
        headers: new Headers(),
        asked,
      })
      const value = found !== undefined && 'value' in found ? found.value : undefined
      return typeof value === 'string' || typeof value === 'number' ? value : null
    },
  })

  /** True once as many items were read as the last page says that there are. */
  function hasAll(request: OperationRequest, all: readonly unknown[]): boolean {
    const { items, count, next, starts = [] } = pages ?? {}
    if (items === undefined || count === undefined || next?.from !== 'pages') return false
    if (starts.some((name) => at(request.query, [name]) !== undefined)) return false
    const read = all.flatMap((body) => at(body, items))
    return read.length === at(all.at(-1), count)
  }

  function pageRequest(request: OperationRequest, param: PageParam): OperationRequest {
    if (param === null || pages === undefined) return request
    const { sent } = pages
    if (sent !== undefined)
      return { ...request, [sent.in]: withMember(request[sent.in], sent.as ?? sent.path, param) }
    const { searchParams } = new URL(String(param), 'http://nowhere.invalid')
    return { ...request, query: { ...request.query, ...Object.fromEntries(searchParams) } }
  }

  return make as unknown as InfiniteQuery<Req, Res, Key>
}
