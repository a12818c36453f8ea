import { stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { Model } from '../../model/model.ts'
import { definitionName } from '../../model/schema/references.ts'
import type { Code } from '../print/code.ts'
import { propertySchema, propertyValues } from './property-values.ts'

/** What lowering needs to know of the model. */
export interface LowerContext {
  readonly definitions: ReadonlyMap<string, JsonSchema>
  /** The type that values of a schema's format are held as, where they are converted; `type` is of JSON Schema. */
  formatType(schema: SchemaObject, type: string): Code | undefined
  /** The values that the discriminator has for a definition that its mapping does not name. */
  implicitValue(name: string): string
  /** The schemas whose compositions the schema is a part of, from the inside out. */
  readonly enclosing: readonly SchemaObject[]
  /** Properties that are being lowered because a schema beside them requires them. */
  readonly required: ReadonlySet<SchemaObject>
}

/** What lowering the schemas of a model needs to know. */
export function lowerContext(
  { schemas }: Pick<Model, 'schemas'>,
  formatType: LowerContext['formatType'] = () => undefined,
): LowerContext {
  const originalNames = new Map(schemas.map(({ name, pointer }) => [name, stepsOf(pointer).at(-1)]))
  return {
    definitions: new Map(schemas.map(({ name, schema }) => [name, schema])),
    formatType,
    implicitValue: (name) => originalNames.get(name) ?? name,
    enclosing: [],
    required: new Set(),
  }
}

/** Keyword of lowered schemas: the type that values are held as, as code. */
export const HELD_AS = 'x-held-as'

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
  const parts = [
    ...ownParts(schema, context),
    ...composedParts(schema, context),
    ...requiredPart(schema, context),
  ]
  const annotations: Record<string, unknown> = {}
  for (const keyword of ANNOTATIONS) if (schema[keyword] !== undefined) annotations[keyword] = schema[keyword]
  const [only] = parts
  if (only === undefined) return annotations
  return parts.length === 1 ? { ...only, ...annotations } : { ...annotations, allOf: parts }
}

/**
 * Names that are required here and declared elsewhere, with what they are declared as: `{ name: unknown }` beside
 * `{ name?: string }` would leave `string | undefined`.
 */
function requiredPart(schema: SchemaObject, context: LowerContext): SchemaObject[] {
  const { properties = {}, required = [] } = schema
  const names = required.filter((name) => !Object.hasOwn(properties, name))
  if (names.length === 0) return []
  const declared = names.map((name) => [name, declaredElsewhere(name, schema, context)] as const)
  return [{ type: 'object', properties: Object.fromEntries(declared), required: names }]
}

function declaredElsewhere(name: string, schema: SchemaObject, context: LowerContext): SchemaObject {
  const found = [schema, ...context.enclosing]
    .map((holder) => propertySchema(holder, name, context))
    .find((property) => property !== undefined)
  if (found === undefined || context.required.has(found)) return {}
  const required = new Set([...context.required, found])
  const {
    title: _,
    description: __,
    deprecated: ___,
    default: ____,
    ...type
  } = lowerSchema(found, {
    ...context,
    enclosing: [],
    required,
  })
  return type
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
  const held = context.formatType(schema, type)
  return {
    type,
    ...(schema.format !== undefined && { format: schema.format }),
    ...(held !== undefined && { [HELD_AS]: held }),
  }
}

function arrayType({ prefixItems, items, minItems }: SchemaObject, context: LowerContext): SchemaObject {
  const lowered = (schemas: readonly JsonSchema[]) =>
    schemas.map((item) => lowerSchema(item, inside(context)))
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
  const lowered = (schemas: readonly JsonSchema[]) =>
    schemas.map((item) => lowerSchema(item, inside(context)))
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

/** What is known inside an item or a property. */
function inside(context: LowerContext): LowerContext {
  return context.enclosing.length === 0 ? context : { ...context, enclosing: [] }
}

function composedParts(schema: SchemaObject, outer: LowerContext): SchemaObject[] {
  const { allOf = [], anyOf, oneOf } = schema
  const context = { ...outer, enclosing: [schema, ...outer.enclosing] }
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
  // What names no other alternative is the default one, whatever its property holds.
  const isDefault = name !== undefined && definitionName(discriminator?.defaultMapping) === name
  if (discriminator === undefined || name === undefined || isDefault) return lowered
  const { propertyName: property } = discriminator
  const keys = selectingKeys(name, discriminator, context)
  const values = discriminatingValues(keys, { schema: branch, property }, context)
  if (values.length === 0) return lowered
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

/** The keys of a mapping that lead to a definition; its name where none does. */
function selectingKeys(
  name: string,
  { mapping = {} }: NonNullable<SchemaObject['discriminator']>,
  context: Pick<LowerContext, 'implicitValue'>,
): string[] {
  const keys = Object.entries(mapping)
    .filter(([, target]) => definitionName(target) === name)
    .map(([key]) => key)
  return keys.length > 0 ? keys : [context.implicitValue(name)]
}

/**
 * What the discriminating property of a branch is narrowed to; nothing where the branch says as much itself, or does not
 * allow what the mapping says.
 */
function discriminatingValues(
  keys: readonly string[],
  { schema, property }: { readonly schema: JsonSchema; readonly property: string },
  context: LowerContext,
): readonly unknown[] {
  const allowed = propertyValues(schema, property, context)
  if (allowed === undefined) {
    const declared = propertySchema(schema, property, context)
    const type = keywordsOf(context.definitions.get(definitionName(declared?.$ref) ?? '') ?? declared).type
    return keys.map((key) => typedValue(key, type))
  }
  const values = [...allowed].filter((value) => keys.includes(String(value)))
  return values.length === allowed.size ? [] : values
}

/** Mapping keys are text; the property that they stand for may be a number or a boolean. */
function typedValue(value: string, type: SchemaObject['type']): unknown {
  if ((type === 'integer' || type === 'number') && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value)
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value
}
