import type { SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { LowerContext } from './lower-context.ts'
import { requiredProperties } from './required-properties.ts'

/** Keywords by which a schema says what its values are, beside their type. */
const SAY_MORE = [
  ...['$ref', 'enum', 'const', 'allOf', 'anyOf', 'oneOf'],
  ...['properties', 'patternProperties', 'items', 'prefixItems'],
]
const SAY = [...SAY_MORE, 'type', 'additionalProperties']

/**
 * Whether a property is an object of any members, beside other parts of the same composition that all say what it is: then it adds nothing
 * but an index signature, by which a member that is misspelt would fit.
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
