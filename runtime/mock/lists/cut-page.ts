import {
  isPaged,
  type ListDescriptor,
  type OperationDescriptor,
  pageStyle,
  type Written,
} from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import type { Maker } from '../values/maker.ts'

/** Number of items on a page if neither the request nor the document specifies it. */
const PAGE_SIZE = 20
/** The page parameter to use in links if the document has none. */
const OWN_PARAMETER = 'start'

interface PageRequest {
  readonly operation: OperationDescriptor
  /** The query with the document's defaults. */
  readonly query: Readonly<Record<string, unknown>>
  readonly url: URL
  readonly headers: Headers
  readonly maker: Maker
  /** For each cursor that an earlier response contained, the index of the first item on its page. */
  readonly cursors: Map<string, number>
  /** The schema of the whole response. */
  readonly answered: Schema
}

/** One page, with the values that lead to other pages. */
export interface CutPage {
  readonly items: readonly unknown[]
  readonly size: number
  readonly start: number
  readonly total: number
  /** The page number, counted from the number of the list's first page. */
  readonly number: number
  /** The value that requests the next page; absent on the last page. */
  readonly next?: unknown
  /** Absolute URL of the next page; absent on the last page. */
  readonly nextLink?: string
  readonly previousLink?: string
  /** Absolute URL of the last page. */
  readonly lastLink: string
  /** The properties and headers that describe the page, in the list's style. */
  readonly written: Written
}

/** Cuts the requested page from a list, in the list's style. */
export function cutPage(items: readonly unknown[], request: PageRequest): CutPage {
  const { list = { items: [] } } = request.operation
  const sent = sentValue(list, request)
  const cutting: Cutting = {
    ...request,
    list,
    sent,
    size: sizeOf(items, { ...request, list, sent }),
    first: firstOf(list, request),
  }
  const { size } = cutting
  const start = Math.min(Math.max(startOf(items, cutting), 0), items.length)
  const isCut = isPaged(list)
  const most = request.answered.at(list.items)?.keywords.maxItems
  // The newest items are shown if the document limits the list.
  const page =
    isCut || most === undefined ? items.slice(start, isCut ? start + size : undefined) : items.slice(-most)
  const end = start + page.length
  const isMore = isCut && size > 0 && end < items.length
  const cut = {
    ...{ items: page, size, start, total: items.length },
    number: (size > 0 ? Math.floor(start / size) : 0) + cutting.first.page,
    ...(isMore && { next: nextValue(page, end, cutting), nextLink: linkTo(end, cutting) }),
    lastLink: linkTo(
      isCut && size > 0 ? Math.floor(Math.max(0, items.length - 1) / size) * size : 0,
      cutting,
    ),
    ...(isCut && start > 0 && { previousLink: linkTo(Math.max(0, start - size), cutting) }),
  }
  return { ...cut, written: writtenOf(list, { ...cut, sent }) }
}

function writtenOf({ pages }: ListDescriptor, page: Omit<CutPage, 'written'> & { sent: unknown }): Written {
  if (pages === undefined) return {}
  const isSent = pages.sent !== undefined
  return (
    pageStyle(pages.next).write?.(pages.next, { next: undefined, nextLink: undefined, ...page, isSent }) ?? {}
  )
}

interface Sent extends PageRequest {
  readonly list: ListDescriptor
  /** The value that selects the page. */
  readonly sent: unknown
}

interface Cutting extends Sent {
  readonly size: number
  /** Numbers of the first item and the first page. */
  readonly first: { readonly item: number; readonly page: number }
}

/** Returns the request's value that selects the page. Values in bodies are not supported. */
function sentValue({ pages }: ListDescriptor, { query, headers }: PageRequest): unknown {
  if (pages?.sent === undefined) return undefined
  const { in: location, path } = pages.sent
  if (location === 'query') return valueAt(query, path)
  return location === 'header' ? (headers.get(path[0] ?? '') ?? undefined) : undefined
}

function sizeOf(items: readonly unknown[], { list: { pages, limit }, sent, query, cursors }: Sent): number {
  const own = pages && pageStyle(pages.next).size?.(pages.next, { items, sent, cursors })
  const asked = numberIn(query, limit)
  return own ?? (asked !== undefined && asked >= 0 ? asked : PAGE_SIZE)
}

function startOf(
  items: readonly unknown[],
  { list, sent, query, url, size, cursors, first }: Cutting,
): number {
  const own = url.searchParams.get(OWN_PARAMETER)
  if (own !== null && /^\d+$/.test(own)) return Number(own)
  const { pages, offset, page } = list
  const chosen =
    pages === undefined || sent === undefined
      ? undefined
      : pageStyle(pages.next).cut?.(pages.next, { items, sent, cursors })
  if (chosen !== undefined) return chosen
  const skipped = numberIn(query, offset)
  if (skipped !== undefined) return skipped - first.item
  const number = numberIn(query, page)
  return number === undefined ? 0 : (number - first.page) * size
}

/** Returns a query parameter as a number, even if the document declares it as a string, as many do. */
function numberIn(query: Readonly<Record<string, unknown>>, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : query[name]
  if (typeof value === 'string') return /^\d+$/.test(value) ? Number(value) : undefined
  return typeof value === 'number' ? value : undefined
}

/**
 * Returns the numbers of the first item and the first page. If the list's style does not specify the first
 * page's number, it is 0 or 1, according to the page parameter's default or minimum.
 */
function firstOf(
  { pages, page }: ListDescriptor,
  { operation, maker }: Pick<PageRequest, 'operation' | 'maker'>,
): Cutting['first'] {
  const { item = 0, page: number } = (pages && pageStyle(pages.next).first?.(pages.next)) ?? {}
  if (number !== undefined) return { item, page: number }
  const parameter = operation.parameters?.find(
    ({ in: location, name }) => location === 'query' && name === page,
  )
  const { default: initial, minimum } = maker.schema(parameter?.schema).keywords
  return { item, page: initial === 0 || (initial === undefined && minimum === 0) ? 0 : 1 }
}

function nextValue(page: readonly unknown[], end: number, cutting: Cutting): unknown {
  const { list, size, first } = cutting
  const { pages } = list
  if (pages === undefined) return undefined
  const { next, sent } = pages
  const style = pageStyle(next)
  if (style.lead !== undefined)
    return style.lead(next, { lastItem: page.at(-1), end, size, firstPage: first.page })
  if (sent === undefined) return linkTo(end, cutting)
  const [name] = sent.path
  if (name === list.offset) return end
  if (name === list.page) return end / size + first.page
  return cursorFor(end, cutting)
}

/**
 * Returns a cursor, if possible one that the schemas of both the response's property and the parameter allow.
 */
function cursorFor(end: number, { list, operation, maker, cursors, answered }: Cutting): unknown {
  const { pages } = list
  const name = pages?.sent?.path[0]
  const taken = operation.parameters?.find((parameter) => parameter.in === 'query' && parameter.name === name)
  const member = pages && pageStyle(pages.next).member?.(pages.next)
  const shown = (member && answered.at(member)) ?? maker.schema(true)
  const schemas = [shown, maker.schema(taken?.schema)]
  const known = [...cursors].find(([, start]) => start === end)?.[0]
  const candidates = [
    ...(known === undefined ? [] : [known, Number(known)]),
    ...[`from-${end}`, String(end), end],
    ...schemas.map((schema) => maker.makeIfPossible(schema, 'cursor')),
  ]
  const value =
    candidates.find((candidate) => schemas.every((schema) => schema.allows(candidate))) ?? String(end)
  cursors.set(String(value), end)
  return value
}

/** Returns the URL of the same request for the page that begins at an item. */
function linkTo(start: number, cutting: Cutting): string {
  const { list, url, size, operation, first } = cutting
  const link = new URL(url)
  link.searchParams.delete(OWN_PARAMETER)
  const { offset, page, pages } = list
  const cursor = pages?.sent?.in === 'query' ? pages.sent.path[0] : undefined
  if (offset !== undefined) link.searchParams.set(offset, String(start))
  else if (page !== undefined && start % size === 0)
    link.searchParams.set(page, String(start / size + first.page))
  else if (cursor !== undefined && operation.parameters?.some(({ name }) => name === cursor))
    link.searchParams.set(cursor, String(cursorFor(start, cutting)))
  else link.searchParams.set(OWN_PARAMETER, String(start))
  return link.href
}
