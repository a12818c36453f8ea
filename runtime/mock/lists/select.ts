import { isComparableValue, itemValues } from '@concordat/contract/document'
import {
  everything,
  momentOfText,
  rangeEnd,
  searches,
  singularOf,
  snakeCase,
} from '@concordat/contract/lexicon'
import { boundedValues } from '@concordat/contract/values'
import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import type { Maker } from '../values/maker.ts'

export interface ListSelection {
  readonly operation: OperationDescriptor
  /** The request's query: with the document's defaults for sorting, without them for filtering. */
  readonly query: Readonly<Record<string, unknown>>
  /** The schema of one item. */
  readonly schema: Schema
  readonly maker: Maker
}

/**
 * Returns the items that match a query. A parameter with a property's name filters by that property, as in
 * the test suite. A parameter with the name of a range bound limits the range, and a search parameter
 * searches all values of an item.
 */
export function selectItems(items: readonly unknown[], selection: ListSelection): readonly unknown[] {
  const { operation, query, schema } = selection
  const { limit, offset, page, pages } = operation.list ?? {}
  const paging = [limit, offset, page, ...(pages?.sent?.path ?? [])]
  const { properties } = schema
  const edges = new Map(operation.parameters?.map(({ name, edge }) => [name, edge]))
  const wanted = Object.entries(query)
    .filter(([name, value]) => !paging.includes(name) && !isForAll(selection, name, value))
    .flatMap(([name, value]) => (isObject(value) ? filtersIn(value) : [[name, value] as const]))
  return items.filter((item) =>
    wanted.every(([name, value]) => {
      // A parameter with several values can have the plural of the property's name.
      const names = Array.isArray(value) && !properties.has(name) ? [name, singularOf(name)] : [name]
      const known = names.flatMap((own) => shownBy(item, own, properties.has(own)))
      if (known.length > 0 || names.some((own) => properties.has(own))) return matchesAny(known, value)
      // If any item has the property, items without it do not match.
      if (items.some((other) => shownBy(other, name, false).length > 0)) return false
      if (!isWithin(item, { name, bound: value, schema, edge: edges.get(name) })) return false
      return !(searches.has(name) && typeof value === 'string') || holdsText(item, value.toLowerCase())
    }),
  )
}

/**
 * Returns the filters in one parameter, with flat names: "name" for `filter[name]=x`, "price_gte" for
 * `filter[price][gte]=5`.
 */
function filtersIn(
  holder: Readonly<Record<string, unknown>>,
  prefix = '',
): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(holder).flatMap(([name, value]) =>
    isObject(value) ? filtersIn(value, `${prefix}${name}_`) : [[`${prefix}${name}`, value] as const],
  )
}

/** Returns the values of a property to compare with a filter; for an object, all simple values in it. */
function shownBy(item: unknown, name: string, isOwn: boolean): readonly unknown[] {
  const own = isObject(item) ? item[name] : undefined
  return isObject(own) ? Object.values(own).filter(isComparableValue) : itemValues(item, name, { isOwn })
}

/**
 * True if a bound allows an item: "min_quantity" limits its `quantity`, and "startDate" limits its `date`.
 * Also true for an item that has no such number or time.
 */
function isWithin(item: unknown, { name, bound, schema, edge: side }: WrittenBound): boolean {
  const { end, of: named } = rangeEnd(name) ?? {}
  const moment = momentOfText(bound)
  const of = named === '' && moment !== undefined ? onlyTime(schema) : named
  if (of === undefined || of === '') return true
  const edge = moment ?? (typeof bound === 'string' && bound !== '' ? Number(bound) : bound)
  if (typeof edge !== 'number') return true
  return boundedValues(item, { member: of, isTime: moment !== undefined }).every((value) =>
    value === edge ? side !== 'outside' : end === 'least' ? !(value < edge) : !(value > edge),
  )
}

interface WrittenBound {
  readonly name: string
  readonly bound: unknown
  readonly schema: Schema
  /** The side to which an item equal to the bound belongs; default: inside. */
  readonly edge: ParameterDescriptor['edge']
}

/** The only time of an item, which "since" and "until" limit. */
function onlyTime({ properties }: Schema): string | undefined {
  const times = [...properties].flatMap(([name, { keywords }]) =>
    keywords.format === 'date-time' ? [snakeCase(name)] : [],
  )
  return times.length === 1 ? times[0] : undefined
}

/**
 * True for a value that excludes no items: the parameter's default, or a listed word for all of them that is
 * not a value of the property.
 */
function isForAll(
  { operation: { parameters = [] }, maker, schema }: ListSelection,
  name: string,
  value: unknown,
): boolean {
  const parameter = parameters.find((each) => each.in === 'query' && each.name === name)
  const { keywords } = maker.schema(parameter?.schema)
  if ('default' in keywords && same(value, keywords.default)) return true
  const isListed = keywords.enum?.includes(value) === true
  const isOwn = schema.property(name).keywords.enum?.includes(value) === true
  return isListed && !isOwn && typeof value === 'string' && everything.has(value)
}

function matchesAny(known: readonly unknown[], wanted: unknown): boolean {
  const choices: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
  if (!choices.every(isComparableValue)) return true
  return known.some((value) => choices.some((choice) => same(value, choice)))
}

function same(value: unknown, wanted: unknown): boolean {
  // Compare as text, because documents often declare a query parameter as a string even if the property is a
  // number.
  return isComparableValue(value) && String(value).toLowerCase() === String(wanted).toLowerCase()
}

function holdsText(value: unknown, text: string): boolean {
  if (Array.isArray(value)) return value.some((inner) => holdsText(inner, text))
  if (isObject(value)) return Object.values(value).some((inner) => holdsText(inner, text))
  return isComparableValue(value) && String(value).toLowerCase().includes(text)
}
