import {
  type DocumentDescriptor,
  type ListDescriptor,
  type OperationDescriptor,
  type ParameterDescriptor,
  pageSelectors,
} from '@concordat/runtime/http'
import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { itemIdInMember } from '../../data/document/identifier.ts'
import { operationById, resourceByName } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { shownProperties } from '../../data/document/shown.ts'
import { type Answer, wholeAnswerValue } from '../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../data/exchange/listed.ts'
import type { Fact } from '../../data/outcome/kinds/fact.ts'
import { searches } from '../../lexicon/lexicon.ts'
import { type SortOrder, sortOrdersOf } from '../../world/requests/dictionary/orders.ts'
import { firstOutOfOrder } from '../../world/requests/dictionary/sorted-values.ts'

interface ShownList {
  readonly operation: OperationDescriptor
  readonly answer: Answer
}

/**
 * Returns the first item that a list shows twice with equal values, as a query does that joins the item with
 * several others. The id must be the one by which a read finds the item, because a list of events or of
 * tracks to play can show another thing repeatedly.
 */
export function shownTwice(
  document: DocumentDescriptor,
  { operation, answer }: ShownList,
): Fact<'twice in pages'> | undefined {
  const resource = resourceByName(document, operation.resource?.name)
  const isOwn = operation.resource?.role === 'list' && operation.list !== undefined
  if (!isOwn || operationById(document, resource?.operations.read) === undefined) return undefined
  if (resource?.item === undefined) return undefined
  const known = new Map<string, string>()
  for (const item of itemsInAnswer(operation, wholeAnswerValue(answer)) ?? []) {
    const id = isObject(item) ? itemIdInMember(resource, item) : undefined
    if (id === undefined) continue
    const text = JSON.stringify(item)
    if (known.get(id) === text) return { kind: 'twice in pages', ids: [id], ...askedIn(answer) }
    known.set(id, text)
  }
  return undefined
}

/** Maximum number of items on a page that is not cut off by a limit that the server does not document. */
const FEW = 10

/**
 * Returns a count that differs from the number of items on a first page that is not full. A server that
 * filters a list can forget to filter its count.
 */
export function shownMiscounted(
  document: DocumentDescriptor,
  { operation, answer }: ShownList,
): Fact<'wrong count'> | undefined {
  const { list, parameters = [] } = operation
  const items = itemsInAnswer(operation, wholeAnswerValue(answer))
  const count = list?.count && valueAt(wholeAnswerValue(answer), list.count)
  if (list === undefined || items === undefined || typeof count !== 'number') return undefined
  const { searchParams } = new URL(answer.exchange.request.url)
  const { limit } = list
  if (beginsElsewhere(operation, list, searchParams)) return undefined
  const sized = parameters.find(({ in: where, name }) => where === 'query' && name === limit)
  const usual = schemaIn(document, sized?.schema).keywords.default ?? FEW
  const size = Number(searchParams.get(limit ?? '') ?? usual)
  // A page of at most 0 items only tells the count.
  if (!(size > 0)) return undefined
  const isFilled = items.length > 0 && items.length >= Math.min(FEW, size)
  if (items.length === count || isFilled) return undefined
  const of = [...searchParams.keys()].some((name) => name !== limit) ? 'filter' : 'list'
  return { kind: 'wrong count', of, items: items.length, received: String(count) }
}

/**
 * True if a list was asked for another page, which can be empty. A parameter can be a cursor, also one that
 * only the link to the page contains.
 */
function beginsElsewhere(
  { parameters = [] }: OperationDescriptor,
  list: ListDescriptor,
  query: URLSearchParams,
): boolean {
  const begins = [...pageSelectors(list), ...(list.pages?.starts ?? [])]
  const stated = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  return [...query.keys()].some(
    (name) => begins.includes(name) || !(stated.includes(name) || stated.includes(name.replace(/\[.*/, ''))),
  )
}

/** A list in the wrong order, and the parameter that determines the order. */
export interface WrongOrder {
  readonly parameter: ParameterDescriptor
  readonly fact: Fact<'wrong order'>
}

/**
 * Returns the first items that are not in the order that the request asks for or, if it asks for none, in the
 * default order. A search can have its own default.
 */
export function shownOutOfOrder(
  document: DocumentDescriptor,
  { operation, answer }: ShownList,
): WrongOrder | undefined {
  const order = orderOf(document, { operation, answer })
  const parameter = operation.parameters?.find(({ name }) => name === order?.part)
  if (order === undefined || parameter === undefined) return undefined
  const { member, direction, query } = order
  const values = (itemsInAnswer(operation, wholeAnswerValue(answer)) ?? [])
    .map((item) => memberOf(item, member))
    .filter((value) => value !== undefined && value !== null)
  const at = firstOutOfOrder(values, { direction, ignoresCase: parameter.ignoresCase })
  if (at === undefined) return undefined
  const [before, after] = values.slice(at - 1, at + 1).map((value) => JSON.stringify(value))
  const told = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return {
    parameter,
    fact: {
      ...{ kind: 'wrong order', member, direction, query: told.join('&') },
      received: `${before} before ${after}`,
    },
  }
}

/** Returns the documented order of a response to one request; `undefined` if it is unknown. */
function orderOf(document: DocumentDescriptor, { operation, answer }: ShownList): SortOrder | undefined {
  const { list, parameters = [] } = operation
  if (list === undefined) return undefined
  const { searchParams } = new URL(answer.exchange.request.url)
  const names = [...searchParams.keys()]
  // A cursor continues a list in its own order.
  const { page, pages } = list
  const cursors = pageSelectors(pages && { pages }).filter((name) => name !== page)
  if (names.some((name) => cursors.includes(name))) return undefined
  const isSearch = names.some((name) => searches.has(name))
  const usual = (name: string): readonly unknown[] => {
    const schema = parameters.find((one) => one.in === 'query' && one.name === name)?.schema
    const value = schemaIn(document, schema).keywords.default
    return value === undefined ? [] : [value].flat()
  }
  const isAsked = ([name, value]: readonly [string, unknown]): boolean => {
    // A search has an order of its own unless its request names another.
    if (isSearch && !names.includes(name)) return false
    const asked = names.includes(name) ? searchParams.getAll(name) : usual(name)
    return asked.join() === [value].flat().join()
  }
  const members = shownProperties(operation, document)
  const schemaOf = (one: ParameterDescriptor) => schemaIn(document, one.schema)
  return sortOrdersOf(parameters, { members, schemaOf }).find(({ query }) =>
    Object.entries(query).every(isAsked),
  )
}

function askedIn({ exchange }: Answer): { readonly query?: string } {
  const { search } = new URL(exchange.request.url)
  return search === '' ? {} : { query: search.slice(1) }
}
