import type { Sighting } from '@concordat/contract/passive'

/** Minimum number of values that must share a format before a schema states it. */
export const ENOUGH_SEEN = 3
/** Minimum number of observed objects. With fewer, no member is required, even if all the objects have it. */
const ENOUGH_OBJECTS = 10

/** The way in which an OpenAPI version writes schemas. */
export interface RepairWords {
  /** True if null is written as `nullable`, and `type` is a single string. */
  readonly hasNullable: boolean
}

export type WrittenSchema = Readonly<Record<string, unknown>>

/**
 * Schema of the observed values, in the keywords of an OpenAPI version. It states types, null, formats,
 * members and items, but never lists values.
 */
export function schemaSeen(seen: Sighting, words: RepairWords): WrittenSchema {
  const types = schemaTypesSeen(seen)
  const isNullable = seen.typed('null') > 0
  const [only = 'null'] = types
  if (types.length > 1 && words.hasNullable)
    return { anyOf: types.map((type) => ofType(type, seen, words)), ...(isNullable && { nullable: true }) }
  const keywords = Object.assign({}, ...types.map((type) => ofType(type, seen, words)))
  if (!isNullable) return types.length > 1 ? { ...keywords, type: types } : keywords
  // If a value was always null, its other types are unknown.
  if (types.length === 0) return words.hasNullable ? { nullable: true } : { type: 'null' }
  return words.hasNullable
    ? { ...keywords, nullable: true }
    : { ...keywords, type: [...(types.length > 1 ? types : [only]), 'null'] }
}

/** Types of the values, except null. Integers count as numbers if other numbers were seen. */
export function schemaTypesSeen(seen: Sighting): readonly string[] {
  const types = [...seen.types.keys()].filter((type) => type !== 'null')
  return types.includes('number') ? types.filter((type) => type !== 'integer') : types
}

function ofType(type: string, seen: Sighting, words: RepairWords): WrittenSchema {
  if (type === 'object') return { type, ...membersOf(seen, words) }
  if (type === 'array')
    return {
      type,
      items: seen.items === undefined || seen.items.count === 0 ? {} : schemaSeen(seen.items, words),
    }
  const [format] = type === 'string' && seen.typed('string') >= ENOUGH_SEEN ? seen.formats : []
  return { type, ...(format !== undefined && { format }) }
}

function membersOf(seen: Sighting, words: RepairWords): WrittenSchema {
  if (isMapSeen(seen)) return { additionalProperties: true }
  const members = [...seen.members]
  const objects = seen.typed('object')
  const required = members.flatMap(([name, { count }]) => (count === objects ? [name] : []))
  return {
    ...(members.length > 0 && {
      properties: Object.fromEntries(members.map(([name, member]) => [name, schemaSeen(member, words)])),
    }),
    ...(objects >= ENOUGH_OBJECTS && required.length > 0 && { required }),
  }
}

/** Matches names that are data, such as numbers, UUIDs and email addresses. */
const DATA = /^\d+$|^[\da-f]{8}-[\da-f]{4}-|.@.+\.|\/|\s/i
/**
 * Minimum number of names that can be considered data. Fewer names are declared even if they look like data.
 */
const FEWEST = 3

/** True for objects whose member names are data, or whose members are too many to declare. */
export function isMapSeen({
  members,
  hasMoreMembers,
}: Pick<Sighting, 'members' | 'hasMoreMembers'>): boolean {
  const names = [...members.keys()]
  return hasMoreMembers || (names.length >= FEWEST && names.every((name) => DATA.test(name)))
}
