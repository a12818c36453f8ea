import { isDeepStrictEqual } from 'node:util'
import {
  type OperationDescriptor,
  type ParameterDescriptor,
  pagingParameters,
  successSchema,
} from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { itemValues } from '../../../data/exchange/item-values.ts'
import {
  isReferenceName,
  looks,
  pluralsOf,
  rangeEnd,
  singularOf,
  snakeCase,
  stemInPath,
  unspecified,
} from '../../../lexicon/lexicon.ts'
import type { Round } from './round.ts'

/** A time with a fraction of a second, which the server can have stored with more digits than it shows. */
const CUT_TIME = /T\d\d:\d\d:\d\d\.\d/
const SCALARS = ['string', 'integer', 'number', 'boolean']

/** A query parameter that filters a list, and the values with which it finds items. */
export class Filter {
  readonly name: string
  readonly parameter: ParameterDescriptor
  readonly schema: Schema
  /** The schema of a single value, even if the filter accepts several. */
  readonly each: Schema
  readonly takesSeveral: boolean
  readonly #members: Round['members']
  readonly #whole: Round['whole']

  constructor(
    { context, members, whole }: Pick<Round, 'context' | 'members' | 'whole'>,
    parameter: ParameterDescriptor,
  ) {
    this.name = parameter.name
    this.parameter = parameter
    this.schema = schemaIn(context.document, parameter.schema)
    this.takesSeveral = this.schema.types.includes('array')
    this.each = this.takesSeveral ? this.schema.items : this.schema
    this.#members = members
    this.#whole = whole
  }

  /** True if the filter's values are ids that the items show, of what they refer to. */
  get isReference(): boolean {
    return isReferenceName(this.name) && this.#members.has(this.name)
  }

  /** One value in the form that the filter accepts. */
  sent(value: unknown): unknown {
    return this.takesSeveral ? [value] : value
  }

  /**
   * The item's values that the filter compares, according to the document. If a filter accepts several
   * values, its name can be the plural of the property's.
   */
  valuesIn(item: unknown): readonly unknown[] {
    const isOwn = this.#members.has(this.name)
    const own = itemValues(item, this.name, { isOwn })
    if (own.length > 0 || isOwn || !this.takesSeveral) return own
    const one = singularOf(this.name)
    return itemValues(item, one, { isOwn: this.#members.has(one) })
  }

  /** True if an item has the value, or a string that contains it in any letter case. */
  finds(item: unknown, wanted: unknown): boolean {
    return this.valuesIn(item).some((value) => isMatch(value, wanted))
  }

  show(item: unknown): string {
    const values = this.valuesIn(item)
    return JSON.stringify(values.length === 1 ? values[0] : values.length === 0 ? null : values)
  }

  /**
   * True for a value with which the filter might have no effect: the default, or a choice such as
   * "STATE_UNSPECIFIED".
   */
  isNone(value: unknown): boolean {
    return value === this.each.keywords.default || (typeof value === 'string' && unspecified.has(value))
  }

  /**
   * True if filtered items lack the value that all items have in the whole list. The server then leaves out
   * what the request already states.
   */
  isLeftOutIn(items: readonly unknown[]): boolean {
    const has = (item: unknown): boolean => this.valuesIn(item).length > 0
    return items.length > 0 && !items.some(has) && this.#whole.items.every(has)
  }

  /**
   * True for a value that the filter might not compare as it is shown: a time with a fraction, or the address
   * of an item of this server, as in `"user": "https://api.test/users/ada"`. A filter probably takes the id
   * or the name in it, unless it is about addresses.
   */
  isOtherForm(value: unknown): boolean {
    if (typeof value !== 'string') return false
    if (CUT_TIME.test(value)) return true
    if (this.each.keywords.format !== undefined || looks.links.has(this.name)) return false
    return (
      /^https?:/.test(value) &&
      URL.canParse(value) &&
      new URL(value).host === new URL(this.#whole.answer.exchange.request.url).host
    )
  }

  /**
   * The items that can be judged. If a filter has only a few choices, items without a value are excluded,
   * because a missing value can stand for one of the choices: many servers leave out false, or the first of
   * several words.
   */
  telling(items: readonly unknown[]): readonly unknown[] {
    if (this.isLeftOutIn(items)) return []
    return this.each.values.choices === undefined
      ? items
      : items.filter((item) => this.valuesIn(item).length > 0)
  }
}

/** A filter, and a value that some item has. */
export interface KnownFilter {
  readonly filter: Filter
  readonly known: unknown
}

/**
 * The filters of a list: query parameters with scalar values that neither select pages nor add hidden items,
 * and that the run is allowed to send.
 */
export function filtersOf(
  round: Pick<Round, 'context' | 'operation' | 'members' | 'whole'>,
): readonly Filter[] {
  const { context, operation } = round
  const paging = pagingParameters(operation.list)
  return (operation.parameters ?? []).flatMap((parameter): readonly Filter[] => {
    const { name, in: location } = parameter
    if (parameter.widens === true || context.pool.permission.withholds(operation, parameter)) return []
    const filter = new Filter(round, parameter)
    const isScalar = filter.each.types.some((type) => SCALARS.includes(type))
    const isOfList = !paging.includes(name) && !isOfAnotherList(context, operation, filter)
    return location === 'query' && isOfList && isScalar ? [filter] : []
  })
}

/**
 * True for a parameter that selects the items of another list in the response, as "ownerIds" does for
 * `{ records: […], ownerRecords: […] }`.
 */
function isOfAnotherList(
  { document }: Round['context'],
  operation: OperationDescriptor,
  { name, takesSeveral }: Filter,
): boolean {
  const [own = '', ...deeper] = operation.list?.items ?? []
  const { properties } = schemaIn(document, successSchema(operation))
  const listed = properties.get(own)?.items.written
  const stem = stemInPath(takesSeveral ? singularOf(name) : name)
  if (deeper.length > 0 || listed === undefined || stem === '') return false
  return [...properties].some(
    ([other, { values, items }]) =>
      other !== own &&
      values.areLists &&
      isDeepStrictEqual(items.written, listed) &&
      snakeCase(other).startsWith(`${stem}_`),
  )
}

/** True if a query parameter is named after a property, its singular or plural, or one end of its range. */
export function isListFilterOfMember({ name, in: location }: ParameterDescriptor, member: string): boolean {
  const [own, asked] = [snakeCase(member), snakeCase(name)]
  const { of } = rangeEnd(name) ?? {}
  return (
    location === 'query' &&
    ([own, ...pluralsOf(own)].includes(asked) ||
      pluralsOf(asked).includes(own) ||
      singularOf(asked) === own ||
      (of !== undefined && of !== '' && (of === own || own.startsWith(`${of}_`))))
  )
}

function isMatch(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return value === wanted
  return value.toLowerCase().includes(wanted.toLowerCase())
}

/**
 * True for a parameter that adds items for which a property is true, such as `include_archived` for
 * `archived`.
 */
export function widensListBy({ name, widens }: ParameterDescriptor, member: string): boolean {
  return widens === true && snakeCase(name).endsWith(`_${snakeCase(member)}`)
}
