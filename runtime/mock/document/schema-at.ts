import type { ListDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { EACH, type Place, placesIn } from '@concordat/runtime/schema-view'

/** The schema of one item of a list's answer. */
export function listedSchema(
  schema: Schema,
  { items, keyed }: Pick<ListDescriptor, 'items' | 'keyed'>,
): Schema {
  const list = schema.at(items) ?? schema.beside(true)
  return keyed === true ? list.additionalProperties : list.items
}

/** How deep an item may stand in its envelope: "{ data: { user: { … } } }". Lists do not count. */
const DEEPEST = 2

/** Members of an item beside its envelope, with which the envelope is rather the item itself. */
const OWN_MEMBERS = 2

/** Of the members of what stands deeper those that a place above it has too, where it is that item itself, and shows another of its kind. */
const NEARLY_ALL = 0.8

/**
 * Where in a schema an item stands: the place that has the most of its members, of several the nearest; `undefined` where none has
 * any. What has several members that no place below has is the item, however many of the others some part of it repeats. Of what a
 * list holds it is one only where that has clearly more of them: "{ users: [{ … }] }".
 * @param names of the item's members.
 */
export function itemPath(
  schema: Schema | undefined,
  names: readonly string[],
): readonly string[] | undefined {
  let best: { readonly path?: readonly string[]; readonly shared: readonly string[] } = { shared: [] }
  for (const { schema: part, path } of schema === undefined ? [] : envelopesIn(schema)) {
    // What is one of several kinds is an item if one of these is.
    const [shared = []] = part.alternatives
      .map(({ properties }) => names.filter((name) => properties.has(name)))
      .toSorted((one, other) => other.length - one.length)
    const lost = best.shared.filter((name) => !shared.includes(name))
    const isClear =
      !path.includes(EACH) || best.path === undefined || shared.length >= best.shared.length + OWN_MEMBERS
    const isRepeated = best.path !== undefined && best.shared.length >= shared.length * NEARLY_ALL
    if (shared.length > best.shared.length && lost.length < OWN_MEMBERS && isClear && !isRepeated)
      best = { path, shared }
  }
  return best.path
}

/** The places of a schema where an item may stand: in objects, and in one list of them. */
function* envelopesIn(schema: Schema): Generator<Place> {
  const levelOf = ({ path }: Place): number => path.filter((name) => name !== EACH).length
  const within = (place: Place): boolean => levelOf(place) < DEEPEST || place.schema.isList
  for (const place of placesIn(schema, { deepest: DEEPEST + 1, within }))
    if (place.path.length - levelOf(place) < 2) yield place
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
