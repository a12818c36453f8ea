import { isComposedSchema } from '@concordat/runtime/schema-view'
import type { SchemaObject } from '../../../document/document.ts'
import type { SchemaContext, SchemaPosition } from './context.ts'
import type { SchemaDraft } from './keywords/draft.ts'

type Schema = SchemaObject | boolean | undefined
type Resolver = Pick<SchemaContext, 'target'>

/**
 * True if a closed part of an `allOf` forbids the properties of other parts. For example, `allOf: [{
 * properties: { page }, additionalProperties: false }, { properties: { data } }]` forbids "data". A part that
 * repeats another part's properties may be meant to narrow it, unless it forbids a required property.
 */
export function shutsOutParts(input: SchemaObject, context: Resolver): boolean {
  if (!isComposedSchema(input)) return false
  const { allOf = [], anyOf = [], oneOf = [], $ref, ...own } = input
  const parts: readonly Schema[] = [own, ...allOf]
  const closed = parts.filter((part) => isClosed(part, context))
  if (closed.length === 0) return false
  const others = [...parts, ...anyOf, ...oneOf, ...($ref === undefined ? [] : [{ $ref }])]
  const required = new Set(parts.flatMap((part) => requiredBy(part, context)))
  return closed.some((part) => {
    const names = new Set(namesOf(part, context))
    return others.some((other) => {
      if (other === part) return false
      const named = namesOf(other, context)
      const lost = named.filter((name) => !names.has(name))
      return lost.length > 0 && (lost.length === named.length || lost.some((name) => required.has(name)))
    })
  })
}

/** A schema without `additionalProperties: false`. */
export function withoutClosing(schema: SchemaObject): SchemaObject {
  const { additionalProperties, ...rest } = schema
  return {
    ...rest,
    ...(additionalProperties !== false && additionalProperties !== undefined && { additionalProperties }),
  }
}

/** Closes a schema as a whole, with a warning that its parts forbid each other's properties. */
export function closeAsOne(output: SchemaDraft, { place, context }: SchemaPosition): void {
  output.unevaluatedProperties = false
  context.report({
    code: 'parts-exclude-one-another',
    severity: 'warning',
    place,
    message: 'One part of the schema forbids properties that another part declares.',
    reading: 'an object that can have the properties of all its parts, but no other properties',
    fix: 'remove "additionalProperties: false" from the parts.',
  })
}

/**
 * Returns the closed schema to which a part refers, and the reference; `undefined` for other parts. A schema
 * with a discriminator remains a reference, because its name selects it.
 */
export function closedTarget(
  part: SchemaObject | boolean,
  context: Resolver,
): { readonly pointer: string; readonly schema: SchemaObject } | undefined {
  const { $ref } = typeof part === 'object' ? part : {}
  const schema = $ref === undefined ? undefined : context.target($ref)
  if ($ref === undefined || typeof schema !== 'object' || schema.discriminator !== undefined) return undefined
  return isClosed(schema, context) ? { pointer: $ref, schema } : undefined
}

/**
 * True if a schema forbids properties that it does not declare itself. `unevaluatedProperties` does not
 * count: it considers the properties of the schema's parts, and is applied as written.
 */
function isClosed(part: Schema, context: Resolver): boolean {
  return [...conjuncts(part, context)].some(
    ({ additionalProperties, patternProperties }) =>
      additionalProperties === false && patternProperties === undefined,
  )
}

function namesOf(part: Schema, context: Resolver): readonly string[] {
  return [...conjuncts(part, context)].flatMap(({ properties = {} }) => Object.keys(properties))
}

function requiredBy(part: Schema, context: Resolver): readonly string[] {
  return [...conjuncts(part, context)].flatMap(({ required = [] }) => required)
}

/** The schema, its reference targets and its `allOf` parts, at any depth and without duplicates. */
function conjuncts(part: Schema, context: Resolver): ReadonlySet<SchemaObject> {
  const found = new Set<SchemaObject>()
  const pending = [part]
  while (pending.length > 0) {
    const schema = pending.pop()
    if (typeof schema !== 'object' || found.has(schema)) continue
    found.add(schema)
    const { $ref, allOf = [] } = schema
    pending.push(...allOf, ...($ref === undefined ? [] : [context.target($ref)]))
  }
  return found
}
