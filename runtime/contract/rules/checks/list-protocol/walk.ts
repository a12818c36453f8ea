import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  isCleanVerdict,
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictIfAsked,
} from '../../../data/outcome/not-run.ts'
import { linkToOtherHost } from '../../evidence/addresses.ts'
import type { Walk } from '../../evidence/collection.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import { checkBeyond, checkLastFromOffset, checkLastLink, checkPageCount } from './last-page.ts'
import { isTellingRoundId, nextPagePart, type Round, roundQueryTold } from './round.ts'
import { rules } from './rules.ts'

/**
 * Reads all pages forward and, if possible, back. Checks that each item appears once, and that there are as
 * many items as the count states.
 */
export async function checkWalk(round: Round): Promise<Verdict> {
  const { context, collection, operation, size } = round
  if (!context.asks(rules.pages, rules.previous, rules.count, rules.host)) return nothingCompared()
  const { limit } = operation.list ?? {}
  const known = limit === undefined ? undefined : round.firstPages.get(size ?? 0)
  const walk = await collection.walk(limit === undefined ? {} : { [limit]: size }, size, known)
  const { pages, isWhole, last } = walk
  const walked: Walked = { ...walk, ids: round.ids(walk) }
  const twice = checkTwice(round, walked)
  if (twice.length > 0) return twice
  if (last.refused !== undefined) return [lostLink(round, walked, last.refused)]
  const isAsked = context.asks(rules.pages)
  if (!isWhole) return verdictIfAsked(isAsked, checkEndless(round, pages))
  const end = checkEnd(round, pages)
  const missed = checkMissed(round, walked)
  const counted = missed.length > 0 ? nothingCompared() : checkCounts(round, pages, walked.ids)
  return allVerdicts([
    ...[verdictIfAsked(isAsked, [...end, ...missed]), counted, checkHosts(round, pages)],
    await checkLinkBeside(round, pages),
    await checkBack(round, pages),
    await checkBeyond(round, walked),
    ...(missed.length > 0 ? [] : await checkLast(round, walked)),
  ])
}

async function checkLast(round: Round, { pages, first, ids }: Walked): Promise<Verdict[]> {
  const { limit } = round.operation.list ?? {}
  return [
    limit === undefined ? nothingCompared() : checkPageCount(round, pages),
    await checkLastLink(round, first, { ids }),
    first.last === undefined ? nothingCompared() : await checkLastFromOffset(round, ids),
  ]
}

/** All pages of a list, read forward, with the identities of their items. */
interface Walked extends Walk {
  readonly ids: readonly string[]
}

/** The query parameter or response property that a fault in pages concerns. */
function partOf({ operation }: Round): string {
  return nextPagePart(operation.list) ?? operation.list?.limit ?? 'items'
}

function checkTwice(round: Round, { items, pages, last, ids }: Walked): Finding[] {
  const { collection, report, whole } = round
  const inWhole = round.ids(whole)
  const isWhole = whole.count === undefined || whole.count <= inWhole.length
  // An item without an id is known by its content, which another item can share. It is repeated only if the
  // pages show this content more often than the whole list does.
  const isTelling = (id: string, item: unknown): boolean =>
    id !== JSON.stringify(item) || (isWhole && timesIn(ids, id) > timesIn(inWhole, id))
  const isAgain = (id: string, index: number): boolean =>
    ids.slice(0, index).some((before, at) => before === id && collection.isOne(items[at], items[index])) &&
    isTelling(id, items[index])
  const twice = [...new Set(ids.filter((id, index) => isTellingRoundId(id) && isAgain(id, index)))]
  if (twice.length === 0) return []
  return [
    report(last, {
      part: partOf(round),
      breaks: rules.pages,
      beside: pages.map(({ answer }) => answer),
      fact: { kind: 'twice in pages', ids: twice },
    }),
  ]
}

const timesIn = (ids: readonly string[], id: string): number => ids.filter((one) => one === id).length

function lostLink(round: Round, { pages, last }: Walked, status: number): Finding {
  return round.report(last, {
    part: partOf(round),
    breaks: rules.pages,
    beside: pages.map(({ answer }) => answer),
    fact: { kind: 'link leads nowhere', to: 'next', received: String(status) },
  })
}

function checkMissed(round: Round, { pages, last, ids }: Walked): Finding[] {
  const missed = round.ids(round.whole).filter((id) => !ids.includes(id))
  if (missed.length === 0) return []
  return [
    round.report(last, {
      part: partOf(round),
      breaks: rules.pages,
      beside: [round.whole, ...pages].map(({ answer }) => answer),
      fact: { kind: 'missing in pages', ids: missed },
    }),
  ]
}

/** Checks that each count that the list states equals the number of items. */
function checkCounts(
  { context, operation, whole, report }: Round,
  pages: readonly ListedPage[],
  { length }: readonly string[],
): Verdict {
  const counted = [whole, ...pages].filter(({ count }) => count !== undefined)
  if (counted.length === 0 || !context.asks(rules.count)) return nothingCompared()
  const wrong = counted.find(({ count }) => count !== length)
  if (wrong === undefined) return []
  return [
    report(wrong, {
      part: operation.list?.count?.join('.') ?? 'count',
      breaks: rules.count,
      fact: { ...{ kind: 'wrong count', of: 'list', items: length }, received: String(wrong.count) },
    }),
  ]
}

/**
 * Number of consecutive empty pages that prove that the list has ended. Fewer can result from filtering after
 * the list was divided into pages.
 */
const MOST_EMPTY = 10

/** Checks that a list does not end with `MOST_EMPTY` or more empty pages that all have a next page. */
function checkEndless({ operation, report }: Round, pages: readonly ListedPage[]): Finding[] {
  const empty = pages.slice(pages.findLastIndex(({ items }) => items.length > 0) + 1)
  const [first] = empty
  if (first === undefined || empty.length < MOST_EMPTY || empty.some(({ next }) => !next)) return []
  return [
    report(first, {
      part: nextPagePart(operation.list) ?? 'next',
      breaks: rules.pages,
      fact: {
        kind: 'next of the last',
        received: `${empty.length} consecutive pages without items; the first leads to ${first.next}`,
      },
    }),
  ]
}

/**
 * Checks that the last page leads to no other page, neither an earlier one nor an empty one beyond the count.
 */
function checkEnd({ operation, report }: Round, pages: readonly ListedPage[]): Finding[] {
  const [last, beforeLast] = pages.toReversed()
  const part = nextPagePart(operation.list) ?? 'next'
  if (last?.problem !== undefined)
    return [
      report(last, {
        part,
        breaks: rules.pages,
        fact: { kind: 'no way on', problem: last.problem },
      }),
    ]
  const told = (page: ListedPage, received: string): Finding =>
    report(page, { part, breaks: rules.pages, fact: { kind: 'next of the last', received } })
  if (last?.next) return [told(last, last.next)]
  const isBeyond = last?.items.length === 0 && last.count !== undefined
  return isBeyond && beforeLast?.next ? [told(beforeLast, `${beforeLast.next}, which has no items`)] : []
}

/** Checks that a link to the next page leads to the same page as the cursor or offset beside it. */
async function checkLinkBeside(
  { context, collection, operation, ids, report }: Round,
  [first, second]: readonly ListedPage[],
): Promise<Verdict> {
  if (first?.link === undefined || second === undefined || !context.asks(rules.pages))
    return nothingCompared()
  const page = await collection.follow(first.link)
  if (page.refused === undefined && ids(page).join() === ids(second).join()) return []
  const received = page.refused === undefined ? ids(page).join(', ') || 'no items' : String(page.refused)
  return [
    report(page, {
      ...{
        part: nextPagePart(operation.list) ?? 'next',
        breaks: rules.pages,
        beside: [second.answer],
      },
      fact: { kind: 'link to another page', ids: ids(second), received },
    }),
  ]
}

/**
 * Checks that `previous` leads back through the same pages, and that the first page has no previous page. A
 * `Link` to the previous page can be left out.
 */
async function checkBack(round: Round, pages: readonly ListedPage[]): Promise<Verdict> {
  const { context, operation, report } = round
  const [first] = pages
  const isMember = operation.list?.previous !== undefined
  const isShown = isMember ? first?.previous !== undefined : pages.some(({ previous }) => previous)
  if (first === undefined || !isShown || !context.asks(rules.previous)) return nothingCompared()
  if (isMember && typeof first.previous === 'string')
    return [
      report(first, {
        ...{ part: previousPart(operation), breaks: rules.previous },
        fact: { kind: 'previous of the first', received: first.previous },
      }),
    ]
  return walkBack(round, pages)
}

async function walkBack(round: Round, pages: readonly ListedPage[]): Promise<Finding[]> {
  const { collection, operation, report } = round
  const { previous: told, page: number, offset } = operation.list ?? {}
  const part = previousPart(operation)
  // A link with a cursor can lead further back than to the page before.
  const isNext = told !== undefined || (number ?? offset) !== undefined
  let page = pages.at(-1)
  for (const expected of pages.slice(0, -1).reverse()) {
    if (page === undefined || (!page.previous && told === undefined)) return []
    if (!page.previous)
      return [
        report(page, {
          ...{ part, breaks: rules.previous },
          fact: { kind: 'no previous', received: String(page.previous) },
        }),
      ]
    const back: ListedPage = await collection.follow(page.previous)
    const fact = faultOfPrevious(round, { page, back, expected, isNext })
    if (fact !== undefined)
      return [report(back, { part, breaks: rules.previous, beside: [page.answer], fact })]
    page = back
  }
  return []
}

/** The part of a response that leads to the previous page: a property, or the header `Link`. */
function previousPart({ list }: OperationDescriptor): string {
  return list?.previous?.join('.') ?? 'Link'
}

/** @param isNext True if the link must lead to the page immediately before. */
function faultOfPrevious(
  { ids }: Round,
  {
    page,
    back,
    expected,
    isNext,
  }: Readonly<Record<'page' | 'back' | 'expected', ListedPage>> & { isNext: boolean },
): Fact | undefined {
  if (back.refused !== undefined)
    return { kind: 'link leads nowhere', to: 'previous', received: String(back.refused) }
  const own = new Set(ids(page))
  const isSame = ids(back).join() === ids(expected).join()
  const isBefore = !isNext && back.items.length > 0 && ids(back).every((id) => !own.has(id))
  if (isSame || isBefore) return undefined
  return {
    ...{ kind: 'another page before', ids: ids(expected) },
    received: ids(back).join(', ') || 'no items',
  }
}

/**
 * Checks that links to other pages have the request's host, because the caller might not be able to reach any
 * other host.
 */
function checkHosts({ context, operation, report }: Round, pages: readonly ListedPage[]): Verdict {
  const named = pages.flatMap((page) => [
    { page, link: page.next, part: nextPagePart(operation.list) ?? 'Link' },
    { page, link: page.previous ?? undefined, part: previousPart(operation) },
  ])
  const links = named.filter(({ link }) => link !== undefined)
  if (links.length === 0 || !context.asks(rules.host)) return nothingCompared()
  for (const { page, link = '', part } of links) {
    const host = linkToOtherHost(link, page.answer)
    if (host === undefined) continue
    const own = new URL(page.answer.exchange.request.url).host
    return [
      report(page, {
        ...{ part, breaks: rules.host },
        fact: { kind: 'link to another host', host: own, received: link },
      }),
    ]
  }
  return []
}

/**
 * Checks that the smallest page of a filtered list is filled with matches, no matter where in the list the
 * matches are.
 */
export async function checkFirstPage(
  round: Round,
  {
    query,
    found,
    isWhole = false,
  }: { query: Record<string, unknown>; found: readonly unknown[]; isWhole?: boolean },
): Promise<Verdict> {
  const { context, collection, operation, least, ids, report } = round
  const { limit } = operation.list ?? {}
  if (limit === undefined || least === undefined || found.length === 0) return nothingCompared()
  if (!context.asks(rules['filter-before-pages'])) return nothingCompared()
  const asked = { ...query, [limit]: least }
  const page = await collection.page(asked)
  const forgetful = await checkNext({ collection, ids, report }, { page, query: asked, found, least })
  if (!isCleanVerdict(forgetful)) return forgetful
  const wanted = ids({ items: found.slice(0, least) })
  if (page.items.length >= wanted.length)
    return isWhole ? checkLastLink(round, page, { ids: ids({ items: found }), query: asked }) : []
  return [
    report(page, {
      part: Object.keys(query).join(),
      breaks: rules['filter-before-pages'],
      fact: {
        ...{ kind: 'filtered after the cut', query: roundQueryTold(asked), ids: wanted },
        received: ids(page).join(', ') || 'no items',
      },
    }),
  ]
}

/**
 * Checks that the next page continues the same request, including its filter and its limit, whether a link, a
 * cursor or an offset leads to it.
 */
async function checkNext(
  { collection, ids, report }: Pick<Round, 'collection' | 'ids' | 'report'>,
  {
    page,
    query,
    found,
    least,
  }: { page: ListedPage; query: Record<string, unknown>; found: readonly unknown[]; least: number },
): Promise<Verdict> {
  if (found.length <= least) return nothingCompared()
  const second = await resultIfRun(() => collection.after(page))
  if (second === undefined || second.refused !== undefined) return nothingCompared()
  const meant = new Set(ids({ items: found }))
  const others = ids(second).filter((id) => !meant.has(id))
  if (others.length === 0 && second.items.length <= least) return []
  const received =
    others.length > 0 ? `a page with ${others.join(', ')}` : `a page of ${second.items.length} items`
  return [
    report(second, {
      ...{ part: 'next', breaks: rules.pages, beside: [page.answer] },
      fact: { kind: 'link forgets query', query: roundQueryTold(query), received },
    }),
  ]
}
