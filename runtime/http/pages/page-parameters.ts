import type { PagesDescriptor } from './reading/pages.ts'

/** The parameters of a list, as far as they concern its pages. */
interface PagedList {
  readonly limit?: string
  readonly offset?: string
  readonly page?: string
  readonly pages?: Pick<PagesDescriptor, 'sent'>
}

/**
 * Returns the names in a query that select a page of a list: "offset", "page", "cursor", "page[number]". The
 * properties of an object parameter can also be names of their own in the query.
 */
export function pageSelectors({ offset, page, pages }: PagedList = {}): readonly string[] {
  const path = pages?.sent?.in === 'query' ? pages.sent.path : []
  const [first, ...inside] = path
  const whole = first === undefined ? undefined : `${first}${inside.map((step) => `[${step}]`).join('')}`
  return [offset, page, ...path, whole].filter((name) => name !== undefined)
}

/** Returns the names in a query that select a page of a list, and the one that limits its size. */
export function pagingParameters(list: PagedList = {}): readonly string[] {
  const { limit } = list
  return [...(limit === undefined ? [] : [limit]), ...pageSelectors(list)]
}

/** True if a list can have several pages, as far as its document shows. */
export function isPaged(list: PagedList = {}): boolean {
  return list.pages !== undefined || pagingParameters(list).length > 0
}
