import { paging, parts } from '@concordat/contract/lexicon'
import type { ListDescriptor } from '@concordat/runtime/http'
import { isObject, setAt, valueAt, withoutAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import type { Maker } from '../values/maker.ts'
import type { CutPage } from './cut-page.ts'

interface ListAnswer {
  readonly list: ListDescriptor
  readonly page: CutPage
  /** The schema of the whole response. */
  readonly schema: Schema
  readonly maker: Maker
  /** The generated value around the items. */
  readonly around: unknown
  /** Returns an item's name in paths. */
  readonly nameOf: (item: unknown) => string
}

/**
 * Writes a page of a list in its envelope: the items, their total count, and the values that lead to the next
 * page.
 */
export function writeList({ list, page, schema, maker, around, nameOf }: ListAnswer): unknown {
  const { items, total, next, previousLink, written } = page
  let value: unknown =
    list.keyed === true ? Object.fromEntries(items.map((item) => [nameOf(item), item])) : items
  if (list.items.length > 0) value = setAt(around, list.items, value)
  const put = (path: readonly string[] = [], wanted: unknown): void => {
    if (path.length > 0) value = withFitting(value, { path, wanted, schema, maker })
  }
  for (const [path, wanted] of valuesOfPage(value, { list, page })) put(path, wanted)
  put(list.count, total)
  put(list.previous, previousLink)
  const { pages } = list
  if (pages !== undefined) {
    const isMore = next !== undefined
    put(pages.more, isMore)
    put(pages.last, !isMore)
    put(pages.total, written.total ?? total)
    for (const [path, wanted] of written.members ?? []) put(path, wanted)
  }
  return value
}

/** Sets a value if the schema allows it. A missing value becomes null, is left out, or is an empty string. */
function withFitting(
  value: unknown,
  {
    path,
    wanted,
    schema,
    maker,
  }: { readonly path: readonly string[]; readonly wanted: unknown } & Pick<ListAnswer, 'schema' | 'maker'>,
): unknown {
  const own = schema.at(path)
  const candidates = wanted === undefined ? [null] : [wanted, String(wanted)]
  const fitting = candidates.find((candidate) => maker.fits(candidate, own))
  if (fitting !== undefined) return setAt(value, path, fitting)
  if (wanted !== undefined) return value
  if (!isRequired(schema, path)) return withoutAt(value, path)
  return maker.fits('', own) ? setAt(value, path, '') : value
}

/** The values that describe a page, where the response has them: size, start, number, and the last page. */
function* valuesOfPage(
  value: unknown,
  { list, page: { size, start, number, total, lastLink } }: Pick<ListAnswer, 'list' | 'page'>,
): Generator<readonly [path: readonly string[], wanted: unknown]> {
  const holder = list.count?.slice(0, -1) ?? []
  for (const [name, wanted] of [
    [list.limit, size],
    [list.offset, start],
    [list.page, number],
  ] as const)
    if (name !== undefined && valueAt(value, [...holder, name]) !== undefined)
      yield [[...holder, name], wanted]
  for (const [path, own] of membersAboutPages(value)) {
    const name = path.at(-1) ?? ''
    if (typeof own === 'number' && paging.totalPages.has(name))
      yield [path, Math.ceil(total / Math.max(size, 1))]
    if (typeof own === 'string' && name === 'last') yield [path, lastLink]
  }
}

/** The values around the items, such as "total_pages", "pagination.pages" and "links.last". */
function membersAboutPages(value: unknown): readonly (readonly [path: readonly string[], own: unknown])[] {
  const around = isObject(value) ? Object.entries(value) : []
  const about = around.flatMap(([name, own]) =>
    parts.ofPages.has(name) && isObject(own)
      ? Object.entries(own).map(([inner, value]) => [[name, inner], value] as const)
      : [],
  )
  return [...around.map(([name, own]) => [[name], own] as const), ...about]
}

function isRequired(schema: Schema, path: readonly string[]): boolean {
  return schema.at(path.slice(0, -1))?.required.has(path.at(-1) ?? '') ?? false
}
