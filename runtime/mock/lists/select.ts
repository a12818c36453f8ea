import { isComparableValue, itemValues } from '@concordat/contract/document'
import { everything, momentOfText, rangeEnd, searches, singularOf } from '@concordat/contract/lexicon'
import { boundedValues, memberBounded } from '@concordat/contract/values'
import { type OperationDescriptor, pagingParameters } from '@concordat/runtime/http'
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
  const paging = pagingParameters(operation.list)
  const { properties } = schema
  const wanted = Object.entries(query)
    .filter(([name, value]) => !paging.includes(name) && !isForAll(selection, name, value))
    .flatMap(([name, value]) => (isObject(value) ? filtersIn(value) : [[name, value] as const]))
  return items.filter((item) =>
    wanted.every(([name, value]) => {
      // A parameter with several values can have the plural of the property's name.
      const isOne = properties.has(name) || !(Array.isArray(value) || takesSeveral(selection, name))
      const names = isOne ? [name] : [name, singularOf(name)]
      const known = names.flatMap((own) => shownBy(item, own, properties.has(own)))
      if (known.length > 0 || names.some((own) => properties.has(own))) return matchesAny(known, value)
      // If any item has the property, items without it do not match.
      if (items.some((other) => shownBy(other, name, false).length > 0)) return false
      if (!isWithin(item, boundOf(name, value, selection))) return false
      return !(searches.has(name) && typeof value === 'string') || holdsText(item, value.toLowerCase())
    }),
  )
}

/** True for a parameter that is a list, even if a request has one value for it. */
function takesSeveral({ operation: { parameters = [] }, maker }: ListSelection, name: string): boolean {
  const parameter = parameters.find((each) => each.in === 'query' && each.name === name)
  return maker.schema(parameter?.schema).types.includes('array')
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

/** One end of a range, with the property that it limits. */
interface Bound {
  readonly member: string
  readonly isTime: boolean
  readonly isLeast: boolean
  readonly at: number
  /** True if an item that is equal to the bound is outside of the range. */
  readonly isOpen: boolean
}

/**
 * Reads a parameter as a bound: "min_quantity" limits an item's `quantity`, and "startDate" limits its
 * `date`. `undefined` for any other parameter.
 */
function boundOf(
  name: string,
  value: unknown,
  { operation: { parameters = [] }, maker, schema }: ListSelection,
): Bound | undefined {
  const { end, of } = rangeEnd(name) ?? {}
  const moment = momentOfText(value)
  const at = moment ?? (typeof value === 'string' && value !== '' ? Number(value) : value)
  if (of === undefined || typeof at !== 'number') return undefined
  const parameter = parameters.find((each) => each.in === 'query' && each.name === name)
  const { format = 'date-time' } = maker.schema(parameter?.schema).keywords
  const member = memberBounded(of, format, schema.properties)
  const isTime = moment !== undefined
  if (member === undefined || (of === '' && !isTime)) return undefined
  return { member, isTime, isLeast: end === 'least', at, isOpen: parameter?.edge === 'outside' }
}

/** True if a bound allows an item. Also true for an item that has no such number or time. */
function isWithin(item: unknown, bound: Bound | undefined): boolean {
  if (bound === undefined) return true
  const { at, isLeast, isOpen } = bound
  return boundedValues(item, bound).every((value) => {
    if (value === at) return !isOpen
    return isLeast ? !(value < at) : !(value > at)
  })
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
