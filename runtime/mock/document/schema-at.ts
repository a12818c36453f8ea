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

/** Of the members of an item those that an answer has to share to be one. */
const LEAST_SHARED = 0.6

/**
 * True if these members are those of an item, as far as that matters. Of an item of which only the name is known, others are none.
 * @param names of the item's members.
 */
export function isWhole(members: ReadonlyMap<string, unknown>, names: readonly string[]): boolean {
  if (names.length === 1 && members.size > 1) return false
  return names.filter((name) => members.has(name)).length >= names.length * LEAST_SHARED
}

/**
 * Where an answer about one item has an object without named members, in the place of a list's items or beside it as all that is there:
 * "{ result: {} }" for "{ result: [{}] }", "{ result: { car: {} } }" for "{ result: { cars: [{}] } }".
 */
export function bareItemAt(
  path: readonly string[],
  schema: Schema | undefined,
): readonly string[] | undefined {
  const holder = path.slice(0, -1)
  const [only, ...others] = schema?.at(holder)?.properties.keys() ?? []
  const places = [path, ...(only === undefined || others.length > 0 ? [] : [[...holder, only]])]
  return places.find((place) => {
    const inner = schema?.at(place)
    return place.length > 0 && inner?.keywords.type === 'object' && inner.properties.size === 0
  })
}

/** True if a place has an object that may have members besides those that the document names. */
export function isFreeAt(path: readonly string[], schema: Schema): boolean {
  const { type, additionalProperties } = schema.at(path)?.keywords ?? {}
  return path.length > 0 && type === 'object' && additionalProperties !== false
}
