import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { directionOf, orders, type SortDirection, snakeCase } from '../../../lexicon/lexicon.ts'

/** A way to order a list: the query to send, and its meaning. */
export interface SortOrder {
  /** The parameter that contains the property's name. */
  readonly part: string
  readonly query: Readonly<Record<string, unknown>>
  /** Member of the items. */
  readonly member: string
  /** `undefined` if unknown. Dates, for example, can be in descending order by default. */
  readonly direction: SortDirection | undefined
}

interface Offered {
  readonly members: ReadonlyMap<string, Schema>
  readonly schemaOf: (parameter: ParameterDescriptor) => Schema
}

/**
 * Returns the documented orders that name a property without an `enum`. All others are excluded, because only
 * the server knows how it sorts them.
 */
export function sortOrdersOf(
  parameters: readonly ParameterDescriptor[] = [],
  { members, schemaOf }: Offered,
): readonly SortOrder[] {
  const choosing = parameters.flatMap((parameter) => choicesOf(parameter, schemaOf(parameter), members))
  const by = choosing.find(({ name, choices }) => orders.by.has(name) && !areDirections(choices))
  if (by === undefined) return []
  const directions = choosing.find(
    ({ name, choices }) => name !== by.name && orders.directions.has(name) && areDirections(choices),
  )
  return by.choices.flatMap((choice): SortOrder[] => {
    const { name, direction: own } = readChoice(choice)
    const member = orderedMember(name, members)
    if (member === undefined) return []
    const order = { part: by.name, member }
    const isPaired = by.choices.includes(`-${choice}`)
    const query = { [by.name]: by.isList ? [choice] : choice }
    if (directions === undefined || own !== undefined)
      return [{ ...order, query, direction: own ?? (isPaired ? 'rising' : undefined) }]
    return directions.choices.map((one) => ({
      ...{ ...order, query: { ...query, [directions.name]: one } },
      direction: directionOf(one),
    }))
  })
}

/** Splits "-created" or "created:desc" into the property and, if stated, the direction. */
function readChoice(choice: string): Pick<SortOrder, 'direction'> & { readonly name: string } {
  const [, sign, whole = ''] = /^([+-]?)([A-Za-z].*)$/s.exec(choice) ?? []
  const [, before = '', word = ''] = /^(\w+)[ :.,_-]([a-z]+)$/i.exec(whole) ?? []
  const direction = directionOf(word)
  const name = direction === undefined ? whole : before
  return { name: /^\w*$/.test(name) ? name : '', direction: sign === '-' ? 'falling' : direction }
}

function areDirections(choices: readonly string[]): boolean {
  return choices.every((choice) => directionOf(choice) !== undefined) && choices.length > 1
}

interface Choosing {
  readonly name: string
  readonly choices: readonly string[]
  /** True if the parameter accepts several choices, of which the first has priority. */
  readonly isList: boolean
}

/** Returns the strings that a query parameter accepts, alone or in a list; empty if they are unknown. */
function choicesOf(
  { name, in: location }: ParameterDescriptor,
  schema: Schema,
  members: Offered['members'],
): readonly Choosing[] {
  if (location !== 'query') return []
  const isList = schema.types.includes('array')
  const each = isList ? schema.items : schema
  const listed = textsIn(each.keywords.enum)
  const choices = listed.length > 0 || !orders.by.has(name) ? listed : writtenChoices(each, members)
  return choices.length === 0 ? [] : [{ name, choices, isList }]
}

function textsIn(values: readonly unknown[] = []): readonly string[] {
  return values.filter((value) => typeof value === 'string')
}

/**
 * Returns the choices for a schema that does not list them: the names that its pattern allows, with or
 * without a direction, or its default and examples if no pattern restricts the names.
 */
function writtenChoices(schema: Schema, members: Offered['members']): readonly string[] {
  const { examples = [], default: usual, example, pattern } = schema.keywords
  if (pattern === undefined || schema.allows(NO_MEMBER)) return textsIn([usual, example, ...examples])
  return [...members.keys()].flatMap((name) =>
    [name, `-${name}`, `${name}:asc`, `${name}:desc`].filter((choice) => schema.allows(choice)),
  )
}

/** A name that no property has. */
const NO_MEMBER = 'zqxjk'

function orderedMember(name: string, members: ReadonlyMap<string, Schema>): string | undefined {
  const wanted = [snakeCase(name), `${snakeCase(name)}_at`]
  const [member, schema] = [...members].find(([member]) => wanted.includes(snakeCase(member))) ?? []
  return schema?.keywords.enum === undefined ? member : undefined
}
