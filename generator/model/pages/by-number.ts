import type { FirstNumber, NextPage } from '@concordat/runtime/http'
import { paging, plain } from '@concordat/runtime/lexicon'
import { isCount, type PageStyle, type Parameter, type Subject, shown, type Verdict } from './subject.ts'

/** A number of items to pass over, or of the first item. */
export function byOffset(subject: Subject): Verdict | undefined {
  const parameter = subject.parameters.find(({ name }) => paging.offset.has(name))
  if (parameter === undefined) return undefined
  const total = totalOf(subject, [
    ...paging.totalItems.words,
    `total${plain(subject.items.path.at(-1) ?? '')}`,
  ])
  const isNumberBefore = total !== undefined && paging.itemsBefore.has(parameter.name)
  const first = firstOf(parameter) ?? (isUnsaid(parameter) && isNumberBefore ? 0 : undefined)
  return byNumber(subject, {
    parameter,
    next: (number) => ({ from: 'items', ...number }),
    first,
    total,
    kind: 'items from 0 ("type: integer, default: 0")',
  })
}

/** The number of a page. */
export function byPage(subject: Subject): Verdict | undefined {
  const parameter = subject.parameters.find(({ name }) => paging.page.has(name))
  if (parameter === undefined) return undefined
  return byNumber(subject, {
    parameter,
    next: (number) => ({ from: 'pages', ...number }),
    first: firstOf(parameter),
    total: totalOf(subject, paging.totalPages.words),
    kind: 'pages from 0 or from 1 ("type: integer, default: 1")',
  })
}

interface Numbered {
  readonly parameter: Parameter
  readonly next: (number: FirstNumber) => NextPage
  readonly first: number | undefined
  readonly total: readonly string[] | undefined
  /** What the document does not say. */
  readonly kind: string
}

function byNumber(subject: Subject, { parameter, next, first, total, kind }: Numbered): Verdict {
  const { end, operation } = subject
  const isRead = operation.method === 'GET'
  const current = isRead && parameter.default === undefined ? currentOf(subject, parameter) : undefined
  if (!isCount(parameter) || (first === undefined && current === undefined)) {
    const isBefore = paging.itemsBefore.has(parameter.name)
    const likely: PageStyle = {
      next: next({ first: 0 }),
      sent: { in: parameter.in, path: parameter.path },
      ...end,
      ...(total !== undefined && { total }),
    }
    return { doubt: `${shown(parameter)} is not declared to count ${kind}`, ...(isBefore && { likely }) }
  }
  // An operation that takes a number may be a command; one whose answer tells of pages is a search.
  if (!isRead && total === undefined && (end.more ?? end.last) === undefined)
    return { doubt: 'nothing in the answer says which page is the last' }
  return {
    next: next(first !== undefined ? { first } : { current: current ?? [] }),
    sent: { in: parameter.in, path: parameter.path },
    ...end,
    ...(total !== undefined && { total }),
  }
}

/** The number of what comes first, where default and minimum agree on it. */
function firstOf({ default: initial, minimum }: Parameter): number | undefined {
  if (initial !== undefined) {
    const isFirst = initial === 0 || initial === 1
    return isFirst && (minimum === undefined || minimum === initial) ? initial : undefined
  }
  return minimum === 0 || minimum === 1 ? minimum : undefined
}

/** The document says nothing of where it begins. */
function isUnsaid(parameter: Parameter): boolean {
  return parameter.default === undefined && parameter.minimum === undefined
}

/** Where the answer says what its own number is. */
function currentOf({ values }: Subject, parameter: Parameter): readonly string[] | undefined {
  const names = [
    parameter.name,
    `current${parameter.name}`,
    ...(paging.page.has(parameter.name) ? paging.page.words : []),
  ]
  return values.find((value) => names.includes(value.name) && isCount(value) && !value.types.has('null'))
    ?.path
}

function totalOf({ values }: Subject, names: readonly string[]): readonly string[] | undefined {
  return values.find((value) => names.includes(value.name) && isCount(value))?.path
}
