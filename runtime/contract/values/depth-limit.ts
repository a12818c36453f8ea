import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { type FlatSchema, flatSchema } from '../document/flat-schema.ts'

type Definitions = Readonly<Record<string, JsonSchema>>

/** Parts of one value. Schemas that refer to each other have values without end: each level can have thirty times the last. */
const MOST_PARTS = 2000

/** Sizes that are known, by definitions and shape; the index is the number of levels. */
const sizes = new WeakMap<Definitions, WeakMap<FlatSchema, number[]>>()

/**
 * How many levels of optional members a value of the schema is filled in to: as many as asked for, fewer where it would become
 * too large.
 * @returns 0 where only required members have room.
 */
export function depthLimit(schema: unknown, definitions: Definitions, deepest: number): number {
  let depth = deepest
  while (depth > 0 && sizeOf(schema, definitions, depth) > MOST_PARTS) depth--
  return depth
}

/** Parts of the value that has every member, so many levels deep, and one item in each list. */
function sizeOf(schema: unknown, definitions: Definitions, levels: number): number {
  if (!isObject(schema) || levels <= 0) return 1
  const flat = flatSchema(schema, definitions)
  const ofShapes = sizes.get(definitions) ?? new WeakMap<FlatSchema, number[]>()
  sizes.set(definitions, ofShapes)
  const known = ofShapes.get(flat) ?? []
  ofShapes.set(flat, known)
  const size = known[levels] ?? sizeOfParts(flat, definitions, levels)
  known[levels] = size
  return size
}

function sizeOfParts(flat: FlatSchema, definitions: Definitions, levels: number): number {
  const { properties, items } = flat
  const parts = [
    ...(isObject(properties) ? Object.values(properties) : []),
    ...(isObject(items) ? [items] : []),
  ]
  return parts.reduce<number>((sum, part) => sum + sizeOf(part, definitions, levels - 1), 1)
}
