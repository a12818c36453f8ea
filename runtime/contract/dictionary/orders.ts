import type { ParameterDescriptor } from '@concordat/runtime/http'
import { snakeCase } from '@concordat/runtime/lexicon'
import type { Schema } from '@concordat/runtime/schema'

/** One way to order a list: what is sent for it, and what the names in that say. */
export interface Order {
  /** The parameter that names the member. */
  readonly part: string
  readonly query: Readonly<Record<string, string>>
  /** Member of the items. */
  readonly member: string
  /** `undefined` where nothing says it: dates may come latest first. */
  readonly direction: Direction | undefined
}

export type Direction = 'rising' | 'falling'

const ORDER = /^_?(sort|order|ordering|sort_?(by|field|key|column)|order_?by|order_?field)$/
const DIRECTION = /^_?(dir|direction|order|sort_?(order|dir|direction)|order_?(dir|direction))$/
const CHOICE = /^([+-]?)([A-Za-z]\w*?)(?:[ :.,_-](asc|ascending|desc|descending))?$/i
const RISING = /^asc(ending)?$/i
const FALLING = /^desc(ending)?$/i

/** Members of the items of a list, and the schema of each of its parameters. */
interface Offered {
  readonly members: ReadonlyMap<string, Schema>
  readonly schemaOf: (parameter: ParameterDescriptor) => Schema
}

/** The orders that the document offers by name of a member, whose values have an order: a choice of words has its own. */
export function ordersOf(
  parameters: readonly ParameterDescriptor[] = [],
  { members, schemaOf }: Offered,
): readonly Order[] {
  const choosing = parameters.flatMap((parameter) => choicesOf(parameter, schemaOf(parameter)))
  const by = choosing.find(({ name, choices }) => ORDER.test(snakeCase(name)) && !areDirections(choices))
  if (by === undefined) return []
  const directions = choosing.find(
    ({ name, choices }) => name !== by.name && DIRECTION.test(snakeCase(name)) && areDirections(choices),
  )
  return by.choices.flatMap((choice): Order[] => {
    const [, sign, name = '', word = ''] = CHOICE.exec(choice) ?? []
    const member = orderedMember(name, members)
    if (member === undefined) return []
    const order = { part: by.name, member }
    const own = FALLING.test(word) || sign === '-' ? 'falling' : RISING.test(word) ? 'rising' : undefined
    const isPaired = by.choices.includes(`-${choice}`)
    const query = { [by.name]: choice }
    if (directions === undefined || own !== undefined)
      return [{ ...order, query, direction: own ?? (isPaired ? 'rising' : undefined) }]
    return directions.choices.map((one) => ({
      ...{ ...order, query: { ...query, [directions.name]: one } },
      direction: FALLING.test(one) ? 'falling' : 'rising',
    }))
  })
}

function areDirections(choices: readonly string[]): boolean {
  return choices.every((choice) => RISING.test(choice) || FALLING.test(choice)) && choices.length > 1
}

/** A query parameter that takes one of several texts. */
function choicesOf(
  { name, in: location }: ParameterDescriptor,
  { keywords }: Schema,
): readonly { readonly name: string; readonly choices: readonly string[] }[] {
  if (location !== 'query') return []
  const choices = (keywords.enum ?? []).filter((choice) => typeof choice === 'string')
  return choices.length === 0 ? [] : [{ name, choices }]
}

function orderedMember(name: string, members: ReadonlyMap<string, Schema>): string | undefined {
  const wanted = [snakeCase(name), `${snakeCase(name)}_at`]
  const [member, schema] = [...members].find(([member]) => wanted.includes(snakeCase(member))) ?? []
  return schema?.keywords.enum === undefined ? member : undefined
}
