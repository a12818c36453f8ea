import { isDeepStrictEqual } from 'node:util'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { isAnnotation, mapSubschemas } from '@concordat/runtime/subschemas'
import type { SchemaObject } from '../../../document/document.ts'
import type { SchemaContext, SchemaPosition } from './context.ts'

/**
 * True if a `oneOf` is read as `anyOf`, because two alternatives are alike, or are objects with only optional
 * properties that accept each other's properties. A value that matches one alternative then matches both, and
 * `oneOf` would reject every usual value. A `oneOf` with a discriminator is kept, because the discriminator
 * distinguishes even alternatives that are alike.
 */
export function isReadAsAnyOf(input: SchemaObject, { place, context }: SchemaPosition): boolean {
  const { oneOf = [], anyOf, discriminator } = input
  if (oneOf.length < 2 || anyOf !== undefined || discriminator !== undefined) return false
  const shapes = oneOf.map((alternative) => shapeOf(targetOf(alternative, context)))
  const second = shapes.findIndex((shape, index) =>
    shapes.slice(0, index).some((other) => isAlike(other, shape, context)),
  )
  if (second < 0) return false
  const first = shapes.findIndex((shape) => isAlike(shape, shapes[second] ?? true, context))
  context.report({
    code: 'alternatives-alike',
    severity: 'warning',
    place: pointerBelow(place, 'oneOf'),
    message: `Alternatives ${first + 1} and ${second + 1} of a "oneOf" allow (nearly) the same values, so hardly any value matches exactly one.`,
    reading: '"anyOf"',
    fix: 'write "anyOf", or state what distinguishes the alternatives, such as a required property.',
  })
  return true
}

/** The target of a schema that is only a reference; any other schema is returned unchanged. */
function targetOf(schema: SchemaObject | boolean, context: SchemaContext): SchemaObject | boolean {
  const seen = new Set<string>()
  let target = schema
  while (typeof target === 'object' && target.$ref !== undefined && !seen.has(target.$ref)) {
    const others = Object.keys(target).filter((name) => name !== '$ref' && !isAnnotation(name))
    const next = others.length === 0 ? context.target(target.$ref) : undefined
    if (next === undefined) return target
    seen.add(target.$ref)
    target = next
  }
  return target
}

const known = new WeakMap<object, JsonSchema>()

/** A schema without annotations and dialects, at any depth. References are kept. */
function shapeOf(schema: SchemaObject | JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const found = known.get(schema)
  if (found !== undefined) return found
  const stated = Object.fromEntries(
    Object.entries(schema).filter(([name]) => name !== '$schema' && !isAnnotation(name)),
  )
  const shape = mapSubschemas(stated, shapeOf)
  known.set(schema, shape)
  return shape
}

/** Maximum depth for comparing alternatives, enough for a response's envelope, its list, and the items. */
const MOST_LEVELS = 6

/**
 * True if two schemas allow the same values, or are objects that accept each other's properties. Nested
 * parts, items and properties are compared down to `MOST_LEVELS`.
 */
function isAlike(left: JsonSchema, right: JsonSchema, context: SchemaContext, level = 0): boolean {
  if (isDeepStrictEqual(left, right)) return true
  if (level > MOST_LEVELS) return false
  const alike = (one: unknown, other: unknown): boolean =>
    isAlike(innerOf(one, context), innerOf(other, context), context, level + 1)
  const [parts, others] = [partsOf(left), partsOf(right)]
  if (parts !== undefined && others !== undefined)
    return parts.length === others.length && parts.every((part, index) => alike(part, others[index]))
  const [items, otherItems] = [itemsOf(left), itemsOf(right)]
  if (items !== undefined && otherItems !== undefined) return alike(items, otherItems)
  const [one, other] = [optionalMembers(left), optionalMembers(right)]
  if (one === undefined || other === undefined) return false
  return Object.entries(one).every(
    ([name, schema]) => !Object.hasOwn(other, name) || alike(schema, other[name]),
  )
}

function innerOf(schema: unknown, context: SchemaContext): JsonSchema {
  const isSchema = typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null)
  return isSchema ? shapeOf(targetOf(schema as SchemaObject | boolean, context)) : true
}

/** The parts of a schema that consists only of an `allOf`. */
function partsOf(shape: JsonSchema): readonly unknown[] | undefined {
  if (typeof shape === 'boolean') return undefined
  const { allOf, ...others } = shape
  return Object.keys(others).length === 0 && Array.isArray(allOf) ? allOf : undefined
}

/** Item schema for an array of any length. */
function itemsOf(shape: JsonSchema): unknown {
  if (typeof shape === 'boolean') return undefined
  const { type, items, ...others } = shape
  return type === 'array' && Object.keys(others).length === 0 ? items : undefined
}

/** Properties of an object schema that requires none and allows any others; `undefined` for other schemas. */
function optionalMembers(shape: JsonSchema): Readonly<Record<string, unknown>> | undefined {
  if (typeof shape === 'boolean') return undefined
  const { type, properties, ...others } = shape
  const isOpen = (type ?? 'object') === 'object' && Object.keys(others).length === 0
  return isOpen ? properties : undefined
}
