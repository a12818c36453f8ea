import type { Schema } from '@concordat/runtime/schema'

/** Parts of one value. Schemas that refer to each other have values without end: each level can have thirty times the last. */
const MOST_PARTS = 2000

/** Sizes that are known, by merged keywords, which all references to a schema share; the index is the number of levels. */
const sizes = new WeakMap<Schema['keywords'], number[]>()

/**
 * How many levels of optional members a value of the schema is filled in to: as many as asked for, fewer where it would become
 * too large.
 * @returns 0 where only required members have room.
 */
export function depthLimit(schema: Schema, deepest: number): number {
  let depth = deepest
  while (depth > 0 && sizeOf(schema, depth) > MOST_PARTS) depth--
  return depth
}

/** Parts of the value that has every member, so many levels deep, and one item in each list. */
function sizeOf(schema: Schema, levels: number): number {
  if (levels <= 0) return 1
  const { keywords } = schema
  const known = sizes.get(keywords) ?? []
  sizes.set(keywords, known)
  known[levels] ??= sizeOfParts(schema, levels)
  return known[levels]
}

function sizeOfParts(schema: Schema, levels: number): number {
  const parts = [
    ...schema.properties.values(),
    ...(typeof schema.keywords.items === 'object' ? [schema.items] : []),
  ]
  return parts.reduce((sum, part) => sum + sizeOf(part, levels - 1), 1)
}
