import type { Schema } from '@concordat/runtime/schema'
import { placesIn } from '@concordat/runtime/schema-view'

/**
 * Steps from a body to the deepest member that a rule varies: deeper ones are rarely all that a server is
 * particular about.
 */
export const BODY_DEPTH = 4

/**
 * Parts of one value. Schemas that refer to each other have values without end: each level can have thirty
 * times the last.
 */
const MOST_PARTS = 2000

/**
 * Limits that are known, by merged keywords, which all references to a schema share; the index is the number
 * of levels asked for.
 */
const limits = new WeakMap<Schema['keywords'], number[]>()

/**
 * Number of levels of optional members in a value of the schema: as many as asked for, fewer if it would
 * become too large.
 * @returns 0 where only required members have room.
 */
export function depthLimit(schema: Schema, deepest: number): number {
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

/** True if a value with every member, so many levels deep, and one item in each list has too many parts. */
function isTooLarge(schema: Schema, deepest: number): boolean {
  let parts = 0
  for (const _ of placesIn(schema, { deepest })) if (++parts > MOST_PARTS) return true
  return false
}
