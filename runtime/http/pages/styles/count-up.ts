import type { NextFrom } from '../reading/pages.ts'
import { asNumber, at, type Following, type IsMore, type ReadPage } from '../reading/read-page.ts'

/** The number after that of a page. */
export function countUp(
  next: NextFrom<'items' | 'pages'>,
  { pages: { total: path }, body, items, asked }: ReadPage,
  isMore: IsMore,
): Following | undefined {
  const { first, isTried } = next
  const total = path && asNumber(at(body, path))
  if (isTried && asked === undefined)
    return isMore !== true && (items.length === 0 || total === 1) ? undefined : { value: 1 }
  const current = Number(next.current ? asNumber(at(body, next.current)) : (asked ?? first))
  if (Number.isNaN(current))
    return { problem: 'does not say which page it is, so the next one cannot be named' }
  const value = current + (next.from === 'items' ? items.length : 1)
  if (isMore) return { value }
  // Where the first number is not known, 1 is the one that leaves nothing out: from 0 on, it asks for one page too many.
  if (value - (first ?? 1) === total) return undefined
  if (items.length > 0) return { value }
  if (total === undefined || current - (first ?? 0) >= total) return undefined
  return next.from === 'pages' ? { value } : { problem: `answered without items at ${current} of ${total}` }
}
