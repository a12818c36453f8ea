import { type SortOrder, sortOrdersOf } from '@concordat/contract/document'
import { timeOfText } from '@concordat/contract/lexicon'
import { memberOf } from '@concordat/runtime/json'
import type { ListSelection } from './select.ts'

/**
 * Sorts items by the property that a query names, as in the test suite. Equal items keep their order, and
 * items without a value come last.
 */
export function sortItems(
  items: readonly unknown[],
  { operation, query, schema, maker }: ListSelection,
): readonly unknown[] {
  const { properties: members } = schema
  const offered = sortOrdersOf(operation.parameters, {
    members,
    schemaOf: (parameter) => maker.schema(parameter.schema),
  }).toSorted((one, other) => Number(one.direction === 'falling') - Number(other.direction === 'falling'))
  const [part] = offered.map((order) => order.part)
  const asked = part === undefined ? undefined : query[part]
  const isAsked = (order: SortOrder, choice: unknown): boolean =>
    Object.entries({ ...query, [order.part]: choice }).every(([name, value]) => {
      const wanted = order.query[name]
      return wanted === undefined || String(wanted) === String(value)
    })
  const keys = (Array.isArray(asked) ? asked : [asked]).flatMap(
    (choice) => offered.find((order) => choice !== undefined && isAsked(order, choice)) ?? [],
  )
  return items.toSorted((one, other) => keys.map((key) => inOrder(key, one, other)).find(Boolean) ?? 0)
}

function inOrder({ member, direction }: SortOrder, one: unknown, other: unknown): number {
  const [value, next] = [memberOf(one, member) ?? undefined, memberOf(other, member) ?? undefined]
  if (value === undefined || next === undefined)
    return Number(value === undefined) - Number(next === undefined)
  return (direction === 'falling' ? -1 : 1) * compare(value, next)
}

function compare(value: unknown, other: unknown): number {
  if (typeof value === 'number' && typeof other === 'number') return value - other
  const [time, otherTime] = [timeOfText(value), timeOfText(other)]
  if (time !== undefined && otherTime !== undefined) return time - otherTime
  const [text, otherText] = [String(value), String(other)]
  return text < otherText ? -1 : text > otherText ? 1 : 0
}
