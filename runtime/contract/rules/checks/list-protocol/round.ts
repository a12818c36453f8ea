import { type ListDescriptor, type OperationDescriptor, pageStyle } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { allOf, ifAsked, ifRun, nothing, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import type { Collection, Page, Walk } from '../../evidence/collection.ts'
import { rules } from './rules.ts'

/** One time through the demands on a list. */
export interface Round {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly collection: Collection
  /** The list in answer to a request without parameters. */
  readonly whole: Page
  /** Identities of the items that the run made: these show the same values on another server as well. */
  readonly own: ReadonlySet<string>
  /** Size of the pages asked for; `undefined` when no request can say it. */
  readonly size: number | undefined
  /** The smallest page that may be asked for, likewise. */
  readonly least: number | undefined
  /** Members that the document gives the items. */
  readonly members: ReadonlyMap<string, Schema>
  ids(page: Pick<Page, 'items'>): string[]
  /** `part`: the query parameter or member of the answer that is wrong. */
  report(
    page: Page,
    violation: Pick<KnownViolation, 'breaks' | 'fact' | 'beside'> & { readonly part: string },
  ): Finding
}

export function isSameOrder(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index])
}

export function listOfIds(ids: readonly string[]): string {
  return ids.length === 0 ? 'no items' : ids.join(', ')
}

/** Items, those of the run before others. */
export function ownFirst({ ids, own }: Round, items: readonly unknown[]): readonly unknown[] {
  const isOwn = (item: unknown): boolean => ids({ items: [item] }).some((id) => own.has(id))
  return [...items.filter(isOwn), ...items.filter((item) => !isOwn(item))]
}

/** The member or header of an answer that leads to the next page; `undefined` where pages are counted up. */
export function nextPart({ pages }: ListDescriptor = { items: [] }): string | undefined {
  return pages && pageStyle(pages.next).part?.(pages.next)
}

/** The list in answer to a query, and its first page; nothing where that cannot be had. */
export async function walkOf(
  { collection }: Round,
  query: Record<string, unknown>,
): Promise<{ readonly walk: Walk; readonly page: Page } | undefined> {
  const walk = await ifRun(() => collection.walk(query))
  const page = walk?.pages[0]
  return walk === undefined || page === undefined ? undefined : { walk, page }
}

/** A query as a finding shows it: "state=open&limit=1". */
export function queryOf(asked: Readonly<Record<string, unknown>>): string {
  return Object.entries(asked)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** The count of a filtered list is that of the items which the filter finds. */
export function checkCount({ context, operation, report }: Round, { pages, items, isWhole }: Walk): Verdict {
  const [first] = pages
  const count = first?.count
  // A first page without items leaves nothing for the others.
  const isKnown = isWhole || items.length === 0
  if (first === undefined || count === undefined || !isKnown || !context.asks(rules.count)) return nothing()
  if (count === items.length) return []
  return [
    report(first, {
      part: operation.list?.count?.join('.') ?? 'count',
      breaks: rules.count,
      beside: pages.slice(1).map(({ answer }) => answer),
      fact: { kind: 'wrong count', of: 'filter', items: items.length, received: String(count) },
    }),
  ]
}

/** Items that are as a rule wants them: their count is left. */
export function keptBy(round: Round, rule: Assertion, walk: Walk): Verdict {
  return allOf([ifAsked(round.context.asks(rule), []), checkCount(round, walk)])
}
