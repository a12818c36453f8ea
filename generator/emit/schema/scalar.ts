import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from '../../model/schema/references.ts'

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null']

/** Whether no value of a schema is an array or object, as far as its keywords make that certain. */
export function isScalar(
  schema: JsonSchema | undefined,
  definitions: Readonly<Record<string, JsonSchema>>,
  seen: ReadonlySet<JsonSchema> = new Set(),
): boolean {
  if (typeof schema !== 'object' || seen.has(schema)) return false
  const inner = new Set([...seen, schema])
  const isInner = (part: JsonSchema): boolean => isScalar(part, definitions, inner)
  const { $ref, type, enum: values, allOf = [], anyOf = [], oneOf = [] } = keywordsOf(schema)
  const name = definitionName($ref)
  if (name !== undefined && isScalar(definitions[name], definitions, inner)) return true
  if (type !== undefined) return [type].flat().every((word) => SCALARS.includes(word))
  if ('const' in schema) return isScalarValue(schema.const)
  if (values !== undefined) return values.every(isScalarValue)
  return (
    allOf.some(isInner) || [anyOf, oneOf].some((branches) => branches.length > 0 && branches.every(isInner))
  )
}

function isScalarValue(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
