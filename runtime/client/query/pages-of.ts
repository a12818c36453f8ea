import type { NextPage } from '../../http/operation.ts'
import { type Follow, followBy } from '../../http/pages/follow-by.ts'
import { valueInPage } from '../../http/pages/reading/read-page.ts'
import type { OperationRequest } from '../call/call.ts'
import type { ListOperation } from '../operations/define-operation.ts'
import { withPageMember } from '../pages/with-member.ts'
import type { PageParam } from './query-types.ts'

/** The walk through a list's pages, using only their bodies. */
interface Pages {
  /**
   * The value that selects the page after the last page of `all`, which `param` selected; null if that page
   * was the last one.
   */
  next(request: OperationRequest, all: readonly unknown[], param: PageParam): PageParam
  /**
   * The request for the page that a value selects. If the value is a URL, only its query is used, so that no
   * response can redirect credentials.
   */
  request(request: OperationRequest, param: PageParam): OperationRequest
}

/** @param follow returns the value that selects the next page. */
export function queryPages(
  { descriptor: { pages } }: Pick<ListOperation<never, never, never>, 'descriptor'>,
  follow: Follow,
): Pages {
  return {
    next(request, all, param) {
      if (pages === undefined || hasAll(request, all)) return null
      const { sent } = pages
      const body = all.at(-1)
      const items = valueInPage(body, pages.items)
      const found = followBy(follow, {
        pages,
        body,
        items: Array.isArray(items) ? items : [],
        headers: new Headers(),
        asked: param ?? (sent && valueInPage(request[sent.in], sent.as ?? sent.path)),
      })
      const value = found !== undefined && 'value' in found ? found.value : undefined
      return typeof value === 'string' || typeof value === 'number' ? value : null
    },
    request(request, param) {
      if (param === null || pages === undefined) return request
      const { sent } = pages
      if (sent !== undefined)
        return { ...request, [sent.in]: withPageMember(request[sent.in], sent.as ?? sent.path, param) }
      const { searchParams } = new URL(String(param), 'http://nowhere.invalid')
      return { ...request, query: { ...request.query, ...Object.fromEntries(searchParams) } }
    },
  }

  /**
   * True if as many items have been read as the last page states, for lists whose last page looks like any
   * other.
   */
  function hasAll(request: OperationRequest, all: readonly unknown[]): boolean {
    const { items, count, next, starts = [] } = pages ?? {}
    if (items === undefined || count === undefined || !ENDS_EMPTY.includes(next?.from)) return false
    if (starts.some((name) => valueInPage(request.query, [name]) !== undefined)) return false
    const read = all.flatMap((body) => valueInPage(body, items))
    return read.length === valueInPage(all.at(-1), count)
  }
}

/** Styles in which the last page looks like any other. Without a total, only an empty page ends the list. */
const ENDS_EMPTY: readonly (NextPage['from'] | undefined)[] = ['pages', 'lastItem']
