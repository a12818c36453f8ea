import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { definitionName } from '../model/view.ts'

type Schema = { readonly [keyword: string]: unknown }

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
export function lowerSchema(schema: JsonSchema, context: LowerContext): Schema {
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
function requiredPart(schema: Schema): Schema[] {
  const own = isObject(schema['properties']) ? schema['properties'] : {}
  const names = (Array.isArray(schema['required']) ? schema['required'] : []).filter(
    (name) => !Object.hasOwn(own, name),
  )
  return names.length === 0
    ? []
    : [{ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])), required: names }]
}

function ownParts(schema: Schema, context: LowerContext): Schema[] {
  const reference = definitionName(schema['$ref'])
  const parts: Schema[] = reference === undefined ? [] : [{ $ref: `#/components/schemas/${reference}` }]
  if ('const' in schema)
    return [...parts, schema['const'] === null ? { type: 'null' } : { const: schema['const'] }]
  if (Array.isArray(schema['enum'])) return [...parts, enumType(schema['enum'])]
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
function enumType(values: readonly unknown[]): Schema {
  if (values.every((value) => typeof value === 'string')) return { enum: values, type: 'string' }
  return values.every((value) => typeof value === 'number')
    ? { enum: values, type: 'number' }
    : { enum: values }
}

function typesOf(schema: Schema): string[] {
  const { type } = schema
  if (type !== undefined)
    return (Array.isArray(type) ? type : [type]).filter((item) => typeof item === 'string')
  if (hasShape(schema)) return ['object']
  return 'items' in schema || 'prefixItems' in schema ? ['array'] : []
}

function hasShape(schema: Schema): boolean {
  return ['properties', 'additionalProperties', 'patternProperties'].some((keyword) => keyword in schema)
}

function ofType(type: string, schema: Schema, context: LowerContext): Schema {
  if (type === 'array') return arrayType(schema, context)
  if (type === 'object') return objectType(schema, context)
  return schema['format'] === undefined ? { type } : { type, format: schema['format'] }
}

function arrayType(schema: Schema, context: LowerContext): Schema {
  const { prefixItems, items } = schema
  // A tuple whose rest is open, or whose first items may be missing, has no exact TypeScript type: its items do.
  if (Array.isArray(prefixItems) && items !== false && prefixItems.length !== schema['minItems']) {
    const rest = items === undefined ? [] : [items as JsonSchema]
    return {
      type: 'array',
      items: { anyOf: [...prefixItems, ...rest].map((item) => lowerSchema(item, context)) },
    }
  }
  if (Array.isArray(prefixItems))
    return { type: 'array', prefixItems: prefixItems.map((item) => lowerSchema(item, context)) }
  return { type: 'array', ...(items !== undefined && { items: lowerSchema(items as JsonSchema, context) }) }
}

function objectType(schema: Schema, context: LowerContext): Schema {
  const lowered = (schemas: readonly unknown[]) =>
    schemas.map((item) => lowerSchema(item as JsonSchema, context))
  const names = isObject(schema['properties']) ? Object.keys(schema['properties']) : []
  const properties = lowered(isObject(schema['properties']) ? Object.values(schema['properties']) : [])
  const patterns = isObject(schema['patternProperties']) ? Object.values(schema['patternProperties']) : []
  const { additionalProperties: additional } = schema
  const open = lowered([...patterns, ...(isObject(additional) ? [additional] : [])])
  const required = (Array.isArray(schema['required']) ? schema['required'] : []).filter((name) =>
    names.includes(name),
  )
  return {
    type: 'object',
    ...(names.length > 0 && {
      properties: Object.fromEntries(names.map((name, index) => [name, properties[index]])),
    }),
    ...(required.length > 0 && { required }),
    // An index signature holds for every property, so it takes in the types of the named ones.
    ...(open.length > 0 && {
      additionalProperties: open.length + names.length === 1 ? open[0] : { anyOf: [...open, ...properties] },
    }),
    ...(open.length === 0 && additional === true && { additionalProperties: true }),
  }
}

function composedParts(schema: Schema, context: LowerContext): Schema[] {
  const all = Array.isArray(schema['allOf']) ? schema['allOf'].map((item) => lowerSchema(item, context)) : []
  const unions = ['anyOf', 'oneOf'].flatMap((keyword) => {
    const branches = schema[keyword]
    if (!Array.isArray(branches)) return []
    const lowered = branches.map((branch) => discriminated(branch, schema['discriminator'], context))
    // A branch that says nothing of the type makes the whole union say nothing.
    return lowered.some((branch) => !TYPED.some((keyword) => keyword in branch)) ? [] : [{ anyOf: lowered }]
  })
  return [...all, ...unions]
}

/** A branch of a union with its discriminating property narrowed to the values that select it. */
function discriminated(branch: JsonSchema, discriminator: unknown, context: LowerContext): Schema {
  const lowered = lowerSchema(branch, context)
  const name = isObject(branch) ? definitionName(branch['$ref']) : undefined
  if (!isObject(discriminator) || typeof discriminator['propertyName'] !== 'string' || name === undefined)
    return lowered
  const property = discriminator['propertyName']
  const declared = propertySchema(context.definitions.get(name), property, context)
  if (
    declared !== undefined &&
    (typeof declared === 'boolean' ||
      'enum' in declared ||
      'const' in declared ||
      '$ref' in declared ||
      'allOf' in declared)
  )
    return lowered
  const mapping = isObject(discriminator['mapping']) ? Object.entries(discriminator['mapping']) : []
  const mapped = mapping.filter(([, target]) => definitionName(target) === name).map(([value]) => value)
  const values = (mapped.length > 0 ? mapped : [context.implicitValue(name)]).map((value) =>
    typedValue(value, declared),
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
function typedValue(value: string, declared: Schema | undefined): unknown {
  const type = declared?.['type']
  if ((type === 'integer' || type === 'number') && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value)
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value
}

function propertySchema(
  schema: JsonSchema | undefined,
  property: string,
  context: LowerContext,
  seen = new Set<unknown>(),
): Schema | undefined {
  if (!isObject(schema) || seen.has(schema)) return undefined
  seen.add(schema)
  const own =
    isObject(schema['properties']) && Object.hasOwn(schema['properties'], property)
      ? schema['properties'][property]
      : undefined
  if (isObject(own)) return own
  const reference = definitionName(schema['$ref'])
  const sources = [
    ...(reference === undefined ? [] : [context.definitions.get(reference)]),
    ...(Array.isArray(schema['allOf']) ? schema['allOf'] : []),
  ]
  for (const part of sources) {
    const found = propertySchema(part, property, context, seen)
    if (found !== undefined) return found
  }
  return undefined
}
