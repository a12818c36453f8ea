import type { Page } from '../../evidence/collection.ts'
import type { Finding } from '../../outcome/finding.ts'
import { checkHosts } from './hosts.ts'
import { nextPart } from './next-part.ts'
import type { Round } from './round.ts'

/** What is seen of an item that shows nothing: of two such nobody can say that they are the same. */
const NOTHING = '{}'

/** Reads all pages forward and, where the list can, back: every item once, as many as the count says. */
export async function checkWalk(round: Round): Promise<Finding[]> {
  const { collection, operation, size, ids, report } = round
  const { limit } = operation.list ?? {}
  const { items, pages, isWhole } = await collection.walk(limit === undefined ? {} : { [limit]: size }, size)
  const [first] = pages
  const last = pages.at(-1)
  if (first === undefined || last === undefined) return []
  const walked = ids({ items })
  const part = nextPart(operation.list) ?? limit ?? 'items'
  const isAgain = (id: string, index: number): boolean =>
    walked.slice(0, index).some((before, at) => before === id && collection.isOne(items[at], items[index]))
  const twice = [...new Set(walked.filter((id, index) => id !== NOTHING && isAgain(id, index)))]
  if (twice.length > 0)
    return [
      report(last, {
        part,
        beside: pages.map(({ answer }) => answer),
        expected: 'every item once in the pages',
        received: `${twice.join(', ')} more than once`,
      }),
    ]
  if (last.refused !== undefined)
    return [
      report(last, {
        part,
        beside: pages.map(({ answer }) => answer),
        expected: 'a page where the link of the page before leads',
        received: String(last.refused),
      }),
    ]
  if (!isWhole) return checkEndless(round, pages)
  const findings: Finding[] = [...checkEnd(round, pages)]
  const missed = ids(round.whole).filter((id) => !walked.includes(id))
  if (missed.length > 0)
    findings.push(
      report(last, {
        part,
        beside: [round.whole, ...pages].map(({ answer }) => answer),
        expected: 'every item once in the pages',
        received: `pages without ${missed.join(', ')}`,
      }),
    )
  const miscounted =
    missed.length > 0
      ? undefined
      : [round.whole, ...pages].find(({ count }) => count !== undefined && count !== walked.length)
  if (miscounted !== undefined) {
    findings.push(
      report(miscounted, {
        part: operation.list?.count?.join('.') ?? 'count',
        expected: `the total of ${walked.length} items as count`,
        received: String(miscounted.count),
      }),
    )
  }
  return [...findings, ...checkHosts(round, pages), ...(await checkBack(round, pages))]
}

/** One page without items may come of a filter that is applied late, so many of nothing but pages that are past the end. */
const MOST_EMPTY = 10

/** Pages lead on only as long as there are items. */
function checkEndless({ operation, report }: Round, pages: readonly Page[]): Finding[] {
  const empty = pages.slice(pages.findLastIndex(({ items }) => items.length > 0) + 1)
  const [first] = empty
  if (first === undefined || empty.length < MOST_EMPTY || empty.some(({ next }) => !next)) return []
  return [
    report(first, {
      part: nextPart(operation.list) ?? 'next',
      expected: 'no next page after the last one',
      received: `${first.next}, and ${empty.length} pages without items`,
    }),
  ]
}

/** The last page has no next one, neither one of the pages before nor an empty one that the count knows of. */
function checkEnd({ operation, report }: Round, pages: readonly Page[]): Finding[] {
  const [last, beforeLast] = pages.toReversed()
  const part = nextPart(operation.list) ?? 'next'
  if (last?.problem !== undefined)
    return [
      report(last, {
        part,
        expected: 'what leads to the next page',
        received: `an answer that ${last.problem}`,
      }),
    ]
  const expected = 'no next page after the last one'
  if (last?.next) return [report(last, { part, expected, received: last.next })]
  const isBeyond = last?.items.length === 0 && last.count !== undefined
  return isBeyond && beforeLast?.next
    ? [report(beforeLast, { part, expected, received: `${beforeLast.next}, which has no items` })]
    : []
}

/** `previous` leads back through the same pages; the first page has none. */
async function checkBack(
  { collection, operation, ids, report }: Round,
  pages: readonly Page[],
): Promise<Finding[]> {
  const [first] = pages
  const part = operation.list?.previous?.join('.') ?? 'previous'
  if (first?.previous === undefined) return []
  if (first.previous !== null)
    return [report(first, { part, expected: 'no previous page before the first', received: first.previous })]
  let page = pages.at(-1)
  for (const expected of pages.slice(0, -1).reverse()) {
    if (page === undefined) return []
    if (!page.previous)
      return [report(page, { part, expected: 'the previous page', received: String(page.previous) })]
    const back = await collection.follow(page.previous)
    if (back.refused !== undefined)
      return [
        report(back, {
          part,
          beside: [page.answer],
          expected: 'a page where the link to the previous one leads',
          received: String(back.refused),
        }),
      ]
    if (ids(back).join() !== ids(expected).join()) {
      return [
        report(back, {
          part,
          expected: `the page before: ${ids(expected).join(', ')}`,
          received: ids(back).join(', ') || 'no items',
        }),
      ]
    }
    page = back
  }
  return []
}
