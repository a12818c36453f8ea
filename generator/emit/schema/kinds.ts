import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { Model } from '../../model/model.ts'
import { InheritedKinds } from '../../model/schema/kinds.ts'
import { referredNamedSchema } from '../../model/schema/references.ts'
import { DOC_KEYWORDS } from '../print/comment.ts'
import { discriminatingValues, loweredDiscriminatorKeys, loweredLiteralProperty } from './discriminating.ts'
import { lowerSchema } from './lower.ts'
import { type LowerContext, lowerContext } from './lower-context.ts'

/** Context in which a schema with kinds is the union of its kinds, and its own part has a base name. */
export function kindsContext(
  model: Pick<Model, 'schemas'>,
  formatType: LowerContext['formatType'],
): LowerContext {
  const { schemas } = model
  const kinds = new InheritedKinds(new Map(schemas.map(({ name, schema }) => [name, schema])))
  return {
    ...lowerContext(model, formatType),
    baseNames: new Map(schemas.flatMap(({ name, baseName }) => (baseName ? [[name, baseName]] : []))),
    heirs: new Set(schemas.flatMap(({ name, schema }) => (kinds.has(name) ? [schema] : []))),
  }
}

/**
 * Lowers all schemas. A schema with a discriminator but no alternatives becomes the union of its subtypes,
 * each with its discriminator values; the schema's own part is declared under the base name.
 */
export function lowerSchemas(
  { schemas }: Pick<Model, 'schemas'>,
  context: LowerContext,
): ReadonlyMap<string, SchemaObject> {
  const kinds = new InheritedKinds(context.definitions)
  const lowered = new Map<string, SchemaObject>()
  for (const { name, schema, baseName } of schemas) {
    const own = lowerSchema(schema, context)
    const literals = kinds.has(name) ? literalsOf(name, kinds, context) : []
    if (baseName === undefined) lowered.set(name, withLiterals(own, literals))
    else {
      const base = { $ref: `#/components/schemas/${baseName}` }
      const self = isOneItself(name, kinds, context) ? [withLiterals(base, literals)] : []
      const others = kinds.children(name).map((child) => ({ $ref: `#/components/schemas/${child}` }))
      lowered.set(baseName, own)
      lowered.set(name, { ...annotationsOf(own), anyOf: [...self, ...others] })
    }
  }
  return lowered
}

/**
 * True if a schema with subtypes is also one of the kinds: it has no discriminator, or its own or an
 * ancestor's discriminator for the same property maps a possible value to it or has it as the default.
 */
function isOneItself(name: string, kinds: InheritedKinds, context: LowerContext): boolean {
  const own = kinds.discriminator(name)
  const allowed = own && context.properties.values(context.definitions.get(name) ?? true, own.propertyName)
  const isPossible = (key: string) =>
    allowed === undefined || [...allowed].some((value) => String(value) === key)
  return (
    own === undefined ||
    kinds.lineage(name).some((ancestor) => {
      const discriminator = kinds.discriminator(ancestor)
      return (
        discriminator?.propertyName === own.propertyName &&
        (loweredDiscriminatorKeys(name, discriminator).some(isPossible) ||
          referredNamedSchema(discriminator.defaultMapping) === name)
      )
    })
  )
}

/** Literal properties of a schema, from discriminators that it inherits or that map to it. */
function literalsOf(name: string, kinds: InheritedKinds, context: LowerContext): SchemaObject[] {
  const schema = context.definitions.get(name) ?? true
  return [...keysByProperty(name, kinds, context)].flatMap(([property, keys]) => {
    const values = discriminatingValues(keys, { schema, property }, context)
    return values.length === 0 ? [] : [loweredLiteralProperty(context.shownName(property), values)]
  })
}

/**
 * Returns the keys that select a kind, by discriminating property: keys from mappings or, failing that, the
 * keys of the nearest ancestor whose kinds are distinguished by another property or, failing that, the kind's
 * name. A discriminator's default has no keys, because all other values select it.
 */
function keysByProperty(
  name: string,
  kinds: InheritedKinds,
  context: LowerContext,
  heirs: readonly string[] = [],
): Map<string, readonly string[]> {
  const lineage = kinds.lineage(name)
  const discriminators = lineage.flatMap((ancestor) => {
    const discriminator = kinds.discriminator(ancestor)
    return discriminator === undefined ? [] : [{ ancestor, discriminator }]
  })
  const inherited = discriminators.filter(({ ancestor, discriminator }) => {
    return ancestor !== name || loweredDiscriminatorKeys(name, discriminator).length > 0
  })
  const properties = new Set(inherited.map(({ discriminator }) => discriminator.propertyName))
  const isDefault = (property: string) =>
    discriminators.some(
      ({ discriminator: { propertyName, defaultMapping } }) =>
        propertyName === property && referredNamedSchema(defaultMapping) === name,
    )
  return new Map(
    [...properties].flatMap((property): [string, readonly string[]][] => {
      if (isDefault(property)) return []
      const mapped = inherited
        .filter(({ discriminator }) => discriminator.propertyName === property)
        .flatMap(({ discriminator }) => loweredDiscriminatorKeys(name, discriminator))
      if (mapped.length > 0) return [[property, [...new Set(mapped)]]]
      const between = discriminators
        .filter(({ ancestor, discriminator }) => ancestor !== name && discriminator.propertyName !== property)
        .filter(({ ancestor }) => !heirs.includes(ancestor))
        .map(({ ancestor }) => keysByProperty(ancestor, kinds, context, [...heirs, name]))
      const keys = between.flatMap((found) => [found.get(property) ?? []]).find(({ length }) => length > 0)
      return [[property, keys ?? [context.implicitValue(name)]]]
    }),
  )
}

/** Adds literal properties to a schema's own object, if it has one, so that it remains an interface. */
function withLiterals(schema: SchemaObject, literals: readonly SchemaObject[]): SchemaObject {
  if (literals.length === 0) return schema
  const parts: readonly JsonSchema[] = schema.allOf ?? [withoutAnnotations(schema)]
  const objects = parts.filter((part) => keywordsOf(part).type === 'object')
  const [own] = objects
  const merged = [...(objects.length === 1 && own !== undefined ? [own] : []), ...literals].map(keywordsOf)
  const object: SchemaObject = {
    ...keywordsOf(objects.length === 1 ? own : undefined),
    type: 'object',
    properties: mergedProperties(merged),
    required: [...new Set(merged.flatMap(({ required = [] }) => required))],
  }
  const others = objects.length === 1 ? parts.filter((part) => part !== own) : parts
  return others.length === 0
    ? { ...annotationsOf(schema), ...object }
    : { ...annotationsOf(schema), allOf: [...others, object] }
}

/**
 * Merges the properties of several objects. A literal replaces an earlier declaration, but keeps its
 * annotations.
 */
function mergedProperties(objects: readonly SchemaObject[]): Record<string, JsonSchema> {
  const merged: Record<string, JsonSchema> = {}
  for (const { properties = {} } of objects)
    for (const [name, property] of Object.entries(properties)) {
      const earlier = Object.hasOwn(merged, name) ? merged[name] : undefined
      merged[name] = { ...annotationsOf(keywordsOf(earlier)), ...keywordsOf(property) }
    }
  return merged
}

function annotationsOf(schema: SchemaObject): SchemaObject {
  const kept = DOC_KEYWORDS.flatMap((keyword) =>
    schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]],
  )
  return Object.fromEntries(kept)
}

function withoutAnnotations(schema: SchemaObject): SchemaObject {
  const entries = Object.entries(schema).filter(([keyword]) => !DOC_KEYWORDS.some((one) => one === keyword))
  return Object.fromEntries(entries)
}
