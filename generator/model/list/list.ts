import { lowerWordsOf, paging, parts, type WordVocabulary } from '@concordat/contract/lexicon'
import type { ListDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { successSchema } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { type BodyMembers, type ItemArray, membersForPaging } from '../pages/answer.ts'
import { findPagedItems, isListNamedLike } from '../pages/items.ts'
import {
  isCountFacets,
  type Paging,
  type PagingParameter,
  type PagingReaders,
  pagingParameters,
} from '../pages/subject.ts'

/** A recognized list, and the schema of one item. */
export interface List {
  readonly descriptor: ListDescriptor
  readonly item: JsonSchema
}

/** Finds the lists among operations, by operationId. @param pagings the operations' paging. */
export function recognizeLists(
  operations: readonly OperationDescriptor[],
  pagings: ReadonlyMap<OperationDescriptor, Paging>,
  readers: PagingReaders,
): ReadonlyMap<string, List> {
  const lists = operations.map(
    (operation) =>
      [operation.operationId, recognizeList(operation, pagings.get(operation), readers)] as const,
  )
  return new Map(lists.flatMap(([operationId, list]) => (list === undefined ? [] : [[operationId, list]])))
}

/**
 * Recognizes a list: a GET whose response has pages, an item array, or items under arbitrary keys, possibly
 * in an envelope.
 */
function recognizeList(
  operation: OperationDescriptor,
  proven: Paging | undefined,
  readers: PagingReaders,
): List | undefined {
  if (operation.method !== 'GET') return undefined
  const schema = successSchema(operation)
  const body = readers.bodies.members(schema)
  const parameters = pagingParameters(operation, readers).filter((parameter) => parameter.in === 'query')
  const items = itemsOf(
    operation,
    { body, schema, paging: proven, takesPages: parameters.length > 0 },
    readers,
  )
  if (items === undefined) return undefined
  const values = membersForPaging(body.places, items.path).map(({ value }) => value)
  const count = paging.count
    .sorted(values, ({ name }) => name)
    .find((value) => isCountFacets(value) && !value.isOfPage)?.path
  const previous = values.find(({ name }) => paging.previous.has(name))?.path
  const pages = stepsOf(proven)
  const { limit, offset, page } = positionsOf(parameters, pages)
  return {
    item: items.item,
    descriptor: {
      items: items.path,
      ...(items.isKeyed && { keyed: true }),
      ...(count !== undefined && { count }),
      ...(previous !== undefined && { previous }),
      ...(limit !== undefined && { limit }),
      ...(offset !== undefined && { offset }),
      ...(page !== undefined && { page }),
      ...(pages !== undefined && { pages }),
    },
  }
}

/**
 * The parameters that select a part of a list. A list with two limits has two ways to select it: "limit" with
 * "offset", and "page_size" with "page". A request that mixed them would have no defined meaning, so only one
 * way counts: the one that leads to the next page.
 */
function positionsOf(
  parameters: readonly PagingParameter[],
  pages: ListDescriptor['pages'],
): Readonly<Partial<Record<'limit' | 'offset' | 'page', string | undefined>>> {
  const named = (names: WordVocabulary) =>
    parameters.filter(({ name }) => names.has(name)).flatMap(({ path: [name] }) => name ?? [])
  const limits = named(paging.limit)
  const [[offset], [page]] = [named(paging.offset), named(paging.page)]
  const isOfPage = (name: string): boolean => lowerWordsOf(name).includes('page')
  const isByPage = pages?.sent?.path[0] === page
  if (limits.length < 2 || offset === undefined || page === undefined || limits.every(isOfPage))
    return { limit: limits[0], offset, page }
  const limit = limits.find((name) => isOfPage(name) === isByPage)
  return isByPage ? { limit, page } : { limit, offset }
}

/**
 * Returns paging for a walk that only explores. Such a walk is allowed to miss items, so likely paging is
 * enough.
 */
function stepsOf(paging: Paging | undefined): ListDescriptor['pages'] {
  if (paging === undefined) return undefined
  if (!('pages' in paging)) return paging.likely
  const { items: _, ...steps } = paging.pages
  // Without the client, a walk cannot determine where pages begin, so only the likely paging is used.
  return 'isTried' in steps.next ? paging.likely : steps
}

interface Items extends ItemArray {
  readonly isKeyed: boolean
}

function itemsOf(
  { path, parameters = [] }: OperationDescriptor,
  {
    body,
    schema,
    paging,
    takesPages,
  }: {
    readonly takesPages: boolean
    readonly body: BodyMembers
    readonly schema: JsonSchema | undefined
    readonly paging: Paging | undefined
  },
  readers: PagingReaders,
): Items | undefined {
  if (paging !== undefined && 'pages' in paging)
    return { path: paging.pages.items, item: paging.item, isKeyed: false }
  const found = findPagedItems(path, body, { facts: readers.facts, isPaged: takesPages })
  if (found === undefined) return keyedItems(schema, readers) ?? keyedMember(path, schema, readers)
  if (typeof found === 'string') return undefined
  const isPaged = paging !== undefined && parameters.some((parameter) => parameter.in === 'query')
  return isPaged || isListAlone(path, found, body) ? { ...found, isKeyed: false } : undefined
}

/**
 * True if a response is a list: the array is the body itself, has a usual name or the path's name, or is
 * accompanied only by properties that describe the items: "{ userList: […] }", "{ data: { items: […] } }".
 */
function isListAlone(path: string, { path: steps }: ItemArray, { arrays, places }: BodyMembers): boolean {
  const name = steps.at(-1)
  if (name === undefined || parts.items.has(name) || isListNamedLike(path, name)) return true
  const isOnly = arrays.every(
    (other) => other.path.join() === steps.join() || parts.besideItems.has(other.path.at(-1) ?? ''),
  )
  const about = new Set(membersForPaging(places, steps))
  return isOnly && places.every((place) => about.has(place) && paging.ofAnswers.has(place.value.name))
}

/** Items of an object that contains objects under arbitrary keys: "{ 1: { … }, 2: { … } }". */
function keyedItems(schema: JsonSchema | undefined, { facts }: PagingReaders): Items | undefined {
  if (facts.hasMembers(schema)) return undefined
  const item = facts
    .parts(schema)
    .map(({ additionalProperties }) => additionalProperties)
    .find((other) => typeof other === 'object' && Object.keys(other).length > 0)
  if (item === undefined || keywordsOf(item).type === 'array' || !facts.hasMembers(item)) return undefined
  return { path: [], item, isKeyed: true }
}

/**
 * Items of a nested object with arbitrary keys. The object's property must have a usual name or the path's
 * name: "{ total: 2, files: { a.txt: { … } } }".
 */
function keyedMember(
  path: string,
  schema: JsonSchema | undefined,
  readers: PagingReaders,
): Items | undefined {
  const [found, ...others] = [...readers.facts.members(schema)].flatMap(([name, member]) => {
    const isNamed = parts.items.has(name) || isListNamedLike(path, name)
    const keyed = isNamed ? keyedItems(member.schema, readers) : undefined
    return keyed === undefined ? [] : [{ ...keyed, path: [name] }]
  })
  return others.length === 0 ? found : undefined
}
