import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { schemaWalk } from '@concordat/runtime/schema-view'
import { descriptions } from '../../../lexicon/lexicon.ts'
import type { CheckContext } from '../../check.ts'

type Members = { readonly [name: string]: unknown }

/**
 * A valid body without the properties that have defaults, and the values that the item should show instead.
 */
export interface Omitted {
  readonly body: Members
  /**
   * The omitted properties with their defaults, and the objects from which properties were omitted, with the
   * defaults filled in.
   */
  readonly expected: Members
}

const MAX_DEPTH = 3

/** True if the description says that null is also used as a default, as in "null (group default)". */
function isNullByDefault({ description = '' }: Schema['keywords']): boolean {
  return descriptions.isNullByDefault(description)
}

/**
 * Removes from a valid body the optional properties whose schemas have a default, including those in nested
 * objects.
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
