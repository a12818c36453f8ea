import { isObject } from '@concordat/runtime/json'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { nothingCompared, resultIfRun, type Verdict, verdictIfAsked } from '../../../data/outcome/not-run.ts'
import { paging, parts } from '../../../lexicon/lexicon.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import { isTellingRoundId, type Round, roundQueryTold } from './round.ts'
import { rules } from './rules.ts'

/** Largest page size with which the last page is requested from the middle of a list. */
const LARGEST = 6

interface Expected {
  /** Identities of all items of the list that the page belongs to. */
  readonly ids: readonly string[]
  readonly query?: Readonly<Record<string, unknown>>
}

/** Checks that the link to the last page leads to a page that ends with the last item. */
export async function checkLastLink(
  { context, collection, operation, ids: identify, report }: Round,
  page: ListedPage,
  { ids, query }: Expected,
): Promise<Verdict> {
  const wanted = ids.at(-1)
  if (page.last === undefined || wanted === undefined || !context.asks(rules.pages)) return nothingCompared()
  const last = await resultIfRun(() => collection.follow(page.last ?? ''))
  if (last === undefined) return nothingCompared()
  if (last.refused === undefined && identify(last).at(-1) === wanted) return []
  const received = last.refused === undefined ? identify(last).join(', ') || 'no items' : String(last.refused)
  return [
    report(last, {
      ...{ part: operation.list?.limit ?? 'last', breaks: rules.pages, beside: [page.answer] },
      fact: {
        ...{ kind: 'another last page', id: wanted, received },
        ...(query && { query: roundQueryTold(query) }),
      },
    }),
  ]
}

/**
 * Follows the link to the last page from a page that begins at an offset and has as many items after it as
 * whole pages: a link that is computed from the count alone then leads past the end.
 */
export async function checkLastFromOffset(round: Round, ids: readonly string[]): Promise<Verdict> {
  const { context, collection, operation, least = 1 } = round
  const { limit, offset } = operation.list ?? {}
  if (limit === undefined || offset === undefined || !context.asks(rules.pages)) return nothingCompared()
  const sizes = Array.from({ length: LARGEST }, (_, index) => index + 1)
  const size = sizes.find((each) => each >= least && each < ids.length && ids.length % each !== 0)
  if (size === undefined) return nothingCompared()
  const query = { [offset]: ids.length % size, [limit]: size }
  const page = await resultIfRun(() => collection.page(query))
  return page === undefined ? nothingCompared() : checkLastLink(round, page, { ids, query })
}

/** Checks that the number of pages beside the items is the number of pages that have items. */
export function checkPageCount({ context, report }: Round, pages: readonly ListedPage[]): Verdict {
  const filled = pages.filter(({ items }) => items.length > 0)
  const stated = pages.flatMap((page) => statedPages(page).map((told) => ({ page, ...told })))
  if (stated.length === 0 || filled.length === 0 || !context.asks(rules.count)) return nothingCompared()
  const wrong = stated.find(({ count }) => count !== filled.length)
  if (wrong === undefined) return []
  const { page, name, count } = wrong
  return [
    report(page, {
      ...{ part: name, breaks: rules.count, beside: filled.map(({ answer }) => answer) },
      fact: { kind: 'wrong number of pages', member: name, pages: filled.length, received: String(count) },
    }),
  ]
}

/** Numbers of pages in a body, or in an object in the body that describes pages. */
function statedPages({ answer: { value } }: ListedPage): readonly { name: string; count: number }[] {
  const around = isObject(value) ? Object.entries(value) : []
  const about = around.flatMap(([name, own]) =>
    parts.ofPages.has(name) && isObject(own) ? Object.entries(own) : [],
  )
  return [...around, ...about].flatMap(([name, count]) =>
    paging.totalPages.has(name) && typeof count === 'number' ? [{ name, count }] : [],
  )
}

/** The pages of a whole list, and the identities of their items. */
interface Forward {
  readonly pages: readonly ListedPage[]
  readonly ids: readonly string[]
}

/** Checks that a page or offset beyond the end of a list shows none of its items, and the same count. */
export async function checkBeyond(round: Round, walked: Forward): Promise<Verdict> {
  const { context, collection, operation, size } = round
  const { pages, ids } = walked
  const { limit, page: number, offset } = operation.list ?? {}
  const name = number ?? offset
  // A page parameter can also contain a mark from a link, which is not a number.
  const isMark = number !== undefined && pages.some(({ next }) => next !== undefined)
  if (name === undefined || isMark || ids.length === 0 || !context.asks(rules.pages, rules.count))
    return nothingCompared()
  const value = number === undefined ? ids.length + 1 : pages.length + 2
  const query = { ...(limit !== undefined && size !== undefined && { [limit]: size }), [name]: value }
  const beyond = await resultIfRun(() => collection.tried(query))
  return beyond === undefined ? nothingCompared() : comparePageBeyond(round, walked, { beyond, name, query })
}

interface Beyond {
  readonly beyond: ListedPage
  /** The parameter that leads beyond the end. */
  readonly name: string
  readonly query: Readonly<Record<string, unknown>>
}

function comparePageBeyond(
  { context, operation, ids: identify, report }: Round,
  { pages, ids }: Forward,
  { beyond, name, query }: Beyond,
): Verdict {
  const tell = (breaks: Assertion, part: string, fact: Fact): Finding[] =>
    context.asks(breaks)
      ? [report(beyond, { part, breaks, beside: pages.map(({ answer }) => answer), fact })]
      : []
  const again = identify(beyond).filter((id) => isTellingRoundId(id) && ids.includes(id))
  if (again.length > 0)
    return tell(rules.pages, name, { kind: 'twice in pages', ids: again, query: roundQueryTold(query) })
  const { count } = beyond
  if (count === undefined || !context.asks(rules.count)) return verdictIfAsked(context.asks(rules.pages), [])
  if (count === ids.length || pages.some((page) => page.count !== ids.length)) return []
  return tell(rules.count, operation.list?.count?.join('.') ?? 'count', {
    ...{ kind: 'wrong count', of: 'list', items: ids.length },
    received: `${count} with ${roundQueryTold(query)}`,
  })
}
