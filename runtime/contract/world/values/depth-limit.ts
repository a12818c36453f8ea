import type { Schema } from '@concordat/runtime/schema'
import { placesIn } from '@concordat/runtime/schema-view'

/**
 * Maximum depth of properties that a rule varies: servers rarely have special requirements for deeper ones.
 */
export const BODY_DEPTH = 4

/**
 * Maximum number of parts in one value. If schemas refer to each other, each level of a value can be thirty
 * times larger than the one above it.
 */
const MOST_PARTS = 2000

/**
 * Cached limits by merged keywords, which all references to a schema share. The array index is the requested
 * number of levels.
 */
const limits = new WeakMap<Schema['keywords'], number[]>()

/**
 * Returns how many levels of optional properties a value of the schema may have: as many as requested, or
 * fewer if the value would become too large.
 * @returns 0 if there is only room for required properties.
 */
export function sampleDepthLimit(schema: Schema, deepest: number): number {
  const { keywords } = schema
  const known = limits.get(keywords) ?? []
  limits.set(keywords, known)
  known[deepest] ??= limitOf(schema, deepest)
  return known[deepest]
}

function limitOf(schema: Schema, deepest: number): number {
  let depth = 0
  while (depth < deepest && !isTooLarge(schema, depth + 1)) depth++
  return depth
}

/** True if a value with every property to this depth, and one item in each list, has too many parts. */
function isTooLarge(schema: Schema, deepest: number): boolean {
  let parts = 0
  for (const _ of placesIn(schema, { deepest })) if (++parts > MOST_PARTS) return true
  return false
}
