import {
  type ListDescriptor,
  type MediaTypeDescriptor,
  type OperationDescriptor,
  type ResponseDescriptor,
  resourcePath,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { Shapes } from '../schema/shape.ts'

const ITEMS = [
  'results',
  'items',
  'data',
  'entries',
  'records',
  'values',
  'rows',
  'objects',
  'elements',
  'hits',
]
const COUNT = ['count', 'total', 'total_count', 'totalCount', 'total_results', 'totalResults']
const NEXT = ['next', 'next_url', 'nextUrl', 'next_page_url', 'nextLink', 'next_link']
const PREVIOUS = ['previous', 'prev', 'previous_url', 'prev_url', 'previousLink']
const NEXT_CURSOR = ['next_cursor', 'nextCursor', 'next_page_token', 'nextPageToken', 'cursor']
const LIMIT = [
  'limit',
  'per_page',
  'perPage',
  'page_size',
  'pageSize',
  'size',
  'count',
  'max_results',
  'maxResults',
]
const OFFSET = ['offset', 'skip', 'start']
const PAGE = ['page', 'page_number', 'pageNumber']
const CURSOR = ['cursor', 'page_token', 'pageToken', 'after', 'starting_after', 'startingAfter']

/** A list as recognised, and the schema of one item. */
export interface List {
  readonly descriptor: ListDescriptor
  readonly item: JsonSchema
}

/** What a caller of the operation gets: the lowest documented 2xx. */
export function successResponse({ responses }: OperationDescriptor): ResponseDescriptor | undefined {
  return Object.entries(responses).find(([status]) => /^2(\d\d|XX)$/.test(status))?.[1]
}

/** The JSON schema of that. */
export function successSchema(operation: OperationDescriptor): JsonSchema | undefined {
  return jsonSchema(successResponse(operation)?.content)
}

/** The schema of the first JSON media type. */
export function jsonSchema(
  content: Readonly<Record<string, MediaTypeDescriptor>> | undefined,
): JsonSchema | undefined {
  return Object.entries(content ?? {}).find(([mediaType]) => /[/+]json\b/.test(mediaType))?.[1].schema
}

/** The lists among operations, by operationId. */
export function recognizeLists(
  operations: readonly OperationDescriptor[],
  shapes: Shapes,
): ReadonlyMap<string, List> {
  const lists = operations.map(
    (operation) => [operation.operationId, recognizeList(operation, shapes)] as const,
  )
  return new Map(lists.flatMap(([operationId, list]) => (list === undefined ? [] : [[operationId, list]])))
}

/**
 * Recognises a list: a GET that answers an array, or an object with an array of items: under a usual name, as its only
 * array beside names of paging, or under the name of the path, as "projects" of "/projects".
 */
function recognizeList(operation: OperationDescriptor, shapes: Shapes): List | undefined {
  if (operation.method !== 'GET') return undefined
  const schema = successSchema(operation)
  const paging = pagingParameters(operation)
  const direct = shapes.items(schema)
  if (direct !== undefined) return { descriptor: { items: [], ...paging }, item: direct }
  const properties = shapes.properties(schema)
  const arrays = [...properties].flatMap(([name, property]) => {
    const item = shapes.items(property)
    return item === undefined ? [] : [{ name, item }]
  })
  const array =
    arrays.find(({ name }) => ITEMS.includes(name)) ??
    (arrays.length === 1 && Object.keys(paging).length > 0 ? arrays[0] : undefined) ??
    arrays.find(({ name }) => isNamedLike(resourcePath(operation.path), name))
  if (array === undefined) return undefined
  const first = (names: readonly string[]) => names.find((name) => properties.has(name))
  const count = first(COUNT)
  const next = first(NEXT) ?? (paging.cursor === undefined ? undefined : first(NEXT_CURSOR))
  const previous = first(PREVIOUS)
  return {
    descriptor: {
      items: [array.name],
      ...(count !== undefined && { count: [count] }),
      ...(next !== undefined && { next: [next] }),
      ...(previous !== undefined && { previous: [previous] }),
      ...paging,
    },
    item: array.item,
  }
}

/** "featureTypes", "feature_types" and "types" are what "/feature-types" lists. */
function isNamedLike(path: string, name: string): boolean {
  const plain = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const segment = path.slice(path.lastIndexOf('/') + 1)
  const words = segment.split(/[-_]/)
  return !segment.includes('{') && [plain(segment), plain(words.at(-1) ?? '')].includes(plain(name))
}

function pagingParameters(
  operation: OperationDescriptor,
): Pick<ListDescriptor, 'limit' | 'offset' | 'page' | 'cursor'> {
  const names = new Set(
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => parameter.name),
  )
  const first = (candidates: readonly string[]) => candidates.find((name) => names.has(name))
  const [limit, offset, page, cursor] = [first(LIMIT), first(OFFSET), first(PAGE), first(CURSOR)]
  return {
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(page !== undefined && { page }),
    ...(cursor !== undefined && { cursor }),
  }
}
