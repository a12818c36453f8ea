import type { ListDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'

/** The schema of one item of a list's answer. */
export function listedSchema(
  schema: Schema,
  { items, keyed }: Pick<ListDescriptor, 'items' | 'keyed'>,
): Schema {
  const list = schema.at(items) ?? schema.beside(true)
  return keyed === true ? list.additionalProperties : list.items
}

/** Least share of an item's members that an answer needs to count as one. */
const LEAST_SHARED = 0.6

/**
 * True if these members are those of an item, as far as that matters. If only the name of the item is known,
 * other members are none of its.
 * @param names names of the item's members.
 */
export function isWhole(members: ReadonlyMap<string, unknown>, names: readonly string[]): boolean {
  if (names.length === 1 && members.size > 1) return false
  return names.filter((name) => members.has(name)).length >= names.length * LEAST_SHARED
}
