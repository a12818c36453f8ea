import { pageLinkWords, paging } from '@concordat/contract/lexicon'
import { successResponse } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { ItemArray } from './answer.ts'
import {
  type PagingReaders,
  type PagingStyle,
  type PagingSubject,
  type PagingVerdict,
  writtenPagingPath,
} from './subject.ts'

/** Paging with the next page's URL in the body. */
export function pagingByLink({ operation, values, end }: PagingSubject): PagingVerdict | undefined {
  if (operation.method !== 'GET') return undefined
  const link =
    values.find(({ name, path }) => paging.next.has(name) || path.at(-1) === '@odata.nextLink') ??
    values.find(({ name, container }) => pageLinkWords.targets.has(name) && paging.next.has(container)) ??
    values.find(({ name }) => name.startsWith('next') && pageLinkWords.ends.has(name))
  if (link === undefined || link.types.has('boolean')) return undefined
  const style: PagingStyle = { next: { from: 'body', path: link.path }, ...end }
  if (!link.types.has('string') || !link.isUrl)
    return {
      doubt: `${writtenPagingPath(link)} in the response is not declared as a URL ("format: uri")`,
      ...(link.types.has('string') && { likely: style }),
    }
  if (!link.canBeAbsent && end.more === undefined && end.last === undefined)
    return {
      doubt: `${writtenPagingPath(link)} in the response is never null or absent, so nothing marks the last page`,
      likely: style,
    }
  return style
}

/** Paging with the `Link` header of a list that has parameters for paging. @see RFC 8288 */
export function pagingByLinkHeader({ operation, parameters }: PagingSubject): PagingVerdict | undefined {
  if (operation.method !== 'GET' || parameters.length === 0) return undefined
  const name = Object.keys(successResponse(operation)?.headers ?? {}).find(
    (header) => header.toLowerCase() === 'link',
  )
  return name === undefined ? undefined : { next: { from: 'header', name } }
}

/**
 * Paging with a `Link` header that is mentioned only in prose; callers follow it if a response contains it.
 */
export function pagingByToldLinkHeader({
  operation,
  parameters,
  prose,
}: PagingSubject): PagingVerdict | undefined {
  if (operation.method !== 'GET' || parameters.length === 0) return undefined
  return /\blink\b["'`*_]*\s+(?:\w+\s+)?headers?\b|\bheaders?\b[^.\n]{0,20}["'`*_]+link["'`*_]+/i.test(prose)
    ? { next: { from: 'header', name: 'Link' } }
    : undefined
}

/** Properties of a link that contain its relation and its target. */
interface LinkMembers {
  readonly rel: string
  readonly target: string
  /**
   * True if a link can lead to the next page; `undefined` if the document neither lists link relations nor
   * mentions "next".
   */
  readonly hasNext: boolean | undefined
}

/**
 * Paging with the "next" link in an array of links next to the items. Evidence for it is a "next" relation in
 * the schema or a parameter for paging. The last page does not contain this link.
 */
export function pagingByLinkList({
  operation,
  items,
  arrays,
  parameters,
  end,
  readers,
}: PagingSubject): PagingVerdict | undefined {
  if (operation.method !== 'GET') return undefined
  for (const array of arrays) {
    const link = array.path === items.path ? undefined : linkMembers(array, readers)
    if (link !== undefined && (link.hasNext ?? parameters.length > 0))
      return { next: { from: 'links', path: array.path, rel: link.rel, target: link.target }, ...end }
  }
  return undefined
}

/** Properties of a link; `undefined` if the array does not contain links. */
function linkMembers({ path, item }: ItemArray, { facts }: PagingReaders): LinkMembers | undefined {
  if (!pageLinkWords.lists.has(path.at(-1) ?? '')) return undefined
  const members = [...facts.members(item)].map(([name, { schema }]) => ({ name, schema }))
  const rel = members.find(({ name }) => pageLinkWords.relationNames.has(name))
  const target = members.find(({ name }) => pageLinkWords.listed.has(name))
  if (rel === undefined || target === undefined || !facts.facets(target.schema).types.has('string'))
    return undefined
  const text = facts.items(rel.schema) ?? rel.schema
  if (!facts.facets(text).types.has('string')) return undefined
  return { rel: rel.name, target: target.name, hasNext: knowsNext(text, { facts }) }
}

function knowsNext(schema: JsonSchema, { facts }: Pick<PagingReaders, 'facts'>): boolean | undefined {
  const parts = facts.parts(schema)
  const listed = parts.flatMap((part) => [...(part.enum ?? []), ...('const' in part ? [part.const] : [])])
  if (listed.length > 0) return listed.some(isNext)
  const shown = parts.flatMap(({ example, examples = [] }) => [example, ...[examples].flat()])
  const isMentioned =
    shown.some(isNext) || parts.some(({ description = '' }) => /\bnext\b/i.test(description))
  return isMentioned || undefined
}

function isNext(value: unknown): boolean {
  return typeof value === 'string' && value.toLowerCase() === 'next'
}
