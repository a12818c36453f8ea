import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from '../../model/schema/references.ts'
import {
  discriminatingValues,
  enumType,
  literalProperty,
  selectingKeys,
  tellsApart,
} from './discriminating.ts'
import type { LowerContext } from './lower-context.ts'
import { saysNothingBeside } from './open-property.ts'
import { propertySchemas } from './property-values.ts'
import { isDeclaredBeside, requiredProperties } from './required-properties.ts'

/** Keyword of lowered schemas: the type that values are held as, as code. */
export const HELD_AS = 'x-held-as'

/** Keyword of lowered schemas that list values: others are possible too. */
export const OPEN = 'x-open'

/** What gives a lowered schema a type. */
const TYPED = ['$ref', 'type', 'enum', 'const', 'allOf', 'anyOf']
const ANNOTATIONS = ['title', 'description', 'deprecated', 'default', 'format']

/** Whether a lowered schema is printed as anything but `unknown`. */
function saysType(lowered: SchemaObject): boolean {
  return TYPED.some((keyword) => keyword in lowered)
}

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
  const { properties = {}, required } = schema
  if (required === undefined) return []
  const names = required.filter(
    (name) => !Object.hasOwn(properties, name) && !isDeclaredBeside(name, schema, context),
  )
  if (names.length === 0) return []
  const declared = names.map((name) => [name, declaredElsewhere(name, schema, context)] as const)
  return [{ type: 'object', properties: Object.fromEntries(declared), required: names }]
}

/** As what it is declared, or as any of what alternatives declare it. */
function declaredElsewhere(name: string, schema: SchemaObject, context: LowerContext): SchemaObject {
  const found =
    [schema, ...context.enclosing]
      .map((holder) => propertySchemas(holder, name, context))
      .find(({ length }) => length > 0) ?? []
  if (found.some((property) => context.required.has(property))) return {}
  const required = new Set([...context.required, ...found])
  const types = found.map((property) => {
    const lowered = lowerSchema(property, { ...context, enclosing: [], required })
    const { title: _, description: __, deprecated: ___, default: ____, ...type } = lowered
    return type
  })
  const [only = {}] = types
  if (types.length <= 1) return only
  return types.every(saysType) ? { anyOf: types.flatMap((type) => type.anyOf ?? [type]) } : {}
}

function reference(name: string): SchemaObject {
  return { $ref: `#/components/schemas/${name}` }
}

function ownParts(schema: SchemaObject, context: LowerContext): SchemaObject[] {
  const name = definitionName(schema.$ref)
  const parts: SchemaObject[] = name === undefined ? [] : [reference(name)]
  if ('const' in schema) return [...parts, schema.const === null ? { type: 'null' } : { const: schema.const }]
  if (schema.enum !== undefined)
    return [...parts, { ...enumType(schema.enum), ...(context.isOpen(schema) && { [OPEN]: true }) }]
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
  const { properties = {}, patternProperties = {}, additionalProperties: additional } = schema
  const lowered = (schemas: readonly JsonSchema[]) =>
    schemas.map((item) => lowerSchema(item, inside(context)))
  const names = Object.keys(properties)
  const types = Object.entries(properties).map(([name, property]) =>
    lowerSchema(saysNothingBeside(name, schema, context) ? withoutType(property) : property, inside(context)),
  )
  const open = lowered([
    ...Object.values(patternProperties),
    ...(typeof additional === 'object' ? [additional] : []),
  ])
  const [first] = open
  const required = requiredProperties(schema, context)
  const ownRequired = names.filter((name) => required.has(name))
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

/** As what any value has, so that other parts of an intersection say what it is. */
function withoutType(property: JsonSchema): SchemaObject {
  const { type: _, additionalProperties: __, ...rest } = keywordsOf(property)
  return rest
}

/** What is known inside an item or a property. */
function inside(context: LowerContext): LowerContext {
  return context.enclosing.length === 0 ? context : { ...context, enclosing: [] }
}

function composedParts(schema: SchemaObject, outer: LowerContext): SchemaObject[] {
  const { allOf = [], anyOf, oneOf } = schema
  if (allOf.length === 0 && anyOf === undefined && oneOf === undefined) return []
  const context = { ...outer, enclosing: [schema, ...outer.enclosing] }
  const unions = [anyOf, oneOf].flatMap((branches) => {
    if (branches === undefined) return []
    const lowered = branches.map((branch) => discriminated(branch, schema.discriminator, context))
    // A branch that says nothing of the type makes the whole union say nothing.
    return lowered.every(saysType) ? [{ anyOf: lowered }] : []
  })
  return [...allOf.map((item) => parentPart(item, schema, context) ?? lowerSchema(item, context)), ...unions]
}

/** What a schema inherits from one that has kinds: not their union. A bare reference adds nothing, so it does not inherit. */
function parentPart(
  part: JsonSchema,
  schema: SchemaObject,
  { baseNames, heirs }: LowerContext,
): SchemaObject | undefined {
  const base = baseNames.get(definitionName(keywordsOf(part).$ref) ?? '')
  const addsToIt =
    (schema.allOf?.length ?? 0) > 1 ||
    hasShape(schema) ||
    ['required', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)
  return base !== undefined && (addsToIt || heirs.has(schema)) ? reference(base) : undefined
}

/** A branch of a union with its discriminating property narrowed to the values that select it. */
function discriminated(
  branch: JsonSchema,
  discriminator: SchemaObject['discriminator'],
  context: LowerContext,
): SchemaObject {
  const lowered = lowerSchema(branch, context)
  const name = definitionName(keywordsOf(branch).$ref)
  // A value that names none of the others is of the default alternative, whatever its property holds.
  const isDefault = name !== undefined && definitionName(discriminator?.defaultMapping) === name
  if (discriminator === undefined || name === undefined || isDefault) return lowered
  const { propertyName: property } = discriminator
  const keys = selectingKeys(name, discriminator, context)
  if (tellsApart(name, property, { ...context, keys })) return lowered
  const values = discriminatingValues(keys, { schema: branch, property }, context)
  return values.length === 0 ? lowered : { allOf: [lowered, literalProperty(property, values)] }
}
