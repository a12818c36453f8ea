import type { SchemaObject } from '@concordat/runtime/schema'
import { COMPOSING, type KeywordName, type KeywordWith, keywordsOf } from '@concordat/runtime/subschemas'
import type { LowerContext } from './lower-context.ts'
import { requiredProperties } from './required-properties.ts'

/** Keywords of the parts of values: true for those that types and conversions have; the others only judge. */
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

/** Keywords by which a schema itself declares the type of its values. */
export const OF_OWN_TYPE: readonly string[] = [
  ...(['type', 'enum', 'const'] as const satisfies readonly KeywordName[]),
  ...Object.entries(PARTS).flatMap(([name, isTyped]) => (isTyped ? [name] : [])),
]

/** Keywords by which other schemas describe it: its references, and its compositions. */
const OF_OTHERS: readonly string[] = ['$ref' satisfies KeywordName, ...COMPOSING]

/** Keywords by which a schema describes its values. */
const SAY = [...OF_OWN_TYPE, ...OF_OTHERS]
/** Keywords by which it says more than that its values are objects of any members. */
const SAY_MORE = SAY.filter((keyword) => keyword !== 'type' && keyword !== 'additionalProperties')

/**
 * True if a property is an object of any members, beside other parts of the same composition that all
 * describe it: then it adds nothing but an index signature, by which a misspelt member would fit.
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
    // `{ name: unknown } & { name?: string }` would be `string | undefined`.
    return isSaid && (!isRequired || context.properties.isRequired(part, name))
  })
}

function isAnyObject(schema: SchemaObject): boolean {
  const { type, additionalProperties = true } = schema
  return (
    type === 'object' && additionalProperties === true && SAY_MORE.every((keyword) => !(keyword in schema))
  )
}
