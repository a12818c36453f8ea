import { type ListDescriptor, type OperationDescriptor, pageStyle } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { parameterClause } from '../../../data/document/clause.ts'
import { countsBeside } from '../../../data/document/counts.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import {
  allVerdicts,
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictIfAsked,
} from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import type { Collection, Walk } from '../../evidence/collection.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import { isReusableByCache } from '../../reuse-by-caches.ts'
import { rules } from './rules.ts'

/**
 * All checks of one list, with what they share. If one of them finds a fault, a second round repeats them,
 * because another client may have changed the list during the first.
 */
export interface Round {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly collection: Collection
  /** The list in the response to a request without parameters. */
  readonly whole: ListedPage
  /** Identities of the items that the run created. */
  readonly own: ReadonlySet<string>
  /** Items that were created for this list, with different values for its filters. */
  readonly varied: readonly Item[]
  /** The page size with which the list is walked; `undefined` if requests cannot set it. */
  readonly size: number | undefined
  /** The minimum page size; `undefined` if requests cannot set it. */
  readonly least: number | undefined
  /** First pages that the round has read, by the requested size. */
  readonly firstPages: Map<number, ListedPage>
  /** The documented properties of the items. */
  readonly members: ReadonlyMap<string, Schema>
  /** True while the share of the budget lasts. Filters use the requests that are left after sorting. */
  mayGoOn(): boolean
  ids(page: Pick<ListedPage, 'items'>): string[]
  /** `part` is the wrong query parameter or response property. */
  report(
    page: ListedPage,
    violation: Pick<KnownViolation, 'breaks' | 'fact' | 'beside'> & { readonly part: string },
  ): Finding
}

export function isSameOrderInRound(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index])
}

/** True if an item's text contains a value. Items without one, such as "{}", cannot be distinguished. */
export function isTellingRoundId(id: string): boolean {
  const withoutNames = id.replace(/"(?:[^"\\]|\\.)*":/g, '')
  return /[^[\]{},]/.test(withoutNames.replaceAll('null', ''))
}

export function roundIdsText(ids: readonly string[]): string {
  return ids.length === 0 ? 'no items' : ids.join(', ')
}

/** Items, with the run's own items first. */
export function ownFirst({ ids, own }: Round, items: readonly unknown[]): readonly unknown[] {
  const isOwn = (item: unknown): boolean => ids({ items: [item] }).some((id) => own.has(id))
  return [...items.filter(isOwn), ...items.filter((item) => !isOwn(item))]
}

/**
 * The response property or header that identifies the next page; `undefined` if there is none, for example
 * because pages are numbered.
 */
export function nextPagePart({ pages }: ListDescriptor = { items: [] }): string | undefined {
  return pages && pageStyle(pages.next).part?.(pages.next)
}

/** The list for a query; `undefined` if the server rejects the query. */
export async function walkFiltered(
  { collection }: Round,
  query: Record<string, unknown>,
): Promise<Walk | undefined> {
  return resultIfRun(() => collection.walk(query))
}

/** A query as worded in findings, such as "state=open&limit=1". */
export function roundQueryTold(asked: Readonly<Record<string, unknown>>): string {
  return Object.entries(asked)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Checks that the count of a filtered list is the number of matching items. */
export function checkCount({ context, operation, report }: Round, { pages, items, isWhole }: Walk): Verdict {
  const [first] = pages
  const count = first?.count
  // If the pages that were read have no items, later pages have none either.
  const isKnown = isWhole || items.length === 0
  if (first === undefined || count === undefined || !isKnown || !context.asks(rules.count))
    return nothingCompared()
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

/** Checks the count of a list whose items satisfy a rule. */
export function keptBy(round: Round, rule: Assertion, walk: Walk): Verdict {
  return allVerdicts([verdictIfAsked(round.context.asks(rule), []), checkCount(round, walk)])
}

/** A query parameter and a value that the list accepts for it. */
export interface AskedOfRound {
  readonly name: string
  readonly value: unknown
}

/** Checks that a number of the list's items elsewhere, such as "/people-count", follows the same filter. */
export async function checkCountBeside(round: Round, asked: readonly AskedOfRound[]): Promise<Verdict> {
  const { context, collection, operation } = round
  const resource = resourceByName(context.document, operation.resource?.name)
  const counts = resource === undefined ? [] : countsBeside(context.document, resource)
  const shared = counts.flatMap(({ by, path }) =>
    asked.flatMap(({ name, value }) => {
      const parameter = by.parameters?.find((one) => one.in === 'query' && one.name === name)
      return parameter === undefined ? [] : [{ by, path, parameter, query: { [name]: value } }]
    }),
  )
  const [first] = shared
  if (first === undefined) return nothingCompared()
  const { by, path, parameter, query } = first
  const walk = await walkFiltered(round, query)
  const plan = context.pool.requests.best(by, collection.binding)
  const answer = await resultIfRun(() => context.read({ ...plan, query: { ...plan.query, ...query } }))
  const count = answer && isSuccess(answer) ? valueAt(answer.value, path) : undefined
  if (answer === undefined || walk?.isWhole !== true || typeof count !== 'number') return nothingCompared()
  const { length } = walk.items
  if (count === length || isReusableByCache(answer)) return []
  // The list can have changed between the two reads.
  if ((await walkFiltered(round, query))?.items.length !== length) return nothingCompared()
  return [
    context.finding({
      ...{ operation: by, answer, beside: [walk.first.answer], breaks: rules.count },
      clause: parameterClause(by, parameter),
      fact: { kind: 'wrong count', of: 'filter', items: length, received: String(count) },
    }),
  ]
}
