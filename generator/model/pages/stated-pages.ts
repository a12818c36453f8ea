import type { MemberPath, NextPage, OperationDescriptor, PagesDescriptor } from '@concordat/runtime/http'
import { didYouMean } from '@concordat/runtime/nearest'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { PaginationObject } from '../../document/document.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import { jsonSchema, successResponse, successSchema } from '../operation/success.ts'
import type { Paging } from './paging.ts'
import type { Readers } from './subject.ts'

interface Tools {
  readonly readers: Readers
  readonly report: (finding: ProblemAtPointer) => void
}

/**
 * Reads what an `x-pagination` states.
 * @returns `undefined` after something of it was reported: a member that is not there would end every walk on its first page.
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
  const ends = (['more', 'last', 'total'] as const).map(
    (name) => [name, reader.answered(stated[name], name)] as const,
  )
  if (item === undefined || next === undefined || reader.isWrong) return undefined
  const end: Partial<PagesDescriptor> = Object.fromEntries(ends.filter(([, path]) => path !== undefined))
  return { item, pages: { items: stated.items, next, ...(sent !== undefined && { sent }), ...end } }
}

class StatedPages {
  readonly #operation: OperationDescriptor
  readonly #tools: Tools
  isWrong = false

  constructor(operation: OperationDescriptor, tools: Tools) {
    this.#operation = operation
    this.#tools = tools
  }

  items(path: MemberPath): JsonSchema | undefined {
    const array = this.#member(successSchema(this.#operation), path, { place: 'items', of: 'the answer' })
    if (array === undefined) return undefined
    const item = this.#tools.readers.reader.items(array)
    if (item === undefined) this.#wrong('items', `${shown(path)} of the answer is not an array`)
    return item
  }

  next(next: PaginationObject['next'], item: JsonSchema | undefined): NextPage | undefined {
    const { from, path, name, first, current, rel, target } = next
    if (from === 'header') return this.#header(name)
    if (from === 'items' || from === 'pages') {
      if (first !== undefined) return { from, first }
      if (current === undefined) return this.#lacks('next', `"first" or "current", as it counts ${from}`)
      return this.answered(current, 'next/current') && { from, current }
    }
    if (path === undefined) return this.#lacks('next', `"path", as it is from "${from}"`)
    if (from === 'links') {
      if (rel === undefined || target === undefined)
        return this.#lacks('next', '"rel" and "target", as it is from links')
      return this.#links({ from, path, rel, target })
    }
    if (from === 'body') return this.answered(path, 'next/path') && { from, path }
    const found = item === undefined || this.#member(item, path, { place: 'next/path', of: 'an item' })
    return found === undefined ? undefined : { from, path }
  }

  sent(sent: PaginationObject['sent'], next: NextPage | undefined): PagesDescriptor['sent'] {
    if (sent === undefined) {
      if (next !== undefined && !['body', 'header', 'links'].includes(next.from))
        this.#lacks('', `"sent", as only a URL of the next page is not sent in a parameter`)
      return undefined
    }
    const { in: location, path } = sent
    if (location === 'body')
      return this.#member(jsonSchema(this.#operation.requestBody?.content), path, {
        place: 'sent/path',
        of: 'the request body',
      }) === undefined
        ? undefined
        : { in: location, path }
    const names = (this.#operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name)
    const [name = ''] = path
    if (names.includes(name)) return { in: location, path }
    this.#wrong('sent/path', `the operation has no query parameter "${name}".${didYouMean(name, names)}`)
    return undefined
  }

  /** A path that leads to a member of the answer. */
  answered(path: MemberPath | undefined, place: string): MemberPath | undefined {
    if (path === undefined) return undefined
    const schema = successSchema(this.#operation)
    return this.#member(schema, path, { place, of: 'the answer' }) === undefined ? undefined : path
  }

  #links(next: Extract<NextPage, { readonly from: 'links' }>): NextPage | undefined {
    const { path, rel, target } = next
    const array = this.#member(successSchema(this.#operation), path, { place: 'next/path', of: 'the answer' })
    if (array === undefined) return undefined
    const link = this.#tools.readers.reader.items(array)
    if (link === undefined) this.#wrong('next/path', `${shown(path)} of the answer is not an array`)
    const found = [rel, target].map(
      (name) => link && this.#member(link, [name], { place: 'next', of: 'a link' }),
    )
    return found.includes(undefined) ? undefined : next
  }

  #header(name: string | undefined): NextPage | undefined {
    if (name === undefined) return this.#lacks('next', '"name", as it is from a header')
    const names = Object.keys(successResponse(this.#operation)?.headers ?? {})
    const declared = names.find((header) => header.toLowerCase() === name.toLowerCase())
    if (declared !== undefined) return { from: 'header', name: declared }
    this.#wrong('next/name', `the answer has no header "${name}".${didYouMean(name, names)}`)
    return undefined
  }

  #member(
    root: JsonSchema | undefined,
    path: MemberPath,
    { place, of }: { readonly place: string; readonly of: string },
  ): JsonSchema | undefined {
    const { reader } = this.#tools.readers
    let schema = root ?? true
    for (const [index, step] of path.entries()) {
      const members = reader.members(schema)
      const member = members.get(step)
      if (member === undefined) {
        const where = index === 0 ? of : `${shown(path.slice(0, index))} of ${of}`
        this.#wrong(place, `${where} has no member "${step}".${didYouMean(step, members.keys())}`)
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
      message: `This "x-pagination" does not fit "${this.#operation.operationId}": ${fact.replace(/[^?.]$/, '$&.')}`,
      fix: 'correct it, or the schema that it refers to.',
    })
  }
}

function shown(path: MemberPath): string {
  return path.length === 0 ? 'the body' : `"${path.join('.')}"`
}
