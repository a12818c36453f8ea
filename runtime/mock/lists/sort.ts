import { ordersOf } from '@concordat/contract/document'
import { timeOf } from '@concordat/contract/values'
import { memberOf } from '@concordat/runtime/json'
import type { Selection } from './select.ts'

/**
 * Items in the order that a query asks for by the name of a member, as the suite understands orders. What is alike in that keeps its order, and what has no
 * value comes last.
 */
export function sortItems(
  items: readonly unknown[],
  { operation, query, schema, maker }: Selection,
): readonly unknown[] {
  const { properties: members } = schema
  const order = ordersOf(operation.parameters, {
    members,
    schemaOf: (parameter) => maker.schema(parameter.schema),
  })
    .toSorted((one, other) => Number(one.direction === 'falling') - Number(other.direction === 'falling'))
    .find((each) =>
      Object.entries(each.query).every(([name, value]) => query[name] === undefined || query[name] === value),
    )
  if (order === undefined || query[order.part] === undefined) return items
  const sign = order.direction === 'falling' ? -1 : 1
  return items.toSorted((one, other) => {
    const [value, next] = [
      memberOf(one, order.member) ?? undefined,
      memberOf(other, order.member) ?? undefined,
    ]
    if (value === undefined || next === undefined)
      return Number(value === undefined) - Number(next === undefined)
    return sign * compare(value, next)
  })
}

function compare(value: unknown, other: unknown): number {
  if (typeof value === 'number' && typeof other === 'number') return value - other
  const [time, otherTime] = [timeOf(value), timeOf(other)]
  if (time !== undefined && otherTime !== undefined) return time - otherTime
  const [text, otherText] = [String(value), String(other)]
  return text < otherText ? -1 : text > otherText ? 1 : 0
}
