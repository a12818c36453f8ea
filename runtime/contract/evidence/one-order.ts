import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { flatSchema, propertiesOf } from '../document/flat-schema.ts'

/**
 * A value whose lists of unique items stand in one order, however deep: `uniqueItems` is how documents write a set, and a server that
 * keeps one may show it in any order. Lists of objects stay as they are.
 */
export function inOneOrder(
  value: unknown,
  schema: unknown,
  definitions: Readonly<Record<string, JsonSchema>>,
): unknown {
  if (Array.isArray(value)) {
    const { items, uniqueItems } = flatSchema(schema, definitions)
    const inner = value.map((item) => inOneOrder(item, items, definitions))
    const isSet = uniqueItems === true && !inner.some((item) => typeof item === 'object' && item !== null)
    return isSet ? inner.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)) : inner
  }
  if (!isObject(value)) return value
  const properties = propertiesOf(schema, definitions)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      inOneOrder(member, properties.get(name), definitions),
    ]),
  )
}

function keyOf(item: unknown): string {
  return JSON.stringify(item) ?? ''
}
