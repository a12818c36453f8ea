import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { listedValues } from '@concordat/runtime/schema-view'
import { COMPOSING } from '@concordat/runtime/subschemas'
import { referredNamedSchema } from '../../model/schema/references.ts'

/**
 * Schema of a header whose value is a single string or number, after following references. Both types and
 * conversions use it; other headers stay strings.
 */
export function formattedHeaderSchema(
  schema: JsonSchema | undefined,
  definitions: ReadonlyMap<string, JsonSchema>,
): { readonly schema: SchemaObject; readonly type: string } | undefined {
  const seen = new Set<JsonSchema>()
  let found = schema
  while (typeof found === 'object' && found.$ref !== undefined && !seen.has(found)) {
    seen.add(found)
    found = definitions.get(referredNamedSchema(found.$ref) ?? '')
  }
  if (typeof found !== 'object' || typeof found.type !== 'string') return undefined
  if (listedValues(found) !== undefined || COMPOSING.some((keyword) => keyword in found)) return undefined
  return ['string', 'number', 'integer'].includes(found.type)
    ? { schema: found, type: found.type }
    : undefined
}
