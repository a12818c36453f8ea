import type { Schema } from '@concordat/runtime/schema'
import { EACH, type Place, placesIn } from '@concordat/runtime/schema-view'

/** Greatest depth of an item in its envelope: "{ data: { user: { … } } }". Lists do not count. */
const DEEPEST = 2

/** Members of an item beside its envelope, with which the envelope is rather the item itself. */
const OWN_MEMBERS = 2

/**
 * Share of a deeper place's members from which on a place above it is the item itself,
 * and shows another of its kind.
 */
const NEARLY_ALL = 0.8

/**
 * Place of an item in a schema: the place that has the most of its members, the nearest of several;
 * `undefined` if none has any. A place with several members that no place below has is the item, however many
 * of the others some part of it repeats. An element of a list is the item only if it has clearly more of
 * them: "{ users: [{ … }] }".
 * @param names of the item's members.
 */
export function placeOfItem(
  schema: Schema | undefined,
  names: readonly string[],
): readonly string[] | undefined {
  let best: { readonly path?: readonly string[]; readonly shared: readonly string[] } = { shared: [] }
  for (const { schema: part, path } of schema === undefined ? [] : envelopesIn(schema)) {
    const shared = sharedBy(part, names)
    if (shared.length <= best.shared.length) continue
    const lost = best.shared.filter((name) => !shared.includes(name))
    const isClear =
      !path.includes(EACH) || best.path === undefined || shared.length >= best.shared.length + OWN_MEMBERS
    const isRepeated = best.path !== undefined && best.shared.length >= shared.length * NEARLY_ALL
    if (lost.length < OWN_MEMBERS && isClear && !isRepeated) best = { path, shared }
    // No deeper place can have more of them than this one repeats.
    if (best.shared.length > 0 && best.shared.length >= names.length * NEARLY_ALL) break
  }
  return best.path
}

/** Names that a schema has members of. A union is an item if one of its alternatives is. */
function sharedBy({ alternatives }: Schema, names: readonly string[]): readonly string[] {
  let most: readonly string[] = []
  for (const { keywords } of alternatives) {
    // Most places are texts and numbers.
    const { properties } = keywords
    if (properties === undefined) continue
    const shared = names.filter((name) => Object.hasOwn(properties, name))
    if (shared.length > most.length) most = shared
  }
  return most
}

/** The places of a schema where an item may stand: in objects, and in one list of them. */
function* envelopesIn(schema: Schema): Generator<Place> {
  const within = (place: Place): boolean => levelOf(place) < DEEPEST || place.schema.isList
  for (const place of placesIn(schema, { deepest: DEEPEST + 1, within }))
    if (place.path.length - levelOf(place) < 2) yield place
}

/**
 * Place of an object in an answer about one item whose members the document does not name, in the place of a
 * list's items or beside it as the only member: "{ result: {} }" for "{ result: [{}] }", "{ result: { car: {}
 * } }" for "{ result: { cars: [{}] } }"; empty if there is none.
 * @param at where a list has its items.
 */
export function placeOfBareItem(
  schema: Schema | undefined,
  at: readonly string[],
  { isFree = true }: { readonly isFree?: boolean } = {},
): readonly string[] {
  if (at.length === 0) return []
  const holder = at.slice(0, -1)
  const [only, ...others] = schema?.at(holder)?.properties.keys() ?? []
  const places = [at, ...(only === undefined || others.length > 0 ? [] : [[...holder, only]])]
  const hasObject = (place: readonly string[]): boolean => schema?.at(place)?.keywords.type === 'object'
  const bare = places.find((place) => hasObject(place) && schema?.at(place)?.properties.size === 0)
  // An answer may name what it adds to an item without named members.
  const isAdding = isFree && hasObject(at) && schema?.at(at)?.keywords.additionalProperties !== false
  return bare ?? (isAdding ? at : [])
}

/** Number of members that lead to a place; lists do not count. */
function levelOf({ path }: Place): number {
  let level = 0
  for (const name of path) if (name !== EACH) level++
  return level
}
