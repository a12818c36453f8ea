import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import type { PathBinding } from '../../../data/document/path-binding.ts'
import { creatorOf, resourceOf } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { isIdentifying, pluralsOf, rangeEnd, singularOf, snakeCase } from '../../../lexicon/lexicon.ts'
import type { Item } from '../../../world/items/item.ts'
import { ordersOf } from '../../../world/requests/dictionary/orders.ts'
import type { Names } from '../../../world/values/names.ts'
import type { CheckContext } from '../../check.ts'
import { itemWith } from '../../evidence/own-item.ts'

/** With three in no order every pair of neighbours is in one: neither the first nor the last made comes first by chance. */
const ORDERED = 3
/** One that a filter shows, and one that it hides. */
const FILTERED = 2

/**
 * Creates items that differ in the values by which the list can be filtered and ordered: where all have the
 * same, a filter shows everything and every order is right.
 * @returns the items; nothing where the list has neither, or the server refuses such items.
 */
export async function makeVaried(
  context: CheckContext,
  operation: OperationDescriptor,
  { binding, items }: { readonly binding: PathBinding; readonly items: readonly unknown[] },
): Promise<readonly Item[]> {
  const { document, pool } = context
  const create = creatorOf(document, resourceOf(document, operation.resource?.name))
  const schema = create && jsonBody(create)?.schema
  if (create === undefined || schema === undefined) return []
  const { parameters = [] } = operation
  const members = shownProperties(operation, document)
  const sorted = new Set(
    ordersOf(parameters, { members, schemaOf: (one) => schemaIn(document, one.schema) }).map(
      ({ member }) => member,
    ),
  )
  const written = schemaIn(document, schema).properties
  const varied = [...written].flatMap(([name, own]): [string, readonly unknown[]][] => {
    const isMeant = sorted.has(name) || parameters.some((parameter) => isAbout(parameter, name))
    const values = isMeant ? differing(own, { name, items, names: pool.requests.names }) : []
    return values.length < FILTERED ? [] : [[name, values]]
  })
  // One item that a list hides unless it is asked for.
  const hidden = [...written].filter(
    ([name, own]) =>
      own.types.includes('boolean') && parameters.some((parameter) => widensBy(parameter, name)),
  )
  const extra = hidden.length === 0 ? [] : [Object.fromEntries(hidden.map(([name]) => [name, true]))]
  if (varied.length === 0 && extra.length === 0) return []
  const wanted = varied.some(([name]) => sorted.has(name)) ? ORDERED : FILTERED
  const made: Item[] = []
  const bodies = Array.from({ length: varied.length === 0 ? 0 : wanted }, (_, index) =>
    Object.fromEntries(varied.map(([name, values]) => [name, values[index % values.length]])),
  )
  for (const own of [...bodies, ...extra]) {
    const created = await itemWith(context, create, { binding, values: () => own })
    if (created === undefined) break
    made.push(created)
  }
  return made
}

/** True for a parameter that shows items as well of which a member is true: `include_archived` and `archived`. */
export function widensBy({ name, widens }: ParameterDescriptor, member: string): boolean {
  return widens === true && snakeCase(name).endsWith(`_${snakeCase(member)}`)
}

/** True if a query parameter is called after a member, after several of it, or after an end of its range. */
export function isAbout({ name, in: location }: ParameterDescriptor, member: string): boolean {
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

const NUMBERS = [20, 100, 9]
const MOMENTS = ['2031-05-06T07:08:09Z', '2032-04-05T06:07:08Z', '2030-06-07T08:09:10Z']

interface Differing {
  readonly name: string
  /** Those that are there. */
  readonly items: readonly unknown[]
  readonly names: Names
}

/** Valid values of one member, different from one another and in no order; of a choice rather those that no item has. */
function differing(schema: Schema, { name, items, names }: Differing): readonly unknown[] {
  const inList = schema.types.includes('array')
  const own = inList ? schema.items : schema
  const found = candidates(own, { name, items, names })
    .map((value) => (inList ? [value] : value))
    .filter((value) => schema.allows(value))
  return found.slice(0, ORDERED)
}

function candidates(
  { choices, keywords, types }: Schema,
  { name, items, names }: Differing,
): readonly unknown[] {
  const { format, pattern, minimum = 0, maximum = minimum, maxLength = 20 } = keywords
  if (choices !== undefined) {
    const shown = new Set(items.map((item) => (isObject(item) ? item[name] : undefined)))
    const told = choices.filter((choice) => choice !== null)
    return [...told.filter((choice) => !shown.has(choice)), ...told.filter((choice) => shown.has(choice))]
  }
  if (isIdentifying(name)) return []
  if (types.includes('number')) return [NUMBERS[0], 99.5, NUMBERS[2], maximum, minimum]
  if (types.includes('integer')) return [...new Set([...NUMBERS, maximum, minimum])]
  if (!types.includes('string') || pattern !== undefined) return []
  if (format === 'date-time') return MOMENTS
  if (format === 'date') return MOMENTS.map((moment) => moment.slice(0, 'YYYY-MM-DD'.length))
  if (format !== undefined) return []
  const tag = names.tag().replaceAll(/\W/g, '')
  return ['b', 'A', 'C'].map((letter) => `${letter}${tag}`.slice(0, maxLength))
}
