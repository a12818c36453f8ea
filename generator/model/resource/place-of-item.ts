import { ENVELOPE_DEPTH } from '@concordat/contract/lexicon'
import type { Schema } from '@concordat/runtime/schema'
import { EACH, type Place, placesIn } from '@concordat/runtime/schema-view'

/**
 * An object with at least this many of the item's properties that a deeper object lacks is the item itself,
 * rather than an envelope.
 */
const OWN_MEMBERS = 2

/**
 * An object that has at least this share of a deeper object's properties is the item itself. The deeper
 * object is then another item of its kind.
 */
const NEARLY_ALL = 0.8

/**
 * Returns the location of an item in a schema; `undefined` if no location has any of its properties.
 * Candidates are compared in document order, an object before its parts. A later one replaces the best so far
 * only if it has clearly more of the item's properties and lacks at most one that the best has. Inside a
 * list, it must have at least two more.
 */
export function envelopeOfItem(
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
    // From here on, no deeper location can replace the best one.
    if (best.shared.length > 0 && best.shared.length >= names.length * NEARLY_ALL) break
  }
  return best.path
}

/**
 * Returns the names that are properties of the schema. For a union, they are those of the alternative that
 * has the most.
 */
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
  const within = (place: Place): boolean => levelOf(place) < ENVELOPE_DEPTH || place.schema.values.areLists
  for (const place of placesIn(schema, { deepest: ENVELOPE_DEPTH + 1, within }))
    if (place.path.length - levelOf(place) < 2) yield place
}

/**
 * Returns the path, in a response, of an item whose properties are not declared; empty if there is none. The
 * item is in the property that contains the items in a list ("{ result: {} }" for "{ result: [{}] }"), or in
 * the only property of the same object ("{ result: { car: {} } }" for "{ result: { cars: [{}] } }").
 * @param at path of the items in a list.
 */
export function envelopeOfBareItem(
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
  // If an item has no declared properties, a response may declare only the properties that it adds.
  const isAdding = isFree && hasObject(at) && schema?.at(at)?.keywords.additionalProperties !== false
  return bare ?? (isAdding ? at : [])
}

/** Depth of a location, not counting lists. */
function levelOf({ path }: Place): number {
  let level = 0
  for (const name of path) if (name !== EACH) level++
  return level
}
