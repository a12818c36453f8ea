import { isComposedSchema } from '@concordat/runtime/schema-view'
import type { SchemaObject } from '../../../document/document.ts'
import type { JoinedParts, SchemaContext, SchemaPosition } from './context.ts'
import { valuesOfKind } from './discriminator.ts'
import { isBareObject } from './own-type.ts'

type Schema = SchemaObject | boolean | undefined
type Resolver = Pick<SchemaContext, 'target'>

/** Returns how to read the parts of a schema that contradict each other; `undefined` if they do not. */
export function joinedParts(
  input: SchemaObject,
  { place, context }: SchemaPosition,
): JoinedParts | undefined {
  if (!isComposedSchema(input)) return undefined
  const isClosed = shutsOutParts(input, context)
  const stray = strayMembers(input, context)
  return isClosed || stray.size > 0 ? { place, isClosed, stray, replaced: new Set() } : undefined
}

/** A part of a schema as it is read among the others: open, and without stray properties. */
export function partOf(schema: SchemaObject, { isClosed, stray }: JoinedParts): SchemaObject {
  const { properties, ...rest } = isClosed ? withoutClosing(schema) : schema
  if (properties === undefined) return rest
  const kept = Object.entries(properties).filter(([name, value]) => !stray.has(name) || !isBareObject(value))
  return { ...rest, properties: Object.fromEntries(kept) }
}

/**
 * Names of properties that one part declares as an object of any kind, although another part excludes
 * objects. An envelope is often written in this way: `allOf: [{ properties: { data: { type: object } } }, {
 * properties: { data: { type: array } } }]`.
 */
function strayMembers({ $ref: _, ...input }: SchemaObject, context: SchemaContext): ReadonlySet<string> {
  const members = new Map<string, (SchemaObject | boolean)[]>()
  for (const { properties = {} } of conjuncts(input, context))
    for (const [name, schema] of Object.entries(properties))
      members.set(name, [...(members.get(name) ?? []), schema])
  const excludesObjects = (schema: SchemaObject | boolean): boolean => {
    const types = context.types(schema)
    return types !== undefined && types.size > 0 && !types.has('object')
  }
  const stray = [...members].filter(
    ([, schemas]) => schemas.some(isBareObject) && schemas.some(excludesObjects),
  )
  return new Set(stray.map(([name]) => name))
}

/**
 * True if a closed part of an `allOf` forbids the properties of other parts. For example, `allOf: [{
 * properties: { page }, additionalProperties: false }, { properties: { data } }]` forbids "data". A part that
 * repeats another part's properties may be meant to narrow it, unless it forbids a required property.
 */
function shutsOutParts(input: SchemaObject, context: Resolver): boolean {
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
function withoutClosing(schema: SchemaObject): SchemaObject {
  const { additionalProperties, ...rest } = schema
  return {
    ...rest,
    ...(additionalProperties !== false && additionalProperties !== undefined && { additionalProperties }),
  }
}

/** Reports how the parts of a schema are read. */
export function reportJoined({ isClosed, stray }: JoinedParts, { place, context }: SchemaPosition): void {
  if (isClosed)
    context.report({
      code: 'parts-exclude-one-another',
      severity: 'warning',
      place,
      message: 'One part of the schema forbids properties that another part declares.',
      reading: 'an object that can have the properties of all its parts, but no other properties',
      fix: 'remove "additionalProperties: false" from the parts.',
    })
  for (const name of stray)
    context.report({
      code: 'nothing-allowed',
      severity: 'warning',
      place,
      message: `The type "object" of "${name}" in one part of the schema excludes values that another part allows.`,
      reading: `"${name}" as the other part declares it`,
      fix: `remove "type: object" from "${name}".`,
    })
}

/**
 * Returns the schema to which a part refers, and the reference, if the part cannot be read as it is written.
 * Its discriminator chooses among schemas of which this one is known.
 */
export function replacedTarget(
  part: SchemaObject | boolean,
  { place, isClosed: isOpened, stray, replaced }: JoinedParts,
  context: Resolver,
): { readonly pointer: string; readonly schema: SchemaObject } | undefined {
  const { $ref } = typeof part === 'object' ? part : {}
  const schema = $ref === undefined || replaced.has($ref) ? undefined : context.target($ref)
  if ($ref === undefined || typeof schema !== 'object') return undefined
  const isStray = [...conjuncts(schema, context)].some(({ properties = {} }) =>
    Object.entries(properties).some(([name, value]) => stray.has(name) && isBareObject(value)),
  )
  if (!isStray && !(isOpened && isClosed(schema, context))) return undefined
  const { discriminator, ...rest } = schema
  if (discriminator === undefined) return { pointer: $ref, schema }
  const tag = { properties: { [discriminator.propertyName]: { enum: valuesOfKind(place, discriminator) } } }
  return { pointer: $ref, schema: { ...rest, allOf: [...(rest.allOf ?? []), tag] } }
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
