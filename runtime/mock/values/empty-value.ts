import type { Schema } from '@concordat/runtime/schema'

/**
 * The emptiest value that a schema allows: its default, null or an empty value; `undefined` if it allows none
 * of these.
 */
export function emptyMockValue(schema: Schema): unknown {
  const candidates = [schema.keywords.default, null, [], {}, '', 0, false]
  return candidates.find((value) => value !== undefined && schema.allows(value))
}
