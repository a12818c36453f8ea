import type { SchemaObject } from '@concordat/runtime/schema'
import { COMPOSING, type KeywordName, type KeywordWith, keywordsOf } from '@concordat/runtime/subschemas'
import type { LowerContext } from './lower-context.ts'
import { requiredProperties } from './required-properties.ts'

/**
 * Keywords that describe parts of values. The value is true if types and conversions use the keyword, and
 * false if only validation does.
 */
const PARTS = {
  properties: true,
  patternProperties: true,
  additionalProperties: true,
  prefixItems: true,
  items: true,
  contains: false,
  propertyNames: true,
  unevaluatedProperties: true,
  unevaluatedItems: false,
} as const satisfies Readonly<Record<KeywordWith<{ readonly kind: 'child' }>, boolean>>

/**
 * Keywords with which a schema itself determines the type of values, rather than a schema that it refers to
 * or is composed of.
 */
export const OF_OWN_TYPE: readonly string[] = [
  ...(['type', 'enum', 'const'] as const satisfies readonly KeywordName[]),
  ...Object.entries(PARTS).flatMap(([name, isTyped]) => (isTyped ? [name] : [])),
]

/** Keywords that describe values through other schemas: references and compositions. */
const OF_OTHERS: readonly string[] = ['$ref' satisfies KeywordName, ...COMPOSING]

/** Keywords that describe a schema's values. */
const SAY = [...OF_OWN_TYPE, ...OF_OTHERS]
/** Keywords that state more than "an object with any properties". */
const SAY_MORE = SAY.filter((keyword) => keyword !== 'type' && keyword !== 'additionalProperties')

/**
 * True if a property is an object with any properties, and another part of the composition describes it. The
 * property's type would only add an index signature, which accepts misspelled property names.
 */
export function saysNothingBeside(name: string, schema: SchemaObject, context: LowerContext): boolean {
  if (!isAnyObject(keywordsOf(schema.properties?.[name]))) return false
  const { [name]: _, ...properties } = schema.properties ?? {}
  const others: SchemaObject[] = [{ ...schema, properties, required: [] }]
  let inner = schema
  for (const holder of context.enclosing) {
    if (holder.allOf?.includes(inner) !== true) break
    others.push({ ...holder, required: [], allOf: holder.allOf.filter((part) => part !== inner) })
    inner = holder
  }
  const isRequired = requiredProperties(schema, context).has(name)
  return others.some((part) => {
    const found = context.properties.schemas(part, name)
    const isSaid = found.length > 0 && found.every((property) => SAY.some((keyword) => keyword in property))
    // If only this schema required the property, the property's type in `{ name: unknown } & { name?: string
    // }` would be `string | undefined`.
    return isSaid && (!isRequired || context.properties.isRequired(part, name))
  })
}

function isAnyObject(schema: SchemaObject): boolean {
  const { type, additionalProperties = true } = schema
  return (
    type === 'object' && additionalProperties === true && SAY_MORE.every((keyword) => !(keyword in schema))
  )
}
