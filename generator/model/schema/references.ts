import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { forEachSubschema, keywordsOf } from '@concordat/runtime/subschemas'

/**
 * Calls `visit` for the schema and every schema in it, except boolean schemas, without following references.
 */
export function walkNamedSchema(schema: JsonSchema, visit: (schema: SchemaObject) => void): void {
  if (typeof schema === 'boolean') return
  visit(schema)
  forEachSubschema(schema, (inner) => walkNamedSchema(inner, visit))
}

/** Like `walkNamedSchema`, but also passes each schema's location, which starts with the given one. */
export function walkNamedSchemaPlaces(
  schema: JsonSchema,
  pointer: string,
  visit: (schema: SchemaObject, pointer: string) => void,
): void {
  if (typeof schema === 'boolean') return
  visit(schema, pointer)
  forEachSubschema(schema, (inner, ...steps) =>
    walkNamedSchemaPlaces(inner, pointerBelow(pointer, ...steps), visit),
  )
}

/** Name of the definition in a reference such as "#/$defs/Pet"; `undefined` for any other reference. */
export function referredNamedSchema(reference: string | undefined): string | undefined {
  return reference?.startsWith('#/$defs/') ? reference.slice('#/$defs/'.length) : undefined
}

/** The discriminator of a schema without alternatives, which selects among the schema's heirs. */
export function heirsDiscriminator(schema: JsonSchema | undefined): SchemaObject['discriminator'] {
  const { discriminator, oneOf, anyOf } = keywordsOf(schema)
  return oneOf === undefined && anyOf === undefined ? discriminator : undefined
}

/**
 * Definitions listed in the discriminator of a schema without alternatives, for validation and sample values.
 */
export function kindsNamedBySchema(schema: JsonSchema | undefined): readonly string[] {
  const discriminator = heirsDiscriminator(schema)
  if (discriminator === undefined) return []
  const { mapping = {}, defaultMapping } = discriminator
  return [...Object.values(mapping), defaultMapping].flatMap((target) => referredNamedSchema(target) ?? [])
}

/** Cached because every search for used definitions walks the same, immutable schemas. */
const referenced = new WeakMap<SchemaObject, ReadonlySet<string>>()
const NONE: ReadonlySet<string> = new Set()

/** Names of the definitions that a schema refers to directly. */
export function referredNamedSchemas(schema: JsonSchema | undefined): ReadonlySet<string> {
  if (typeof schema !== 'object') return NONE
  const known = referenced.get(schema) ?? findNames(schema)
  referenced.set(schema, known)
  return known
}

function findNames(schema: SchemaObject): ReadonlySet<string> {
  const names = new Set<string>()
  walkNamedSchema(schema, ({ $ref }) => {
    const name = referredNamedSchema($ref)
    if (name !== undefined) names.add(name)
  })
  return names
}

/** The nodes in `starts` and all nodes reachable from them, in order of discovery. */
export function reachableDefinitions<Node>(
  starts: Iterable<Node>,
  edges: (node: Node) => Iterable<Node>,
): Set<Node> {
  const reached = new Set(starts)
  for (const node of reached) for (const next of edges(node)) reached.add(next)
  return reached
}
