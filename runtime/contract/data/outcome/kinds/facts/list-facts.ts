/**
 * Data for findings about lists: pages, filters and order. `ids` contains the ids of the expected items or of
 * the wrong items.
 */
export interface ListFacts {
  'twice in pages': { readonly ids: readonly string[]; readonly query?: string }
  'missing in pages': { readonly ids: readonly string[]; readonly query?: string }
  'link leads nowhere': { readonly to: 'next' | 'previous'; readonly received: string }
  'wrong count': {
    readonly items: number
    readonly of: 'list' | 'filter'
    readonly received: string
  }
  'ids beside missing': { readonly member: string; readonly count: number; readonly received: string }
  'next of the last': { readonly received: string }
  'no way on': { readonly problem: string }
  'previous of the first': { readonly received: string }
  'no previous': { readonly received: string }
  'another page before': { readonly ids: readonly string[]; readonly received: string }
  /** `id` is the last item; `query` is what was asked of the page with the link. */
  'another last page': { readonly id: string; readonly query?: string; readonly received: string }
  'wrong number of pages': { readonly member: string; readonly pages: number; readonly received: string }
  'order turns': { readonly received: string }
  'other default': {
    readonly parameter: string
    readonly value: string
    readonly ids: string
    readonly received: string
  }
  'link to another host': { readonly host: string; readonly received: string }
  /** `query` contains everything else that the request asked for. */
  'larger limit shows fewer': {
    readonly limit: string
    readonly size: number
    readonly smaller: number
    readonly wanted: number
    readonly received: number
  }
  'more than the limit': {
    readonly limit: string
    readonly size: number
    readonly items: number
    readonly query?: string
  }
  'not the first items': {
    readonly limit: string
    readonly size: number
    readonly ids: string
    readonly received: string
  }
  'offset ignored': { readonly offset: string; readonly ids: string; readonly received: string }
  'filter shows others': { readonly parameter: string; readonly value: string; readonly received: string }
  'filter misses': {
    readonly parameter: string
    readonly value: string
    readonly ids: readonly string[]
    readonly received: string
  }
  'filtered after the cut': {
    readonly query: string
    readonly ids: readonly string[]
    readonly received: string
  }
  'filter ignored': { readonly parameter: string; readonly value: string; readonly items: number }
  'outside of the bound': {
    readonly member: string
    readonly end: 'at least' | 'at most' | 'more than' | 'less than'
    readonly isTime: boolean
    readonly bound: string
    readonly received: string
  }
  /** `query` contains several filters at once. */
  'shows what one filter hides': {
    readonly query: string
    readonly parameter: string
    readonly received: string
  }
  'bound misses': { readonly query: string; readonly ids: readonly string[]; readonly received: string }
  /** `same` is the same time in UTC, with which the list showed `ids`. */
  'time zone ignored': {
    readonly parameter: string
    readonly value: string
    readonly same: string
    readonly ids: string
    readonly received: string
  }
  'wrong order': {
    readonly member: string
    readonly direction?: string | undefined
    readonly query: string
    readonly received: string
  }
  'link to another page': { readonly ids: readonly string[]; readonly received: string }
  'nulls between': { readonly member: string; readonly query: string; readonly received: string }
  /** `create` is the operation that adds the first item. */
  'refused while empty': { readonly create: string; readonly status: number }
}
