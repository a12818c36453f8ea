import {
  cursorStem,
  lowerWordsOf,
  pageLinkWords,
  paging,
  parts,
  plainName,
} from '@concordat/contract/lexicon'
import { successResponse } from '@concordat/runtime/http'
import type { PagingValue } from './answer.ts'
import {
  type PagingParameter,
  type PagingStyle,
  type PagingSubject,
  type PagingVerdict,
  pagingParameterTakes,
  writtenPagingPath,
} from './subject.ts'

/**
 * Paging with a value from the response that is sent as a parameter: "next_cursor" for "cursor",
 * "metadata.continue" for "continue".
 */
export function pagingByCursor(subject: PagingSubject): PagingVerdict | undefined {
  const { parameters, values, end } = subject
  const takers = parameters.filter(({ name }) =>
    [paging.cursor, paging.offset, paging.page].some((known) => known.has(name)),
  )
  const pairs = takers.flatMap((parameter) =>
    values.flatMap((value) => {
      const rank = value.isUrl || value.types.has('boolean') ? undefined : rankOf(parameter, value, subject)
      return rank === undefined ? [] : [{ parameter, value, rank }]
    }),
  )
  const best = Math.min(...pairs.map(({ rank }) => rank))
  const [pair, ...others] = pairs.filter(({ rank }) => rank === best)
  if (pair === undefined) return byHeader(subject, takers)
  const { parameter, value } = pair
  const off = switchOf(subject, parameter)
  if (off !== undefined)
    return {
      doubt: `the response might omit ${writtenPagingPath(value)} unless the caller sets "${off}" to true`,
    }
  const style: PagingStyle = {
    next: { from: 'body', path: value.path },
    sent: { in: parameter.in, path: parameter.path },
    ...end,
  }
  if (others.length > 0) {
    const names = new Set([pair, ...others].map(({ value }) => writtenPagingPath(value)))
    if (names.size > 1)
      return {
        doubt: `several response properties could lead to the next page: ${[...names].join(', ')}`,
        likely: style,
      }
    const takers = new Set([pair, ...others].map(({ parameter }) => writtenPagingPath(parameter)))
    return {
      doubt: `${writtenPagingPath(value)} could be the value of any of these parameters: ${[...takers].join(', ')}`,
      likely: style,
    }
  }
  if (!pagingParameterTakes(parameter, value))
    return { doubt: `${writtenPagingPath(parameter)} and ${writtenPagingPath(value)} have different types` }
  if (!value.canBeAbsent && end.more === undefined && end.last === undefined)
    return {
      doubt: `${writtenPagingPath(value)} in the response is never null or absent, so nothing marks the last page`,
      likely: style,
    }
  return style
}

/** A parameter, and a value from the response that could be the parameter's next value. */
interface Pair {
  readonly parameter: PagingParameter
  readonly value: PagingValue
  readonly subject: PagingSubject
}

/**
 * Signs that a value belongs to a parameter. The first matching sign counts; a sign with a lower rank is more
 * certain.
 */
const SIGNS: readonly { readonly rank: number; readonly holds: (pair: Pair) => boolean }[] = [
  {
    rank: 1,
    holds: ({ parameter, value }) => value.name === `next${parameter.name.replace(/^next(?=.)/, '')}`,
  },
  { rank: 1, holds: isSaidNext },
  { rank: 1, holds: ({ parameter, value }) => value.container === parameter.name && value.name === 'next' },
  { rank: 2, holds: hasStemOf },
  { rank: 2, holds: isSaidAfter },
  {
    rank: 3,
    holds: ({ parameter, value, subject }) =>
      isCursor(parameter) && value.name === parameter.name && isNeverEcho(value, subject),
  },
  // A "next" does not count if there is also a "cursor", which could be the next cursor too.
  {
    rank: 4,
    holds: ({ parameter, value, subject }) =>
      isOnlyCursor(parameter, subject) &&
      (value.name === 'next' || (value.name === 'nextpage' && value.types.has('string'))) &&
      !subject.values.some(({ name }) => name === parameter.name),
  },
  {
    rank: 5,
    holds: ({ parameter, value, subject: { parameters, end } }) =>
      isOnlyCursor(parameter, { parameters }) &&
      /after/.test(parameter.name) &&
      paging.lastRead.has(value.name) &&
      (end.more ?? end.last) !== undefined,
  },
  { rank: 6, holds: isNextOfPages },
]

/** The parameter that makes the response include a first cursor: "usemarker" for "marker". */
function switchOf({ operation, readers }: PagingSubject, { name }: PagingParameter): string | undefined {
  return operation.parameters?.find((parameter) => {
    const { types, default: usual } = readers.facts.facets(parameter.schema)
    const isNamed = plainName(parameter.name).includes(name)
    return parameter.in === 'query' && isNamed && types.has('boolean') && usual !== true
  })?.name
}

/** Rank of the first sign that holds for a value and a parameter; `undefined` if none does. */
function rankOf(parameter: PagingParameter, value: PagingValue, subject: PagingSubject): number | undefined {
  return SIGNS.find(({ holds }) => holds({ parameter, value, subject }))?.rank
}

function isCursor({ name }: PagingParameter): boolean {
  return paging.cursor.has(name)
}

function isOnlyCursor(
  parameter: PagingParameter,
  { parameters }: Pick<PagingSubject, 'parameters'>,
): boolean {
  const cursors = parameters.filter(isCursor)
  return cursors.length === 1 && cursors[0] === parameter
}

/** "{ next: { cursor } }" */
function isSaidNext({ parameter, value: { name, container }, subject }: Pair): boolean {
  if (!parts.ofNext.has(container)) return false
  return name === parameter.name || (isOnlyCursor(parameter, subject) && name === 'cursor')
}

/** Recognises "{ cursors: { before, after } }" for "cursor". */
function isSaidAfter({ parameter, value: { name, container }, subject }: Pair): boolean {
  return parts.ofCursors.has(container) && name === 'after' && isOnlyCursor(parameter, subject)
}

/** Recognises "{ pagination: { has_more, next_offset } }" for "after". */
function isNextOfPages({ parameter, value: { name, container, types }, subject }: Pair): boolean {
  const { more, last } = subject.end
  const isOfPages = parts.ofPages.has(container) && name.startsWith('next') && types.has('string')
  return isOfPages && isOnlyCursor(parameter, subject) && (more ?? last) !== undefined
}

/** `next_token` for `page_token` */
function hasStemOf({ parameter, value }: Pair): boolean {
  const stem = /^next(?:page)?(.+)$/.exec(value.name)?.[1]
  return stem !== undefined && stem === cursorStem(parameter.name)
}

/** True if a value with the parameter's own name does not merely repeat what was sent. */
function isNeverEcho(
  { path, name, container, isOfNext }: PagingValue,
  { end, prose }: PagingSubject,
): boolean {
  if (isOfNext || name.startsWith('continu') || (end.more ?? end.last) !== undefined) return true
  return parts.ofCursors.has(container) || isToldNext(path.at(-1) ?? '', prose)
}

/**
 * True if prose mentions the property as the next one: "The next pagination_id is in the answer". A single
 * word, as in "the next cursor", does not refer to a property.
 */
function isToldNext(name: string, prose: string): boolean {
  return lowerWordsOf(name).length > 1 && prose.toLowerCase().includes(`next ${name.toLowerCase()}`)
}

/** Paging with a response header that is sent as a parameter: "X-Next-Page" for "page". */
function byHeader(
  { operation, end }: PagingSubject,
  takers: readonly PagingParameter[],
): PagingVerdict | undefined {
  const headers = Object.keys(successResponse(operation)?.headers ?? {})
  return byOneOf(headers, { takers, end })
}

/** Paging with a header that is mentioned only in prose: "resume with the header `X-Acme-Cursor-Next`". */
export function pagingByToldHeader({ parameters, prose, end }: PagingSubject): PagingVerdict | undefined {
  if (!/\bheaders?\b/i.test(prose)) return undefined
  const names = prose.match(/\b[a-z]+(?:-[a-z]+){2,}\b/gi) ?? []
  return byOneOf(names, { takers: parameters.filter(isCursor), end })
}

/**
 * Paging with the first header that contains a parameter's next value: "X-Next-Page" for "page",
 * "X-Cursor-Next" for "cursor".
 */
function byOneOf(
  headers: readonly string[],
  { takers, end }: { readonly takers: readonly PagingParameter[]; readonly end: PagingSubject['end'] },
): PagingVerdict | undefined {
  for (const header of headers) {
    const parameter = takers.find(({ name }) => plainName(header).includes(name))
    if (parameter === undefined || !lowerWordsOf(header).includes('next') || pageLinkWords.ends.has(header))
      continue
    return {
      next: { from: 'header', name: header },
      sent: { in: parameter.in, path: parameter.path },
      ...end,
    }
  }
  return undefined
}
