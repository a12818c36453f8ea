import { ENVELOPE_DEPTH } from '@concordat/contract/lexicon'
import type { Schema } from '@concordat/runtime/schema'
import { EACH, type Place, placesIn } from '@concordat/runtime/schema-view'

/** Number of members beside an envelope from which on the whole is the item itself. */
const OWN_MEMBERS = 2

/**
 * Share of a deeper place's members from which on a place above is the item, which contains another of its
 * kind.
 */
const NEARLY_ALL = 0.8

/**
 * Place of an item in a schema: the one with most of its members, the nearest of several; `undefined` if none
 * has any. If a place has several members that no deeper place has, it is the item, however many others a
 * part repeats. A list element must have clearly more: "{ users: [{ … }] }".
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
    // No deeper place can repeat more of the members.
    if (best.shared.length > 0 && best.shared.length >= names.length * NEARLY_ALL) break
  }
  return best.path
}

/** Names among the schema's members. For a union, those of one alternative. */
function sharedBy({ alternatives }: Schema, names: readonly string[]): readonly string[] {
  let most: readonly string[] = []
  for (const { keywords } of alternatives) {
    // Most places are scalars.
    const { properties } = keywords
    if (properties === undefined) continue
    const shared = names.filter((name) => Object.hasOwn(properties, name))
    if (shared.length > most.length) most = shared
  }
  return most
}

/** Places in a schema that may be an item: in objects, and in at most one list. */
function* envelopesIn(schema: Schema): Generator<Place> {
  const within = (place: Place): boolean => levelOf(place) < ENVELOPE_DEPTH || place.schema.isList
  for (const place of placesIn(schema, { deepest: ENVELOPE_DEPTH + 1, within }))
    if (place.path.length - levelOf(place) < 2) yield place
}

/**
 * Path in an answer of an item whose members are not declared: the place of a list's items, or the only
 * member beside it: "{ result: {} }" for "{ result: [{}] }", "{ result: { car: {} } }" for "{ result: { cars:
 * [{}] } }"; empty if there is none.
 * @param at path of the items in a list.
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
  // An answer may declare only what it adds to an item without declared members.
  const isAdding = isFree && hasObject(at) && schema?.at(at)?.keywords.additionalProperties !== false
  return bare ?? (isAdding ? at : [])
}

/** Depth of a place; lists do not count. */
function levelOf({ path }: Place): number {
  let level = 0
  for (const name of path) if (name !== EACH) level++
  return level
}
