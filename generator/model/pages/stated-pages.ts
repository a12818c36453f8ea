import {
  type FirstNumber,
  jsonMedia,
  type MemberPath,
  type NextPage,
  type OperationDescriptor,
  type PagesDescriptor,
  pageStyle,
  successResponse,
  successSchema,
} from '@concordat/runtime/http'
import { didYouMean } from '@concordat/runtime/nearest'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { PaginationObject } from '../../document/document.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import { documentsPagingByRange } from './by-range.ts'
import type { Paging, PagingReaders } from './subject.ts'

type StatedNext = PaginationObject['next']
type ReadNext = (next: StatedNext, item: JsonSchema | undefined) => NextPage | undefined

interface Tools {
  readonly readers: PagingReaders
  readonly report: (finding: ProblemAtPointer) => void
}

/**
 * Reads `x-pagination`.
 * @returns `undefined` after reporting a problem. It is not enough to ignore the wrong property, because
 * every walk would then end on its first page.
 */
export function readStatedPages(
  operation: OperationDescriptor,
  stated: PaginationObject,
  tools: Tools,
): Paging | undefined {
  const reader = new StatedPages(operation, tools)
  const item = reader.items(stated.items)
  const next = reader.next(stated.next, item)
  const sent = reader.sent(stated.sent, next)
  const counts = [['count', reader.answered(stated.count, 'count')] as const]
  const flags = (['more', 'last', 'total'] as const).map(
    (name) => [name, reader.answered(stated[name], name)] as const,
  )
  const ends = [...flags, ...counts]
  if (item === undefined || next === undefined || reader.isWrong) return undefined
  const end: Partial<PagesDescriptor> = Object.fromEntries(ends.filter(([, path]) => path !== undefined))
  return { item, pages: { items: stated.items, next, ...(sent !== undefined && { sent }), ...end } }
}

class StatedPages {
  readonly #operation: OperationDescriptor
  readonly #tools: Tools
  isWrong = false
  /** For each style, a function that reads the stated `next`. */
  readonly #styles: Readonly<Record<NextPage['from'], ReadNext>> = {
    body: (next) => this.#body(next),
    links: (next) => this.#links(next),
    header: (next) => this.#header(next),
    lastItem: (next, item) => this.#lastItem(next, item),
    items: (next) => this.#counted(next, (number) => ({ from: 'items', ...number })),
    pages: (next) => this.#counted(next, (number) => ({ from: 'pages', ...number })),
    range: (next) => this.#range(next),
  }

  constructor(operation: OperationDescriptor, tools: Tools) {
    this.#operation = operation
    this.#tools = tools
  }

  items(path: MemberPath): JsonSchema | undefined {
    const array = this.#member(successSchema(this.#operation), path, { place: 'items', of: 'the response' })
    if (array === undefined) return undefined
    const item = this.#tools.readers.facts.items(array)
    if (item === undefined) this.#wrong('items', `${shown(path)} in the response is not an array`)
    return item
  }

  next(next: StatedNext, item: JsonSchema | undefined): NextPage | undefined {
    return this.#styles[next.from](next, item)
  }

  sent(sent: PaginationObject['sent'], next: NextPage | undefined): PagesDescriptor['sent'] {
    if (sent === undefined) {
      if (next !== undefined && !pageStyle(next).mayBeUrl)
        this.#lacks('', `"sent", which is optional only if the next page is given as a URL`)
      return undefined
    }
    const { in: location, path } = sent
    if (location === 'body')
      return this.#member(jsonMedia(this.#operation.requestBody?.content)?.media.schema, path, {
        place: 'sent/path',
        of: 'the request body',
      }) === undefined
        ? undefined
        : { in: location, path }
    const names = (this.#operation.parameters ?? [])
      .filter((parameter) => parameter.in === location)
      .map(({ name }) => name)
    const [name = ''] = path
    const declared = location === 'header' ? names.find(isSameHeader(name)) : name
    if (declared !== undefined && names.includes(declared))
      return { in: location, path: [declared, ...path.slice(1)] }
    this.#wrong(
      'sent/path',
      `the operation has no ${location} parameter "${name}".${didYouMean(name, names)}`,
    )
    return undefined
  }

  /** Returns a path if it leads to a property of the response; otherwise reports it. */
  answered(path: MemberPath | undefined, place: string): MemberPath | undefined {
    if (path === undefined) return undefined
    const schema = successSchema(this.#operation)
    return this.#member(schema, path, { place, of: 'the response' }) === undefined ? undefined : path
  }

  #body({ path }: StatedNext): NextPage | undefined {
    if (path === undefined) return this.#lacks('next', '"path", which "from: body" needs')
    return this.answered(path, 'next/path') && { from: 'body', path }
  }

  #links({ path, rel, target }: StatedNext): NextPage | undefined {
    if (path === undefined) return this.#lacks('next', '"path", which "from: links" needs')
    if (rel === undefined || target === undefined)
      return this.#lacks('next', '"rel" and "target", which "from: links" needs')
    const array = this.#member(successSchema(this.#operation), path, {
      place: 'next/path',
      of: 'the response',
    })
    if (array === undefined) return undefined
    const link = this.#tools.readers.facts.items(array)
    if (link === undefined) this.#wrong('next/path', `${shown(path)} in the response is not an array`)
    const found = [rel, target].map(
      (name) => link && this.#member(link, [name], { place: 'next', of: 'a link' }),
    )
    return found.includes(undefined) ? undefined : { from: 'links', path, rel, target }
  }

  #header({ name }: StatedNext): NextPage | undefined {
    if (name === undefined) return this.#lacks('next', '"name", which "from: header" needs')
    const names = Object.keys(successResponse(this.#operation)?.headers ?? {})
    const declared = names.find(isSameHeader(name))
    if (declared !== undefined) return { from: 'header', name: declared }
    this.#wrong('next/name', `the response has no header "${name}".${didYouMean(name, names)}`)
    return undefined
  }

  #range({ unit }: StatedNext): NextPage | undefined {
    if (unit === undefined) return this.#lacks('next', '"unit", such as "items", which "from: range" needs')
    if (documentsPagingByRange(this.#operation)) return { from: 'range', unit }
    this.#wrong('next', 'none of the success responses has a "Content-Range" header.')
    return undefined
  }

  #lastItem({ path }: StatedNext, item: JsonSchema | undefined): NextPage | undefined {
    if (path === undefined) return this.#lacks('next', '"path", which "from: lastItem" needs')
    const found = item === undefined || this.#member(item, path, { place: 'next/path', of: 'an item' })
    return found === undefined ? undefined : { from: 'lastItem', path }
  }

  #counted(
    { from, first, current }: StatedNext,
    of: (number: FirstNumber) => NextPage,
  ): NextPage | undefined {
    if (first !== undefined) return of({ first })
    if (current === undefined)
      return this.#lacks('next', `both "first" and "current"; "from: ${from}" needs one of them`)
    return this.answered(current, 'next/current') && of({ current })
  }

  #member(
    root: JsonSchema | undefined,
    path: MemberPath,
    { place, of }: { readonly place: string; readonly of: string },
  ): JsonSchema | undefined {
    const { facts } = this.#tools.readers
    let schema = root ?? true
    for (const [index, step] of path.entries()) {
      const members = facts.members(schema)
      const member = members.get(step)
      if (member === undefined) {
        const where = index === 0 ? of : `${shown(path.slice(0, index))} of ${of}`
        this.#wrong(place, `${where} has no property "${step}".${didYouMean(step, members.keys())}`)
        return undefined
      }
      schema = member.schema
    }
    return schema
  }

  #lacks(place: string, what: string): undefined {
    this.#wrong(place, `it lacks ${what}`)
  }

  #wrong(place: string, fact: string): void {
    this.isWrong = true
    this.#tools.report({
      code: 'pagination-invalid',
      severity: 'error',
      place: `${this.#operation.pointer}/x-pagination${place === '' ? '' : `/${place}`}`,
      message: `The "x-pagination" of "${this.#operation.operationId}" is invalid: ${fact.replace(/[^?.]$/, '$&.')}`,
      fix: 'correct the "x-pagination", or the part of the operation that it refers to.',
    })
  }
}

/** Compares header names case-insensitively. @see RFC 9110, section 5.1 */
function isSameHeader(name: string): (other: string) => boolean {
  return (other) => other.toLowerCase() === name.toLowerCase()
}

function shown(path: MemberPath): string {
  return path.length === 0 ? 'the body' : `"${path.join('.')}"`
}
