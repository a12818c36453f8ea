import type { Schema } from '@concordat/runtime/schema'
import { placesIn } from '@concordat/runtime/schema-view'

/** Maximum depth of members that a rule varies: servers rarely require anything special of deeper ones. */
export const BODY_DEPTH = 4

/**
 * Maximum number of parts of one value. Values of schemas that refer to each other are infinite: each level
 * can be thirty times larger than the last.
 */
const MOST_PARTS = 2000

/**
 * Cached limits, by merged keywords, which all references to a schema share; the index is the requested
 * number of levels.
 */
const limits = new WeakMap<Schema['keywords'], number[]>()

/**
 * Number of levels of optional members in a value of the schema: as many as requested, fewer if it would
 * become too large.
 * @returns 0 if there is only room for required members.
 */
export function valueDepthLimit(schema: Schema, deepest: number): number {
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

/** True if a value with every member, to this depth, and one item in each list has too many parts. */
function isTooLarge(schema: Schema, deepest: number): boolean {
  let parts = 0
  for (const _ of placesIn(schema, { deepest })) if (++parts > MOST_PARTS) return true
  return false
}
