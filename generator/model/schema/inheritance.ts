import type { JsonSchema } from '@concordat/runtime/schema'
import { alternativesOf, keywordsOf } from '@concordat/runtime/subschemas'
import { referredNamedSchema } from './references.ts'

/**
 * Breaks a cycle in which a child inherits through `allOf` from a parent that lists the child in `oneOf` or
 * `anyOf`, so that each contains the other. The child keeps the parent's own keywords, without the parent's
 * alternatives.
 */
export function untieInheritance(
  name: string,
  schema: JsonSchema,
  definitions: ReadonlyMap<string, JsonSchema>,
): JsonSchema {
  const { allOf } = keywordsOf(schema)
  if (typeof schema === 'boolean' || allOf === undefined) return schema
  let untied = false
  const parts = allOf.map((part) => {
    const parent = definitions.get(referredNamedSchema(keywordsOf(part).$ref) ?? '')
    const isBranch = (branch: JsonSchema) => referredNamedSchema(keywordsOf(branch).$ref) === name
    if (typeof parent !== 'object' || !alternativesOf(parent).some(isBranch)) return part
    untied = true
    const { oneOf: _oneOf, anyOf: _anyOf, discriminator: _discriminator, ...own } = parent
    return own
  })
  return untied ? { ...schema, allOf: parts } : schema
}
