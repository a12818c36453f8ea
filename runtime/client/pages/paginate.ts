import { type Follow, followBy } from '../../http/pages/follow-by.ts'
import { valueInPage } from '../../http/pages/reading/read-page.ts'
import type { Answer, Call, ListPages, Unwrap } from '../call/call.ts'
import { exchangeCall } from '../sending/exchange.ts'
import { refuseWalk } from './refuse.ts'
import { withPageMember } from './with-member.ts'

/**
 * Maximum number of consecutive empty pages. Servers that filter items after splitting them into pages can
 * return empty pages in the middle of a list. Other servers link to empty pages forever.
 */
export const MAX_EMPTY_PAGES = 100

const AGAIN = 'leads back to an earlier page'

/**
 * Creates the functions that walk an operation's list.
 * @param follow returns the value that selects the next page.
 */
export function listMembers<Args extends readonly unknown[]>(
  prepare: (...args: Args) => Call,
  unwrap: Unwrap,
  follow: Follow,
) {
  const counted = (call: Call) => {
    const pages = walk(call, unwrap, follow)
    return call.parts.count?.(call, pages) ?? pages
  }

  /** Bodies of all pages with items, and of the first page even if it is empty. */
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
    pages: (...args: Args): AsyncGenerator<unknown, void, undefined> => walkPages(prepare(...args)),
    items: (...args: Args): AsyncGenerator<unknown, void, undefined> => walkItems(prepare(...args)),
  }
}

/** Requests each page only when the items before it have been read. */
async function* walk(first: Call, unwrap: Unwrap, follow: Follow): ListPages {
  const { client, operation, parts } = first
  const { pages } = operation
  const visited = new Set<string | undefined>()
  let before: string | undefined
  let empty = 0
  for (let call: Call | undefined = first; call && pages; ) {
    const answer: Answer = await exchangeCall(call)
    const body = unwrap(call, answer)
    const items = valueInPage(body, pages.items)
    if (!Array.isArray(items)) return refuseWalk(answer, `returned no array at "${pages.items.join('.')}"`)
    const { sent } = pages
    const asked = sent && valueInPage(call.request[sent.in], sent.path)
    // Items are compared by id, because their other properties can change between responses.
    const names = asText(items.map((item) => valueInPage(item, ['id']) ?? item))
    empty = items.length === 0 ? empty + 1 : 0
    if (empty > 0 || names !== before) yield { answer, body, items }
    // A server that ignores the counter would return the same page forever. Page 1 is allowed to equal the
    // first page, which was read without a number.
    else if (asked !== 1) refuseWalk(answer, AGAIN)
    before = names
    if (empty > MAX_EMPTY_PAGES) refuseWalk(answer, `returned ${empty} empty pages in a row`)
    visited.add(parts.url?.(client, answer)).add(call.url ?? asText(asked))
    const found = followBy(follow, { pages, body, items, headers: answer.headers, asked })
    if (!found) return
    if ('problem' in found) return refuseWalk(answer, found.problem)
    const { value } = found
    const next = parts.url?.(client, answer, value) ?? asText(value)
    if (visited.has(next)) refuseWalk(answer, AGAIN)
    call = sent
      ? {
          ...call,
          request: { ...call.request, [sent.in]: withPageMember(call.request[sent.in], sent.path, value) },
        }
      : { ...call, url: next }
  }
}

/** Converts a value of any type to a string for comparison. */
function asText(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner))
}
