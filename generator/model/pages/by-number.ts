import { paging, plainName } from '@concordat/contract/lexicon'
import type { FirstNumber, NextPage } from '@concordat/runtime/http'
import {
  isCountFacets,
  type PagingParameter,
  type PagingStyle,
  type PagingSubject,
  type PagingVerdict,
  writtenPagingPath,
} from './subject.ts'

/** Paging with the number of items to skip, or the number of the first item. */
export function pagingByOffset(subject: PagingSubject): PagingVerdict | undefined {
  const parameter = subject.parameters.find(({ name }) => paging.offset.has(name))
  if (parameter === undefined) return undefined
  if (FILTERED_AFTER.test(subject.prose))
    return {
      doubt: `${writtenPagingPath(parameter)} counts items before they are filtered, so the number of received items does not show how many were skipped`,
    }
  const total = pagingTotal(subject, (name) => isItemTotal(name, subject))
  // A count of items to skip starts at 0.
  const isNumberBefore = isUnsaid(parameter) && paging.itemsBefore.has(parameter.name)
  return byNumber(subject, {
    parameter,
    next: (number) => ({ from: 'items', ...number }),
    first: firstOf(parameter) ?? (isNumberBefore ? 0 : undefined),
    total,
    defaults: '"default: 0" or "default: 1"',
  })
}

/** Paging by page number. */
export function pagingByPageNumber(subject: PagingSubject): PagingVerdict | undefined {
  const parameter = subject.parameters.find(({ name }) => paging.page.has(name))
  if (parameter === undefined) return undefined
  return byNumber(subject, {
    parameter,
    next: (number) => ({ from: 'pages', ...number }),
    first: firstOf(parameter),
    total: pagingTotal(subject, paging.totalPages.has),
    defaults: '"default: 1" or "default: 0"',
  })
}

/** True if a name usually denotes the total number of items. */
export function isItemTotal(name: string, { items }: Pick<PagingSubject, 'items'>): boolean {
  return paging.totalItems.has(name) || name === `total${plainName(items.path.at(-1) ?? '')}`
}

/** Matches prose according to which an offset counts items before they are filtered. */
const FILTERED_AFTER = /\bfilter\w*\b[^.\n]{0,60}\bafter\b[^.\n]{0,40}\bpag/i

interface Numbered {
  readonly parameter: PagingParameter
  readonly next: (number: FirstNumber) => NextPage
  readonly first: number | undefined
  readonly total: readonly string[] | undefined
  /** The defaults that would show the first number, the more common one first. */
  readonly defaults: string
}

function byNumber(
  subject: PagingSubject,
  { parameter, next, first, total, defaults }: Numbered,
): PagingVerdict {
  const { end, operation } = subject
  const isRead = operation.method === 'GET'
  const current = isRead && parameter.default === undefined ? currentOf(subject, parameter) : undefined
  const start = startOf(parameter, { first, current, isRead })
  const style = (number: FirstNumber): PagingStyle => ({
    next: next(number),
    sent: { in: parameter.in, path: parameter.path },
    ...end,
    ...(total !== undefined && { total }),
  })
  if (start === undefined) {
    const isBefore = paging.itemsBefore.has(parameter.name)
    return {
      doubt: doubtAboutStart(parameter, { first, defaults }),
      ...(isBefore && { likely: style({ first: 0 }) }),
      stated: style({ first: isBefore ? 0 : 1 }),
    }
  }
  // An operation other than GET that accepts a number could be a command, unless its response describes
  // pages.
  if (!isRead && total === undefined && (end.more ?? end.last) === undefined)
    return { doubt: 'nothing in the response says which page is the last' }
  return style(start)
}

/** Says what the parameter's declaration lacks. */
function doubtAboutStart(
  parameter: PagingParameter,
  { first, defaults }: Pick<Numbered, 'first' | 'defaults'>,
): string {
  const name = writtenPagingPath(parameter)
  if (first !== undefined) return `${name} is not declared as a number: add "type: integer"`
  const kind = paging.offset.has(parameter.name) ? 'items' : 'pages'
  const type = isNumber(parameter) ? '' : '"type: integer" and either '
  return `nothing says whether ${name} counts ${kind} from 0 or from 1: add ${type}${defaults}`
}

/** Returns the first number, or the way to find it; `undefined` if there is none. */
function startOf(
  parameter: PagingParameter,
  {
    first,
    current,
    isRead,
  }: {
    readonly first: number | undefined
    readonly current: readonly string[] | undefined
    readonly isRead: boolean
  },
): FirstNumber | undefined {
  if (current === undefined && !isNumber(parameter)) return undefined
  if (first !== undefined) return { first }
  if (current !== undefined) return { current }
  // For a GET, one request is enough to find out the first number. A POST search must not be sent twice.
  return isRead && isUnsaid(parameter) && paging.page.has(parameter.name) ? { isTried: true } : undefined
}

/**
 * True for a number, or for a string in the query that is documented as a number: "offset", by default "0".
 */
function isNumber(parameter: PagingParameter): boolean {
  return parameter.in === 'query' ? parameter.isNumber : isCountFacets(parameter)
}

/**
 * Number of the first page or item: 0 or 1, if the default or the minimum is that number and the two do not
 * differ.
 */
function firstOf({ default: fallback, minimum }: PagingParameter): number | undefined {
  const initial = typeof fallback === 'string' && /^\d+$/.test(fallback) ? Number(fallback) : fallback
  if (initial !== undefined) {
    const isFirst = initial === 0 || initial === 1
    return isFirst && (minimum === undefined || minimum === initial) ? initial : undefined
  }
  return minimum === 0 || minimum === 1 ? minimum : undefined
}

/** True if the document does not declare the first number. */
function isUnsaid(parameter: PagingParameter): boolean {
  return parameter.default === undefined && parameter.minimum === undefined
}

/** Path of the current page's number in the response. */
function currentOf({ values }: PagingSubject, parameter: PagingParameter): readonly string[] | undefined {
  const isCurrent = (name: string): boolean =>
    name === parameter.name ||
    name === `current${parameter.name}` ||
    (paging.page.has(parameter.name) && paging.page.has(name))
  return values.find((value) => isCurrent(value.name) && isCountFacets(value) && !value.types.has('null'))
    ?.path
}

/** Path of a total with a recognized name. */
export function pagingTotal(
  { values }: Pick<PagingSubject, 'values'>,
  isTotal: (name: string) => boolean,
): readonly string[] | undefined {
  return values.find((value) => isTotal(value.name) && isCountFacets(value))?.path
}
