import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { directionOf, orders, type SortDirection, snakeCase } from '../../../lexicon/lexicon.ts'

/** One way to order a list: the value to send for it, and the meaning of the names in it. */
export interface SortOrder {
  /** The parameter that names the member. */
  readonly part: string
  readonly query: Readonly<Record<string, unknown>>
  /** Member of the items. */
  readonly member: string
  /** `undefined` where nothing says it: dates may come latest first. */
  readonly direction: SortDirection | undefined
}

/** Members of the items of a list, and the schema of each of its parameters. */
interface Offered {
  readonly members: ReadonlyMap<string, Schema>
  readonly schemaOf: (parameter: ParameterDescriptor) => Schema
}

/**
 * The orders that the document offers by name of a member, whose values have an order: a choice of words has
 * its own.
 */
export function ordersOf(
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

/** "-created", "created:desc": the member, and the direction where one is said. */
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
  /** True if it takes several of them, the first one first. */
  readonly isList: boolean
}

/** A query parameter that takes one or some of several texts. */
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
 * Choices of a schema that lists none: its examples, and what its pattern allows of names with a direction,
 * if that is not any name.
 */
function writtenChoices(schema: Schema, members: Offered['members']): readonly string[] {
  const { examples = [], default: usual, example, pattern } = schema.keywords
  if (pattern === undefined || schema.allows(NO_MEMBER)) return textsIn([usual, example, ...examples])
  return [...members.keys()].flatMap((name) =>
    [name, `-${name}`, `${name}:asc`, `${name}:desc`].filter((choice) => schema.allows(choice)),
  )
}

/** The name of no member. */
const NO_MEMBER = 'zqxjk'

function orderedMember(name: string, members: ReadonlyMap<string, Schema>): string | undefined {
  const wanted = [snakeCase(name), `${snakeCase(name)}_at`]
  const [member, schema] = [...members].find(([member]) => wanted.includes(snakeCase(member))) ?? []
  return schema?.keywords.enum === undefined ? member : undefined
}
