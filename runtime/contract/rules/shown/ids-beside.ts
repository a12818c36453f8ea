import { isObject } from '@concordat/runtime/json'
import type { Fact } from '../../data/outcome/kinds/fact.ts'

interface CountedPage {
  readonly answer: { readonly value: unknown }
  readonly count?: number
}

interface WholePage extends CountedPage {
  readonly items: readonly unknown[]
  readonly ids: readonly string[]
}

/**
 * Compares the identifiers beside the items of a list with its count. A property such as `ids` that has all
 * items' identifiers in a list without a filter has them on every page, and with every filter.
 * @param whole A page of the list without a filter, and the identifiers of its items.
 */
export function idsBesideMissing(
  { answer: { value }, count: all, items, ids }: WholePage,
  { answer, count }: CountedPage,
): Fact<'ids beside missing'> | undefined {
  // A list of strings is its own list of identifiers.
  if (count === undefined || ids.length === 0 || !items.every(isObject)) return undefined
  for (const [member, list] of scalarLists(value)) {
    const isOfItems = list.length === all && ids.every((id) => list.map(String).includes(id))
    const other = scalarLists(answer.value).find(([name]) => name === member)?.[1]
    if (isOfItems && other !== undefined && other.length !== count)
      return { kind: 'ids beside missing', member, count, received: String(other.length) }
  }
  return undefined
}

/** The lists of texts or numbers in a body, by the names of their properties. */
function scalarLists(body: unknown): readonly (readonly [string, readonly unknown[]])[] {
  return Object.entries(isObject(body) ? body : {}).flatMap(([name, list]) =>
    Array.isArray(list) && list.every((one) => ['string', 'number'].includes(typeof one))
      ? [[name, list] as const]
      : [],
  )
}
