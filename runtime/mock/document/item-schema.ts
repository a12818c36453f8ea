import type { ListDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'

/** Returns the schema of a list's items in a response. */
export function mockListedSchema(
  schema: Schema,
  { items, keyed }: Pick<ListDescriptor, 'items' | 'keyed'>,
): Schema {
  const list = schema.at(items) ?? schema.document.of(true)
  return keyed === true ? list.additionalProperties : list.items
}

/** Minimum share of an item's properties that an object must have to count as the item. */
const LEAST_SHARED = 0.6

/**
 * True if these properties represent the whole item. If the item's name is its only known property, an object
 * with other properties is not the item.
 * @param names names of the item's properties.
 */
export function isWholeItem(members: ReadonlyMap<string, unknown>, names: readonly string[]): boolean {
  if (names.length === 1 && members.size > 1) return false
  return names.filter((name) => members.has(name)).length >= names.length * LEAST_SHARED
}
