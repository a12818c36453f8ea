import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from '../model/schema/references.ts'

/** What lowering needs to know of the model. */
export interface LowerContext {
  readonly definitions: ReadonlyMap<string, JsonSchema>
  /** The values that the discriminator has for a definition that its mapping does not name. */
  implicitValue(name: string): string
}

/** A lowered schema without any of these is `unknown`. */
const TYPED = ['$ref', 'type', 'enum', 'const', 'allOf', 'anyOf']
const ANNOTATIONS = ['title', 'description', 'deprecated', 'default', 'format']

/**
 * Rewrites a schema so that openapi-typescript prints its meaning: every keyword that narrows becomes a part of one
 * intersection (it would join siblings of `anyOf` to the union, and drop those of `$ref`), and a discriminator
 * becomes a literal property of each branch.
 */
export function lowerSchema(schema: JsonSchema, context: LowerContext): SchemaObject {
  if (typeof schema === 'boolean') return schema ? {} : { not: {}, enum: [] }
  const parts = [...ownParts(schema, context), ...composedParts(schema, context), ...requiredPart(schema)]
  const annotations = Object.fromEntries(
    ANNOTATIONS.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])),
  )
  const [only] = parts
  if (only === undefined) return annotations
  return parts.length === 1 ? { ...only, ...annotations } : { ...annotations, allOf: parts }
}

/** Names that are required here and declared elsewhere: `{ name: unknown }` beside them makes them required. */
function requiredPart({ properties = {}, required = [] }: SchemaObject): SchemaObject[] {
  const names = required.filter((name) => !Object.hasOwn(properties, name))
  return names.length === 0
    ? []
    : [{ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])), required: names }]
}

function ownParts(schema: SchemaObject, context: LowerContext): SchemaObject[] {
  const reference = definitionName(schema.$ref)
  const parts: SchemaObject[] = reference === undefined ? [] : [{ $ref: `#/components/schemas/${reference}` }]
  if ('const' in schema) return [...parts, schema.const === null ? { type: 'null' } : { const: schema.const }]
  if (schema.enum !== undefined) return [...parts, enumType(schema.enum)]
  const types = typesOf(schema)
  const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)
  // A bare `type: object` beside a composition adds nothing but an index signature.
  if (isComposed && !hasShape(schema) && types.every((type) => type === 'object' || type === 'null'))
    return parts
  const alternatives = types.map((type) => ofType(type, schema, context))
  if (alternatives.length === 0) return parts
  const [only] = alternatives
  return [...parts, alternatives.length === 1 && only !== undefined ? only : { anyOf: alternatives }]
}

/** The type only names the values in a comment; it is left out where they have several. */
function enumType(values: readonly unknown[]): SchemaObject {
  if (values.every((value) => typeof value === 'string')) return { enum: values, type: 'string' }
  return values.every((value) => typeof value === 'number')
    ? { enum: values, type: 'number' }
    : { enum: values }
}

function typesOf(schema: SchemaObject): string[] {
  if (schema.type !== undefined) return [schema.type].flat()
  if (hasShape(schema)) return ['object']
  return 'items' in schema || 'prefixItems' in schema ? ['array'] : []
}

function hasShape(schema: SchemaObject): boolean {
  return ['properties', 'additionalProperties', 'patternProperties'].some((keyword) => keyword in schema)
}

function ofType(type: string, schema: SchemaObject, context: LowerContext): SchemaObject {
  if (type === 'array') return arrayType(schema, context)
  if (type === 'object') return objectType(schema, context)
  return schema.format === undefined ? { type } : { type, format: schema.format }
}

function arrayType({ prefixItems, items, minItems }: SchemaObject, context: LowerContext): SchemaObject {
  const lowered = (schemas: readonly JsonSchema[]) => schemas.map((item) => lowerSchema(item, context))
  const rest = items === undefined ? [] : [items]
  if (prefixItems === undefined) {
    const [item] = lowered(rest)
    return { type: 'array', ...(item !== undefined && { items: item }) }
  }
  // A tuple whose rest is open, or whose first items may be missing, has no exact TypeScript type: its items do.
  if (items !== false && prefixItems.length !== minItems)
    return { type: 'array', items: { anyOf: lowered([...prefixItems, ...rest]) } }
  return { type: 'array', prefixItems: lowered(prefixItems) }
}

function objectType(schema: SchemaObject, context: LowerContext): SchemaObject {
  const { properties = {}, patternProperties = {}, additionalProperties: additional, required = [] } = schema
  const lowered = (schemas: readonly JsonSchema[]) => schemas.map((item) => lowerSchema(item, context))
  const names = Object.keys(properties)
  const types = lowered(Object.values(properties))
  const open = lowered([
    ...Object.values(patternProperties),
    ...(typeof additional === 'object' ? [additional] : []),
  ])
  const [first] = open
  const ownRequired = required.filter((name) => names.includes(name))
  return {
    type: 'object',
    ...(names.length > 0 && {
      properties: Object.fromEntries(names.map((name, index) => [name, types[index] ?? {}])),
    }),
    ...(ownRequired.length > 0 && { required: ownRequired }),
    // An index signature holds for every property, so it takes in the types of the named ones.
    ...(first !== undefined && {
      additionalProperties: open.length + names.length === 1 ? first : { anyOf: [...open, ...types] },
    }),
    ...(first === undefined && additional === true && { additionalProperties: true }),
  }
}

function composedParts(schema: SchemaObject, context: LowerContext): SchemaObject[] {
  const { allOf = [], anyOf, oneOf } = schema
  const unions = [anyOf, oneOf].flatMap((branches) => {
    if (branches === undefined) return []
    const lowered = branches.map((branch) => discriminated(branch, schema.discriminator, context))
    // A branch that says nothing of the type makes the whole union say nothing.
    return lowered.some((branch) => !TYPED.some((keyword) => keyword in branch)) ? [] : [{ anyOf: lowered }]
  })
  return [...allOf.map((item) => lowerSchema(item, context)), ...unions]
}

/** A branch of a union with its discriminating property narrowed to the values that select it. */
function discriminated(
  branch: JsonSchema,
  discriminator: SchemaObject['discriminator'],
  context: LowerContext,
): SchemaObject {
  const lowered = lowerSchema(branch, context)
  const name = definitionName(keywordsOf(branch).$ref)
  if (discriminator === undefined || name === undefined) return lowered
  const { propertyName: property, mapping = {} } = discriminator
  const declared = propertySchema(context.definitions.get(name), property, context)
  if (['enum', 'const', '$ref', 'allOf'].some((keyword) => declared !== undefined && keyword in declared))
    return lowered
  const mapped = Object.entries(mapping)
    .filter(([, target]) => definitionName(target) === name)
    .map(([value]) => value)
  const values = (mapped.length > 0 ? mapped : [context.implicitValue(name)]).map((value) =>
    typedValue(value, declared?.type),
  )
  return {
    allOf: [
      lowered,
      {
        type: 'object',
        properties: Object.fromEntries([[property, enumType(values)]]),
        required: [property],
      },
    ],
  }
}

/** Mapping keys are text; the property that they stand for may be a number or a boolean. */
function typedValue(value: string, type: SchemaObject['type']): unknown {
  if ((type === 'integer' || type === 'number') && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value)
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value
}

function propertySchema(
  schema: JsonSchema | undefined,
  property: string,
  context: LowerContext,
  seen = new Set<unknown>(),
): SchemaObject | undefined {
  if (typeof schema !== 'object' || seen.has(schema)) return undefined
  seen.add(schema)
  const { $ref, properties = {}, allOf = [] } = schema
  const own = Object.hasOwn(properties, property) ? properties[property] : undefined
  if (typeof own === 'object') return own
  const reference = definitionName($ref)
  for (const part of [...(reference === undefined ? [] : [context.definitions.get(reference)]), ...allOf]) {
    const found = propertySchema(part, property, context, seen)
    if (found !== undefined) return found
  }
  return undefined
}
