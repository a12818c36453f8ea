import type { NextFrom } from '../reading/pages.ts'
import {
  type Following,
  type IsMore,
  pageNumberOf,
  type ReadPage,
  valueInPage,
} from '../reading/read-page.ts'

type Next = NextFrom<'items' | 'pages'>

/** Returns the number that selects the next page, given the current page. */
export function countUp(next: Next, page: ReadPage, isMore: IsMore): Following | undefined {
  const { pages, body, items, asked } = page
  const total = pages.total && pageNumberOf(valueInPage(body, pages.total))
  if (next.isTried && asked === undefined)
    return isMore !== true && (items.length === 0 || total === 1) ? undefined : { value: 1 }
  const current = Number(next.current ? pageNumberOf(valueInPage(body, next.current)) : (asked ?? next.first))
  if (Number.isNaN(current)) return { problem: 'does not number the page, so the next page is unknown' }
  const value = current + (next.from === 'items' ? items.length : 1)
  return isMore ? { value } : untilTotal(next, { current, value, total, isEmpty: items.length === 0 })
}

/** Returns the next number for a response that does not say whether there are more pages. */
function untilTotal(
  { first, from }: Next,
  {
    current,
    value,
    total,
    isEmpty,
  }: { current: number; value: number; total: number | undefined; isEmpty: boolean },
): Following | undefined {
  // If the first number is unknown, assuming 1 skips no items. If it is really 0, one page too many is
  // requested.
  if (value - (first ?? 1) === total) return undefined
  if (!isEmpty) return { value }
  if (total === undefined || current - (first ?? 0) >= total) return undefined
  return from === 'pages'
    ? { value }
    : { problem: `has no items from position ${current} on, although the total is ${total}` }
}

/** Renames the property that contains the page's number. */
export function renameCurrent<Counted extends Next>(
  next: Counted,
  name: (member: string) => string,
): Counted {
  return next.current === undefined ? next : { ...next, current: next.current.map(name) }
}
