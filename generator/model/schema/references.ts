import { below } from '@concordat/runtime/pointer'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { forEachSubschema, keywordsOf } from '@concordat/runtime/subschemas'

/** Calls `visit` for the schema and every schema inside it, without following references. */
export function walkSchema(schema: JsonSchema, visit: (schema: SchemaObject) => void): void {
  if (typeof schema === 'boolean') return
  visit(schema)
  forEachSubschema(schema, (inner) => walkSchema(inner, visit))
}

/** Calls `visit` for the same schemas, each with its place below that of the first. */
export function walkPlaces(
  schema: JsonSchema,
  pointer: string,
  visit: (schema: SchemaObject, pointer: string) => void,
): void {
  if (typeof schema === 'boolean') return
  visit(schema, pointer)
  forEachSubschema(schema, (inner, ...steps) => walkPlaces(inner, below(pointer, ...steps), visit))
}

/** The definition that "#/$defs/Pet" names. */
export function definitionName(reference: string | undefined): string | undefined {
  return reference?.startsWith('#/$defs/') ? reference.slice('#/$defs/'.length) : undefined
}

/** The discriminator of a schema that lists no alternatives: it chooses among the schemas that inherit. */
export function heirsDiscriminator(schema: JsonSchema | undefined): SchemaObject['discriminator'] {
  const { discriminator, oneOf, anyOf } = keywordsOf(schema)
  return oneOf === undefined && anyOf === undefined ? discriminator : undefined
}

/** The kinds that a schema without alternatives names: its values are judged by these, and made of them. */
export function kindNames(schema: JsonSchema | undefined): readonly string[] {
  const discriminator = heirsDiscriminator(schema)
  if (discriminator === undefined) return []
  const { mapping = {}, defaultMapping } = discriminator
  return [...Object.values(mapping), defaultMapping].flatMap((target) => definitionName(target) ?? [])
}

/** Schemas never change once they are made, and every search for the used ones walks the same schemas. */
const referenced = new WeakMap<SchemaObject, ReadonlySet<string>>()
const NONE: ReadonlySet<string> = new Set()

/** Names of all definitions that a schema refers to, directly. */
export function referencedNames(schema: JsonSchema | undefined): ReadonlySet<string> {
  if (typeof schema !== 'object') return NONE
  const known = referenced.get(schema) ?? findNames(schema)
  referenced.set(schema, known)
  return known
}

function findNames(schema: SchemaObject): ReadonlySet<string> {
  const names = new Set<string>()
  walkSchema(schema, ({ $ref }) => {
    const name = definitionName($ref)
    if (name !== undefined) names.add(name)
  })
  return names
}

/** All that is reached from `starts`, themselves included, in the order of discovery. */
export function closure<Node>(starts: Iterable<Node>, edges: (node: Node) => Iterable<Node>): Set<Node> {
  const reached = new Set(starts)
  for (const node of reached) for (const next of edges(node)) reached.add(next)
  return reached
}
