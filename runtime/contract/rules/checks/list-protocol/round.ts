import { type ListDescriptor, type OperationDescriptor, pageStyle } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import type { Finding } from '../../../data/outcome/finding.ts'
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

/** The count of a filtered list is that of the items which the filter finds. */
export function checkCount({ operation, report }: Round, { pages, items, isWhole }: Walk): Finding[] {
  const [first] = pages
  const count = first?.count
  // A first page without items leaves nothing for the others.
  const isKnown = isWhole || items.length === 0
  if (first === undefined || count === undefined || !isKnown || count === items.length) return []
  return [
    report(first, {
      part: operation.list?.count?.join('.') ?? 'count',
      breaks: rules.count,
      beside: pages.slice(1).map(({ answer }) => answer),
      fact: { kind: 'wrong count', of: 'filter', items: items.length, received: String(count) },
    }),
  ]
}
