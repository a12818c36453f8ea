import type { Sighting } from '@concordat/contract/passive'

/** Number of values from which on a trait of all of them is stated for the place. */
export const ENOUGH = 3
/** Number of objects from which on a member that each of them had is required. */
const ENOUGH_OBJECTS = 10

/** Spelling of schemas in a version of OpenAPI. */
export interface Words {
  /** True if null is `nullable`, and `type` one text. */
  readonly hasNullable: boolean
}

export type WrittenSchema = Readonly<Record<string, unknown>>

/**
 * The schema of observed values, in the words of a version: types, null, formats, members and items. No list
 * of values is made up.
 */
export function schemaOf(seen: Sighting, words: Words): WrittenSchema {
  const types = typesOf(seen)
  const isNullable = seen.typed('null') > 0
  const [only = 'null'] = types
  if (types.length > 1 && words.hasNullable)
    return { anyOf: types.map((type) => ofType(type, seen, words)), ...(isNullable && { nullable: true }) }
  const keywords = Object.assign({}, ...types.map((type) => ofType(type, seen, words)))
  if (!isNullable) return types.length > 1 ? { ...keywords, type: types } : keywords
  // Nobody knows other types of a value that is always null.
  if (types.length === 0) return words.hasNullable ? { nullable: true } : { type: 'null' }
  return words.hasNullable
    ? { ...keywords, nullable: true }
    : { ...keywords, type: [...(types.length > 1 ? types : [only]), 'null'] }
}

/** The types of the values but for null: an integer is a number where other numbers were seen. */
export function typesOf(seen: Sighting): readonly string[] {
  const types = [...seen.types.keys()].filter((type) => type !== 'null')
  return types.includes('number') ? types.filter((type) => type !== 'integer') : types
}

function ofType(type: string, seen: Sighting, words: Words): WrittenSchema {
  if (type === 'object') return { type, ...membersOf(seen, words) }
  if (type === 'array')
    return {
      type,
      items: seen.items === undefined || seen.items.count === 0 ? {} : schemaOf(seen.items, words),
    }
  const [format] = type === 'string' && seen.typed('string') >= ENOUGH ? seen.formats : []
  return { type, ...(format !== undefined && { format }) }
}

function membersOf(seen: Sighting, words: Words): WrittenSchema {
  if (isMap(seen)) return { additionalProperties: true }
  const members = [...seen.members]
  const objects = seen.typed('object')
  const required = members.flatMap(([name, { count }]) => (count === objects ? [name] : []))
  return {
    ...(members.length > 0 && {
      properties: Object.fromEntries(members.map(([name, member]) => [name, schemaOf(member, words)])),
    }),
    ...(objects >= ENOUGH_OBJECTS && required.length > 0 && { required }),
  }
}

/** Names that are data: digits, UUIDs, addresses. */
const DATA = /^\d+$|^[\da-f]{8}-[\da-f]{4}-|.@.+\.|\/|\s/i
/** Fewer names are written down all the same. */
const FEWEST = 3

/** True for objects whose members have names that are data, or more names than anyone would write down. */
export function isMap({ members, hasMoreMembers }: Pick<Sighting, 'members' | 'hasMoreMembers'>): boolean {
  const names = [...members.keys()]
  return hasMoreMembers || (names.length >= FEWEST && names.every((name) => DATA.test(name)))
}
