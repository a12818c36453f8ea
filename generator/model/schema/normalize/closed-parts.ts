import { isComposed } from '@concordat/runtime/schema-view'
import type { SchemaObject } from '../../../document/document.ts'
import type { SchemaContext, SchemaPosition } from './context.ts'
import type { Draft } from './keywords/draft.ts'

type Schema = SchemaObject | boolean | undefined
type Resolver = Pick<SchemaContext, 'target'>

/**
 * True if a part of a schema excludes the members that other parts are there for: "data" of `allOf: [{
 * properties: { page }, additionalProperties: false }, { properties: { data } }]`, which sees no properties
 * but its own. A part that names some members of another one may be meant to narrow it, unless one that it
 * shuts out is required.
 */
export function shutsOutParts(input: SchemaObject, context: Resolver): boolean {
  if (!isComposed(input)) return false
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

/** A schema without what makes it see no properties but its own. */
export function withoutClosing(schema: SchemaObject): SchemaObject {
  const { additionalProperties, ...rest } = schema
  return {
    ...rest,
    ...(additionalProperties !== false && additionalProperties !== undefined && { additionalProperties }),
  }
}

/** Parts that shut one another out are read as parts of a whole that is closed. */
export function closeAsOne(output: Draft, { place, context }: SchemaPosition): void {
  output.unevaluatedProperties = false
  context.report({
    code: 'parts-exclude-one-another',
    severity: 'warning',
    place,
    message: 'A part of the schema forbids the members that another part names.',
    reading: 'an object that may have the members of all its parts, and no others',
    fix: 'leave "additionalProperties: false" out of the parts.',
  })
}

/**
 * The closed schema that a part only refers to, and by which reference; `undefined` for any other part. A
 * schema that a discriminator chooses is found by its name, and stays a reference.
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
 * True if a schema allows no members but those that it names itself. `unevaluatedProperties` sees those of
 * its parts, and is read as it is written: its authors know what it shuts out.
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

/** A schema with all that it refers to and that its `allOf` holds, each once. */
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
