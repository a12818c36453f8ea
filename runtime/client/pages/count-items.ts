import { pageNumberOf, valueInPage } from '../../http/pages/reading/read-page.ts'
import type { Answer, Call, ListPages } from '../call/call.ts'
import { refuseWalk } from './refuse.ts'

/**
 * Compares the number of items in a walk with the total that its pages state, and ends the walk at this total
 * if nothing else marks the last page.
 * @throws {PaginationError} if the pages end before the total is reached.
 */
export async function* countItems({ operation, request }: Call, pages: ListPages): ListPages {
  const { count = [], ends, starts = [] } = operation.pages ?? {}
  // A walk that starts in the middle of the list reads fewer items, so it is not checked.
  if (starts.some((name) => valueInPage(request.query, [name]) !== undefined)) return yield* pages
  let last: Answer | undefined
  let read = 0
  let total = Number.POSITIVE_INFINITY
  for await (const page of pages) {
    yield page
    last = page.answer
    read += page.items.length
    // Lists can change while they are read. Only a count below the smallest stated total proves that items
    // are missing.
    total = Math.min(total, pageNumberOf(valueInPage(page.body, count)) ?? total)
    if (ends && read === total) return
  }
  if (last && read < total && total < Number.POSITIVE_INFINITY)
    refuseWalk(last, `ended the list after ${read} of ${total} items`)
}
