import { flatSchema } from '@concordat/contract/document'
import type { ListDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import type { Maker } from '../values/maker.ts'

/** Items of a page where nobody asks for a number of them, and the document names none. */
const PAGE_SIZE = 20
/** The parameter of a link that the document has no parameter for. */
const OWN_PARAMETER = 'start'

export interface PageRequest {
  readonly operation: OperationDescriptor
  /** With the document's defaults. */
  readonly query: Readonly<Record<string, unknown>>
  readonly url: URL
  readonly maker: Maker
  /** What cursors stand for that were handed out, by their text. */
  readonly cursors: Map<string, number>
  /** The schema of the member at a path of the answer. */
  readonly schemaAt: (path: readonly string[]) => unknown
}

/** One page, and what leads on from it. */
export interface Page {
  readonly items: readonly unknown[]
  readonly size: number
  readonly start: number
  readonly total: number
  /** The value for the next page; absent after the last one. */
  readonly next?: unknown
  /** Links to the next page and the one before, absolute. */
  readonly nextLink?: string
  readonly previousLink?: string
}

/** Cuts the page that a query asks for, as the style of the list says. */
export function cutPage(items: readonly unknown[], request: PageRequest): Page {
  const { operation, query } = request
  const { list = { items: [] } } = operation
  const asked = numberIn(query, list.limit)
  const size = asked !== undefined && asked >= 0 ? asked : PAGE_SIZE
  const start = Math.min(Math.max(startOf(items, { ...request, list, size }), 0), items.length)
  const isPaged = hasPages(list)
  const page = isPaged ? items.slice(start, start + size) : items
  const end = start + page.length
  const isMore = isPaged && size > 0 && end < items.length
  const previous = Math.max(0, start - size)
  return {
    ...{ items: page, size, start, total: items.length },
    ...(isMore && {
      next: nextValue(page, end, { ...request, list, size }),
      nextLink: linkTo(end, { ...request, list, size }),
    }),
    ...(isPaged && start > 0 && { previousLink: linkTo(previous, { ...request, list, size }) }),
  }
}

function hasPages({ limit, offset, page, pages }: ListDescriptor): boolean {
  return (limit ?? offset ?? page ?? pages) !== undefined
}

interface Cutting extends PageRequest {
  readonly list: ListDescriptor
  readonly size: number
}

function startOf(
  items: readonly unknown[],
  { list, query, url, size, cursors, operation, maker }: Cutting,
): number {
  const own = url.searchParams.get(OWN_PARAMETER)
  if (own !== null && /^\d+$/.test(own)) return Number(own)
  const { pages, offset, page } = list
  const sent = pages?.sent?.in === 'query' ? valueAt(query, pages.sent.path) : undefined
  if (pages !== undefined && sent !== undefined) {
    const { next } = pages
    if (next.from === 'lastItem')
      return items.findIndex((item) => String(valueAt(item, next.path)) === String(sent)) + 1
    if (next.from === 'body' || next.from === 'header') {
      const known = cursors.get(String(sent))
      if (known !== undefined) return known
    }
  }
  const skipped = numberIn(query, offset)
  if (skipped !== undefined)
    return skipped - (pages?.next.from === 'items' && 'first' in pages.next ? pages.next.first : 0)
  const number = numberIn(query, page)
  return number === undefined ? 0 : (number - firstPage({ list, operation, maker })) * size
}

/** The number that a parameter says; documents often type such parameters as text. */
function numberIn(query: Readonly<Record<string, unknown>>, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : query[name]
  if (typeof value === 'string') return /^\d+$/.test(value) ? Number(value) : undefined
  return typeof value === 'number' ? value : undefined
}

/** The number of the first page: as the list counts, else as the parameter's default or minimum has it. */
export function firstPage({ list, operation, maker }: Pick<Cutting, 'list' | 'operation' | 'maker'>): number {
  const { pages, page } = list
  if (pages?.next.from === 'pages' && 'first' in pages.next) return pages.next.first
  const parameter = operation.parameters?.find(
    ({ in: location, name }) => location === 'query' && name === page,
  )
  const { default: initial, minimum } = flatSchema(parameter?.schema, maker.definitions)
  return initial === 0 || (initial === undefined && minimum === 0) ? 0 : 1
}

function nextValue(page: readonly unknown[], end: number, cutting: Cutting): unknown {
  const { list, size } = cutting
  const { pages } = list
  if (pages === undefined) return undefined
  const { next, sent } = pages
  if (next.from === 'lastItem') return valueAt(page.at(-1), next.path)
  if (next.from === 'items') return end + ('first' in next ? next.first : 0)
  if (next.from === 'pages') return end / size + firstPage(cutting)
  if (sent === undefined) return linkTo(end, cutting)
  const [name] = sent.path
  if (name === list.offset) return end
  if (name === list.page) return end / size + firstPage(cutting)
  return cursorFor(end, cutting)
}

/** A value that both the answer's member and the parameter may have. */
function cursorFor(end: number, { list, operation, maker, cursors, schemaAt }: Cutting): unknown {
  const { pages } = list
  const name = pages?.sent?.path[0]
  const taken = operation.parameters?.find((parameter) => parameter.in === 'query' && parameter.name === name)
  const shown = pages?.next.from === 'body' ? schemaAt(pages.next.path) : true
  const known = [...cursors].find(([, start]) => start === end)?.[0]
  const candidates = [
    ...(known === undefined ? [] : [known, Number(known)]),
    ...[`from-${end}`, String(end), end],
    ...[maker.makeIfPossible(shown, 'cursor'), maker.makeIfPossible(taken?.schema, 'cursor')],
  ]
  const value =
    candidates.find((candidate) => maker.fits(candidate, shown) && maker.fits(candidate, taken?.schema)) ??
    String(end)
  cursors.set(String(value), end)
  return value
}

/** The same request for the page that begins at an item. */
function linkTo(start: number, cutting: Cutting): string {
  const { list, url, size, operation } = cutting
  const link = new URL(url)
  link.searchParams.delete(OWN_PARAMETER)
  const { offset, page, pages } = list
  const cursor = pages?.sent?.path[0]
  if (offset !== undefined) link.searchParams.set(offset, String(start))
  else if (page !== undefined && start % size === 0)
    link.searchParams.set(page, String(start / size + firstPage(cutting)))
  else if (cursor !== undefined && operation.parameters?.some(({ name }) => name === cursor))
    link.searchParams.set(cursor, String(cursorFor(start, cutting)))
  else link.searchParams.set(OWN_PARAMETER, String(start))
  return link.href
}
