import { memberChoosersOf } from '@concordat/contract/document'
import { isObject, setAt, valueAt } from '@concordat/runtime/json'
import type { Granted } from './outcomes/granted.ts'

/** Leaves out the properties that a parameter such as `fields` can select, but does not in this request. */
export function withChosenMembers(value: unknown, { operation, query, world }: Granted): unknown {
  const chooser = memberChoosersOf(operation, world.document).find(
    ({ parameter, adds }) => !adds && query[parameter.name] !== undefined,
  )
  if (chooser === undefined) return value
  const asked = [query[chooser.parameter.name]].flat()
  const left = chooser.optional.filter((name) => !asked.includes(name))
  const reduced = (item: unknown): unknown =>
    isObject(item) ? Object.fromEntries(Object.entries(item).filter(([name]) => !left.includes(name))) : item
  const { list } = operation
  if (list === undefined) return reduced(value)
  const items = valueAt(value, list.items)
  return Array.isArray(items) ? setAt(value, list.items, items.map(reduced)) : value
}
