import { isTextForNothing } from '@concordat/contract/lexicon'
import type { Schema } from '@concordat/runtime/schema'
import { schemaWalk } from '@concordat/runtime/schema-view'
import type { Maker } from './maker.ts'

/** Results for the document's examples, so that each response shows the same values. */
const replaced = new WeakMap<Maker, Map<unknown, unknown>>()

/**
 * Replaces the strings that programs write for a missing value, such as "0001-01-01T00:00:00Z". Examples that
 * were recorded from a server can contain them.
 */
export function withoutPlaceholders(example: unknown, schema: Schema, maker: Maker): unknown {
  const known = replaced.get(maker) ?? new Map<unknown, unknown>()
  replaced.set(maker, known)
  if (!known.has(example)) known.set(example, replacedIn(example, schema, maker))
  return known.get(example)
}

function replacedIn(example: unknown, schema: Schema, maker: Maker): unknown {
  return schemaWalk.map(example, schema, ({ value, beside, path }, inside) => {
    if (typeof value !== 'string' || path.length === 0 || beside.values.listed !== undefined) return inside()
    const mayBeNull = beside.types.length > 0 && beside.allows(null)
    const isAddress = beside.keywords.format?.startsWith('uri') === true
    if (!isTextForNothing(value, { mayBeNull, isAddress })) return value
    return mayBeNull ? null : (maker.makeIfPossible(beside, path.at(-1) ?? '') ?? value)
  })
}
