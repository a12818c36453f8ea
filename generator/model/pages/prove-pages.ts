import { paging } from '@concordat/contract/lexicon'
import type { OperationDescriptor, PagesDescriptor } from '@concordat/runtime/http'
import { pageStyle, successSchema } from '@concordat/runtime/http'
import { membersForPaging } from './answer.ts'
import { pagingByCursor, pagingByToldHeader } from './by-cursor.ts'
import { pagingByLastItem } from './by-last-item.ts'
import { pagingByLink, pagingByLinkHeader, pagingByLinkList, pagingByToldLinkHeader } from './by-link.ts'
import { isItemTotal, pagingByOffset, pagingByPageNumber, pagingTotal } from './by-number.ts'
import { pagingByRange } from './by-range.ts'
import { findPagedItems } from './items.ts'
import {
  type Paging,
  type PagingParameter,
  type PagingReaders,
  type PagingStyle,
  type PagingSubject,
  pagingEnd,
  pagingParameters,
  writtenPagingPath,
} from './subject.ts'

/**
 * Styles by precedence. A declared pointer to the next page takes precedence over counting, and counting over
 * a pointer that only prose mentions.
 */
const STYLES = [
  pagingByCursor,
  pagingByLink,
  pagingByLinkList,
  pagingByLinkHeader,
  pagingByOffset,
  pagingByPageNumber,
  pagingByLastItem,
  pagingByRange,
  pagingByToldHeader,
  pagingByToldLinkHeader,
]

/** Methods that lists can have. */
const METHODS = ['GET', 'POST', 'QUERY']

/**
 * Proves that a walk can read all pages of a list, because a mere guess could silently lose items.
 * @returns the paging, or the reason why it is not certain; `undefined` for an operation without pages.
 */
export function provePages(
  operation: OperationDescriptor,
  { readers, prose }: { readonly readers: PagingReaders; readonly prose: () => string },
): Paging | undefined {
  if (!METHODS.includes(operation.method)) return undefined
  const parameters = pagingParameters(operation, readers)
  const isRead = operation.method === 'GET'
  if (parameters.length === 0 && !isRead) return undefined
  const body = readers.bodies.members(successSchema(operation))
  const items = findPagedItems(operation.path, body, {
    facts: readers.facts,
    isPaged: isRead && parameters.length > 0,
  })
  // Another method could be a command that accepts a number whose name is common for paging.
  const isList = isRead || isBounded(parameters)
  if (typeof items !== 'object') return withoutItems(items, { operation, parameters, readers, isList })
  const values = membersForPaging(body.places, items.path).map(({ value }) => value)
  const arrays = membersForPaging(body.arrays, items.path)
  const end = pagingEnd(values)
  const judged = bestStyle({ operation, items, parameters, values, arrays, end, readers, prose: prose() })
  const isCertain = judged !== undefined && 'pages' in judged
  return isList || isCertain ? judged : undefined
}

/**
 * Returns the verdict if no items are found. Only operations with parameters for paging are reported.
 * @param reason the reason for doubt if no array is certain; `undefined` if there is no array.
 */
function withoutItems(
  reason: string | undefined,
  {
    operation,
    parameters,
    readers,
    isList,
  }: Pick<PagingSubject, 'operation' | 'parameters' | 'readers'> & { readonly isList: boolean },
): Paging | undefined {
  if (reason === undefined) {
    const isObject = readers.facts.hasMembers(successSchema(operation))
    return isObject && isBounded(parameters)
      ? { unproven: 'the response does not declare an array of items' }
      : undefined
  }
  // If the only parameter is a cursor, the operation could page through parts of a single thing.
  const isSure = isList && parameters.some(({ name }) => !paging.cursor.has(name))
  return isSure ? { unproven: reason } : undefined
}

/** The first style that is certain, or the reason why none is. */
function bestStyle(subject: PagingSubject): Paging | undefined {
  const { items, parameters } = subject
  const verdicts = STYLES.map((style) => style(subject)).filter((verdict) => verdict !== undefined)
  const style = verdicts.find((verdict): verdict is PagingStyle => !('doubt' in verdict))
  const doubts = verdicts.filter((verdict) => 'doubt' in verdict)
  const likely = doubts.map((verdict) => verdict.likely).find((other) => other !== undefined)
  if (style !== undefined)
    return {
      pages: { items: items.path, ...style, ...wholeOf(subject, style) },
      item: items.item,
      ...('isTried' in style.next && likely !== undefined && { likely }),
    }
  const [reason] = doubts
  const stated = reason?.stated ?? likely
  if (reason !== undefined)
    return {
      unproven: reason.doubt,
      ...(likely !== undefined && { likely }),
      ...(stated !== undefined && { stated: { items: items.path, ...stated } }),
    }
  const limit = parameters.find(({ name }) => paging.limit.has(name))
  return limit === undefined
    ? undefined
    : { unproven: `${writtenPagingPath(limit)} limits the page size, but nothing leads to the next page` }
}

/**
 * The total number of items, for styles that do not count items, and the parameters that make the list start
 * at another item.
 */
function wholeOf(
  { operation, parameters, values, items }: PagingSubject,
  { next, total }: PagingStyle,
): Pick<PagesDescriptor, 'count' | 'ends' | 'starts'> {
  const { countsItems, toldIn } = pageStyle(next)
  if (operation.method !== 'GET' || countsItems) return {}
  const count = pagingTotal({ values }, (name) => isItemTotal(name, { items }))
  if (count === undefined || count.join() === total?.join()) return {}
  const starts = parameters
    .filter(({ name }) => !paging.limit.has(name))
    .flatMap(({ path: [name] }) => name ?? [])
  return { count, ...(toldIn === undefined && { ends: true }), ...(starts.length > 0 && { starts }) }
}

/** True if the parameters both limit a page and select one. Only lists have both kinds. */
function isBounded(parameters: readonly PagingParameter[]): boolean {
  const limits = parameters.filter(({ name }) => paging.limit.has(name))
  return limits.length > 0 && limits.length < parameters.length
}
