import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { schemaWalk } from '@concordat/runtime/schema-view'
import { descriptions } from '../../../lexicon/lexicon.ts'
import type { CheckContext } from '../../check.ts'

type Members = { readonly [name: string]: unknown }

/** A valid body without what has defaults, and what the item should show in its place. */
export interface Omitted {
  readonly body: Members
  /** The members of the body that lack something, with their defaults filled in. */
  readonly expected: Members
}

const MAX_DEPTH = 3

/** True if null is a default too, of some of the items that share the schema: "null (group default)". */
function isNullByDefault({ description = '' }: Schema['keywords']): boolean {
  return descriptions.isNullByDefault(description)
}

/**
 * Leaves out of a valid body all that is optional and has a default of its schema, in the objects within as
 * well.
 */
export function withoutDefaults(
  { validator }: Pick<CheckContext, 'validator'>,
  { schema: whole, value }: { readonly schema: Schema; readonly value: unknown },
): Omitted {
  return schemaWalk.fold<Omitted>(value, whole, ({ value: given, beside: schema, path }, inside) => {
    const body = new Map(isObject(given) ? Object.entries(given) : [])
    const expected = new Map<string, unknown>()
    const parts = new Map(isObject(given) && path.length < MAX_DEPTH ? inside() : [])
    for (const [name, { keywords, written }] of schema.properties) {
      const inner = body.get(name)
      const part = parts.get(name)
      const isLeftOut = !schema.required.has(name) && 'default' in keywords
      if (keywords.readOnly === true || isNullByDefault(keywords)) continue
      if (isLeftOut && validator(written)(keywords.default).length === 0) {
        body.delete(name)
        expected.set(name, keywords.default)
      } else if (isObject(inner) && part !== undefined && Object.keys(part.expected).length > 0) {
        body.set(name, part.body)
        expected.set(name, { ...inner, ...part.expected })
      }
    }
    return { body: Object.fromEntries(body), expected: Object.fromEntries(expected) }
  })
}
