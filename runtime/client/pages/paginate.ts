import { asNumber, at } from '../../http/pages/reading/read-page.ts'
import type { Answer, Call, Unwrap } from '../call/call.ts'
import { PaginationError } from '../errors/errors.ts'
import { exchange } from '../sending/exchange.ts'
import { asText, type Follow, followingCall, ownUrl, placeOf } from './following-call.ts'

interface Page {
  readonly body: unknown
  readonly items: readonly unknown[]
}

/** Servers that hide items after cutting the page answer empty pages in the middle; others link to empty pages forever. */
const MAX_EMPTY_PAGES = 100

/**
 * What a list has beside an operation's own members.
 * @param follow what leads from a page to the next one.
 */
export function listMembers<Args extends readonly unknown[]>(
  prepare: (...args: Args) => Call,
  unwrap: Unwrap,
  follow?: Follow,
) {
  /** Asks for a page when the one before is used up. */
  async function* walk(first: Call): AsyncGenerator<Page, void, undefined> {
    const { items: path = [], next, count, starts = [] } = first.operation.pages ?? {}
    // A walk that begins somewhere in the list reads fewer items.
    const isWhole = count && starts.every((name) => at(first.request.query, [name]) === undefined)
    const visited = new Set<string>()
    let before: readonly unknown[] = []
    let empty = 0
    let read = 0
    let turn = 0
    let total = Number.POSITIVE_INFINITY
    let call: Call | undefined = first
    while (call !== undefined) {
      const answer: Answer = await exchange(call)
      const body = unwrap(call, answer)
      const items = at(body, path)
      if (!Array.isArray(items))
        throw new PaginationError(answer.context, `answered without an array at "${path.join('.')}"`)
      // Of a list that counts pages from 1, page 1 is the one that was read without a number.
      const isFirst = turn === 1 && next && 'isTried' in next
      if (!isRepeated(before, items)) {
        read += items.length
        if (items.length > 0 || call === first) yield { body, items }
      } else if (!isFirst)
        throw new PaginationError(answer.context, 'answered with the items of the previous page again')
      before = items
      turn++
      empty = items.length === 0 ? empty + 1 : 0
      if (empty > MAX_EMPTY_PAGES)
        throw new PaginationError(answer.context, `answered ${empty} pages without items in a row`)
      visited.add(ownUrl(call.client, answer)).add(placeOf(call))
      // Things come and go while a list is read: fewer than the least that any page says are surely too few.
      if (isWhole) total = Math.min(total, asNumber(at(body, count)) ?? total)
      const hasAll = read === total && next?.from === 'pages'
      call = hasAll ? undefined : followingCall({ call, answer, body, items }, follow)
      if (call === undefined && read < total && total < Number.POSITIVE_INFINITY)
        throw new PaginationError(answer.context, `ended the list after ${read} of ${total} items`)
      if (call !== undefined && visited.has(placeOf(call))) {
        throw new PaginationError(answer.context, 'names a next page that has already been read')
      }
    }
  }

  /** The bodies of all pages that have items, and the first even when it has none. */
  async function* walkPages(call: Call): AsyncGenerator<unknown, void, undefined> {
    for await (const { body } of walk(call)) yield body
  }

  /** The items of all pages. */
  async function* walkItems(call: Call): AsyncGenerator<unknown, void, undefined> {
    for await (const { items } of walk(call)) yield* items
  }

  return {
    pages: (...args: Args) => walkPages(prepare(...args)),
    items: (...args: Args) => walkItems(prepare(...args)),
  }
}

/** A server that ignores the counter would answer the same page forever. Usually the first items differ. */
function isRepeated(before: readonly unknown[], items: readonly unknown[]): boolean {
  return (
    items.length > 0 &&
    items.length === before.length &&
    items.every((item, index) => isSame(item, before[index]))
  )
}

/** What an item says of itself may change from one answer to the next, and its id does not. */
function isSame(item: unknown, other: unknown): boolean {
  const id = at(item, ['id'])
  return id === undefined || id === null ? asText(item) === asText(other) : id === at(other, ['id'])
}
