import type { ListDescriptor, OperationDescriptor, PagesDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { Facets, Shapes } from '../schema/shape.ts'
import { successSchema } from './list.ts'

/** How to read all pages of a list, or why that is not certain. */
export type Paging = { readonly pages: PagesDescriptor } | { readonly unproven: string }

/** What the styles look at. */
interface Subject {
  readonly list: ListDescriptor
  /** The query parameter of this name. */
  parameter(name: string | undefined): Facets | undefined
  /** The member of the answer, beside the items. */
  member(name: string | undefined): (Facets & { readonly canBeAbsent: boolean }) | undefined
}

/** Names of a total of all pages; "count" is the size of one page in many documents. */
const TOTAL = /^total/i
/** Names of a number of items to pass over; "start" is 1 for the first item in others. */
const ITEMS_BEFORE = ['offset', 'skip']

/**
 * Whether all pages of a list can be read, by what the document's schemas prove: a walk that guesses loses items, and
 * nobody notices.
 * @returns `undefined` for a list without pages.
 */
export function provePaging(
  operation: OperationDescriptor,
  list: ListDescriptor,
  shapes: Shapes,
): Paging | undefined {
  const schema = successSchema(operation)
  const members = list.items.length === 0 ? new Map<string, JsonSchema>() : shapes.properties(schema)
  const required = new Set(shapes.required(schema))
  const facetsOf = (schema: JsonSchema | undefined) =>
    schema === undefined ? undefined : shapes.facets(schema)
  const subject: Subject = {
    list,
    parameter: (name) =>
      facetsOf(
        operation.parameters?.find((parameter) => parameter.in === 'query' && parameter.name === name)
          ?.schema,
      ),
    member: (name) => {
      const facets = name === undefined ? undefined : facetsOf(members.get(name))
      if (name === undefined || facets === undefined) return undefined
      return { ...facets, canBeAbsent: !required.has(name) || facets.types.has('null') }
    },
  }
  const names = [...members.keys()]
  const found = [byLink(subject), byCursor(subject, names), byOffset(subject), byPage(subject)]
  const proven = found.find((paging) => paging !== undefined && 'pages' in paging)
  if (proven !== undefined) return proven
  const reasons = found.flatMap((paging) =>
    paging !== undefined && 'unproven' in paging ? paging.unproven : [],
  )
  if (reasons.length > 0) return { unproven: reasons.join('; ') }
  return list.limit === undefined
    ? undefined
    : { unproven: `"${list.limit}" bounds a page, and nothing leads to the next one` }
}

/** A member that holds the URL of the next page, and holds none on the last. */
function byLink({ list, member }: Subject): Paging | undefined {
  const [name] = list.cursor === undefined ? (list.next ?? []) : []
  const next = member(name)
  if (name === undefined || next === undefined) return undefined
  if (!next.types.has('string') || !(next.isUrl || /ur[il]$|link$/i.test(name)))
    return { unproven: `"${name}" of the answer is not said to be a URL ("format: uri")` }
  if (!next.canBeAbsent)
    return { unproven: `"${name}" of the answer is never null or absent, so no page is the last one` }
  return { pages: { by: 'link', items: list.items, next: [name] } }
}

/** A text that the answer gives and the next request takes: "next_cursor" for "cursor". */
function byCursor({ list, parameter, member }: Subject, names: readonly string[]): Paging | undefined {
  const { cursor } = list
  if (cursor === undefined) return undefined
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase()
  const name = names.find((candidate) => plain(candidate) === plain(`next_${cursor}`))
  const next = member(name)
  if (name === undefined || next === undefined)
    return { unproven: `nothing beside the items is named as the next "${cursor}"` }
  if (!next.types.has('string') || parameter(cursor)?.types.has('string') !== true)
    return { unproven: `"${cursor}" and "${name}" are not both strings` }
  if (!next.canBeAbsent)
    return { unproven: `"${name}" of the answer is never null or absent, so no page is the last one` }
  return { pages: { by: 'cursor', items: list.items, next: [name], parameter: cursor } }
}

/** A number of items to pass over. */
function byOffset({ list, parameter, member }: Subject): Paging | undefined {
  const name = list.offset
  const offset = parameter(name)
  if (name === undefined || offset === undefined) return undefined
  const total = list.count?.find((part) => TOTAL.test(part) && member(part)?.types.has('integer') === true)
  const isStated = offset.default === 0 || offset.minimum === 0
  const isDenied = (offset.default ?? 0) !== 0 || (offset.minimum ?? 0) !== 0
  const isKnown = isStated || (total !== undefined && ITEMS_BEFORE.includes(name))
  if (!offset.types.has('integer') || isDenied || !isKnown)
    return { unproven: `"${name}" is not said to count items from 0 ("type: integer, default: 0")` }
  return {
    pages: {
      by: 'offset',
      items: list.items,
      parameter: name,
      ...(total !== undefined && { total: [total] }),
    },
  }
}

/** The number of a page, the first being 1. */
function byPage({ list, parameter }: Subject): Paging | undefined {
  const name = list.page
  const page = parameter(name)
  if (name === undefined || page === undefined) return undefined
  const isFromOne =
    [page.default, page.minimum].includes(1) && (page.default ?? 1) === 1 && (page.minimum ?? 1) === 1
  return page.types.has('integer') && isFromOne
    ? { pages: { by: 'page', items: list.items, parameter: name } }
    : { unproven: `"${name}" is not said to count pages from 1 ("type: integer, default: 1")` }
}
