import { ENVELOPE_DEPTH } from '@concordat/contract/lexicon'
import type { Schema } from '@concordat/runtime/schema'
import { EACH, type Place, placesIn } from '@concordat/runtime/schema-view'

/** Minimum number of properties next to an envelope for the whole to be the item itself. */
const OWN_MEMBERS = 2

/**
 * An object with at least this share of the properties that a deeper object has is the item itself; the
 * deeper one is then another item of its kind.
 */
const NEARLY_ALL = 0.8

/**
 * Location of an item in a schema: the one with most of its properties, and the nearest of several such
 * locations; `undefined` if none contains any of them. A location with several properties that no deeper
 * location has is the item, however many others a part repeats. A list element must have clearly more: "{
 * users: [{ … }] }".
 * @param names names of the item's properties.
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
    // No deeper location can replace this one any more.
    if (best.shared.length > 0 && best.shared.length >= names.length * NEARLY_ALL) break
  }
  return best.path
}

/** The names that are properties of the schema. For a union, those of the alternative with the most. */
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

/** Locations in a schema that could be an item: in objects, and in at most one list. */
function* envelopesIn(schema: Schema): Generator<Place> {
  const within = (place: Place): boolean => levelOf(place) < ENVELOPE_DEPTH || place.schema.isList
  for (const place of placesIn(schema, { deepest: ENVELOPE_DEPTH + 1, within }))
    if (place.path.length - levelOf(place) < 2) yield place
}

/**
 * Path, in a response, of an item whose properties are not declared: the location of a list's items, or the
 * only property next to it: "{ result: {} }" for "{ result: [{}] }", "{ result: { car: {} } }" for "{ result:
 * { cars: [{}] } }"; empty if there is none.
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
  // A response may declare only what it adds to an item that has no declared properties.
  const isAdding = isFree && hasObject(at) && schema?.at(at)?.keywords.additionalProperties !== false
  return bare ?? (isAdding ? at : [])
}

/** Depth of a location, not counting lists. */
function levelOf({ path }: Place): number {
  let level = 0
  for (const name of path) if (name !== EACH) level++
  return level
}
