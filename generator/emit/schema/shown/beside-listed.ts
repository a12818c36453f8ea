import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { listedValues } from '@concordat/runtime/schema-view'
import { alternativesOf, keywordsOf } from '@concordat/runtime/subschemas'
import { reachableDefinitions, referredNamedSchema } from '../../../model/schema/references.ts'

/**
 * Returns the types of alternatives, in which "any string" and "any number" are marked if another alternative
 * enumerates strings or numbers: `anyOf: [string, enum]`. Otherwise TypeScript would reduce `string | 'a'` to
 * `string`, and editors would not suggest 'a'.
 * @param mark keywords for a type that is printed so that enumerated values remain visible next to it.
 */
export function loweredBesideListed(
  types: readonly SchemaObject[],
  { alternatives, mark }: { readonly alternatives: readonly JsonSchema[]; readonly mark: SchemaObject },
  definitions: ReadonlyMap<string, JsonSchema>,
): readonly SchemaObject[] {
  const parts = reachableDefinitions(alternatives, (each) => {
    const keywords = keywordsOf(each)
    return [definitions.get(referredNamedSchema(keywords.$ref) ?? '') ?? true, ...alternativesOf(keywords)]
  })
  const listed = new Set([...parts].flatMap((part) => listedTypes(keywordsOf(part))))
  const kept = (type: SchemaObject): SchemaObject => {
    if (type.anyOf !== undefined) return { ...type, anyOf: type.anyOf.map((each) => kept(keywordsOf(each))) }
    return type.enum === undefined && listed.has(type.type) ? { ...type, ...mark } : type
  }
  return listed.size === 0 ? types : types.map(kept)
}

/** The types of the enumerated values. */
function listedTypes(schema: SchemaObject): readonly SchemaObject['type'][] {
  const values = listedValues(schema) ?? []
  return [
    ...(values.some((value) => typeof value === 'string') ? ['string'] : []),
    ...(values.some((value) => typeof value === 'number') ? ['number', 'integer'] : []),
  ]
}
