import type { MemberPath } from '../../http/operation.ts'
import type { Follow } from '../../http/pages/follow-by.ts'
import { at } from '../../http/pages/reading/read-page.ts'
import type { Answer, Call, ListPage, ListPages, Unwrap } from '../call/call.ts'
import { exchange } from '../sending/exchange.ts'
import { asText, followingCall, ownUrl, placeOf } from './following-call.ts'
import { refuse } from './refuse.ts'

/** Servers that hide items after cutting the page answer empty pages in the middle; others link to empty pages forever. */
const MAX_EMPTY_PAGES = 100

/**
 * What a list has beside an operation's own members.
 * @param follow what leads from a page to the next one.
 */
export function listMembers<Args extends readonly unknown[]>(
  prepare: (...args: Args) => Call,
  unwrap: Unwrap,
  follow: Follow,
) {
  /** Asks for a page when the one before is used up. */
  async function* walk(first: Call): ListPages {
    const { pages } = first.operation
    if (!pages) return
    const visited = new Set<string>()
    let before: readonly unknown[] = []
    let turn = 0
    let empty = 0
    for (let call: Call | undefined = first; call; turn++) {
      const answer: Answer = await exchange(call)
      const page = readPage(answer, unwrap(call, answer), pages.items)
      const { items } = page
      if (!isRepeated(before, items)) yield page
      // Of a list that counts pages from 1, page 1 is the one that was read without a number.
      else if (turn > 1 || !('isTried' in pages.next))
        refuse(answer, 'answered with the items of the previous page again')
      before = items
      empty = items.length === 0 ? empty + 1 : 0
      if (empty > MAX_EMPTY_PAGES) refuse(answer, `answered ${empty} pages without items in a row`)
      visited.add(ownUrl(call.client, answer)).add(placeOf(call))
      call = followingCall({ call, pages, page }, follow)
      if (call && visited.has(placeOf(call))) refuse(answer, 'names a next page that has already been read')
    }
  }

  const counted = (call: Call) => {
    const pages = walk(call)
    return call.parts.count?.(call, pages) ?? pages
  }

  /** The bodies of all pages that have items, and the first even when it has none. */
  async function* walkPages(call: Call): AsyncGenerator<unknown, void, undefined> {
    let isFirst = true
    for await (const { body, items } of counted(call)) {
      if (isFirst || items.length > 0) yield body
      isFirst = false
    }
  }

  /** The items of all pages. */
  async function* walkItems(call: Call): AsyncGenerator<unknown, void, undefined> {
    for await (const { items } of counted(call)) yield* items
  }

  return {
    pages: (...args: Args) => walkPages(prepare(...args)),
    items: (...args: Args) => walkItems(prepare(...args)),
  }
}

function readPage(answer: Answer, body: unknown, path: MemberPath): ListPage {
  const items = at(body, path)
  return Array.isArray(items)
    ? { answer, body, items }
    : refuse(answer, `answered without an array at "${path.join('.')}"`)
}

/** A server that ignores the counter would answer the same page forever. Usually the first items differ. */
function isRepeated(before: readonly unknown[], items: readonly unknown[]): boolean {
  return (
    items.length > 0 &&
    items.length === before.length &&
    items.every((item, index) => nameOf(item) === nameOf(before[index]))
  )
}

/** An item's other members may change from one answer to the next; its id does not. */
function nameOf(item: unknown): unknown {
  return at(item, ['id']) ?? asText(item)
}
