import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf, mapSubschemas } from '@concordat/runtime/subschemas'
import { InheritedKinds } from './kinds.ts'
import {
  reachableDefinitions,
  referredNamedSchema,
  referredNamedSchemas,
  walkNamedSchema,
} from './references.ts'

/**
 * The read view omits properties that only requests contain (`writeOnly`). The write view omits those that
 * only responses contain (`readOnly`).
 */
export type SchemaView = 'read' | 'write'

const HIDDEN: Readonly<Record<SchemaView, 'readOnly' | 'writeOnly'>> = {
  read: 'writeOnly',
  write: 'readOnly',
}

/**
 * Names of definitions whose read and write views differ because they, or definitions that they refer to,
 * have a hidden property.
 */
export function definitionsDifferingInViews(definitions: ReadonlyMap<string, JsonSchema>): Set<string> {
  const kinds = new InheritedKinds(definitions)
  const users = new Map<string, string[]>()
  const own: string[] = []
  for (const [name, schema] of definitions) {
    let hides = false
    walkNamedSchema(schema, ({ properties = {} }) => {
      hides ||= Object.values(properties).some(
        (property) => isHidden(property, 'read', definitions) || isHidden(property, 'write', definitions),
      )
    })
    if (hides) own.push(name)
    for (const used of [...referredNamedSchemas(schema), ...kinds.children(name)])
      users.set(used, [...(users.get(used) ?? []), name])
  }
  return reachableDefinitions(own, (name) => users.get(name) ?? [])
}

/** True if the property's schema, or the definition to which it refers, hides the property in this view. */
function isHidden(
  property: JsonSchema,
  view: SchemaView,
  definitions: ReadonlyMap<string, JsonSchema>,
): boolean {
  const own = keywordsOf(property)
  if (own[HIDDEN[view]] === true) return true
  return (
    own.$ref !== undefined &&
    keywordsOf(definitions.get(referredNamedSchema(own.$ref) ?? ''))[HIDDEN[view]] === true
  )
}

type Discriminator = NonNullable<SchemaObject['discriminator']>

interface SchemaViewContext {
  readonly definitions: ReadonlyMap<string, JsonSchema>
  /** A definition's name in this view. */
  rename(name: string): string
}

/**
 * Returns a schema's read or write view. Hidden properties are removed, also from `required`, which may be in
 * another part of an `allOf` than the property, and references are renamed.
 */
export function schemaInView(schema: JsonSchema, view: SchemaView, context: SchemaViewContext): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const { $ref, discriminator, properties, required, allOf } = schema
  const hasNames = properties !== undefined || required !== undefined || allOf !== undefined
  const hidden = new Set(hasNames ? hiddenNames(schema, view, context) : [])
  const shown = hidden.size === 0 ? schema : withoutProperties(schema, hidden)
  const output = mapSubschemas(shown, (inner) => schemaInView(inner, view, context))
  const reference = $ref === undefined ? undefined : renamed($ref, context)
  if (reference === $ref && discriminator === undefined) return output
  return {
    ...output,
    ...(reference !== undefined && { $ref: reference }),
    ...(discriminator !== undefined && { discriminator: renamedDiscriminator(discriminator, context) }),
  }
}

function renamedDiscriminator(discriminator: Discriminator, context: SchemaViewContext): Discriminator {
  const { mapping, defaultMapping } = discriminator
  const targets = Object.entries(mapping ?? {}).map(([value, target]) => [value, renamed(target, context)])
  return {
    ...discriminator,
    ...(mapping !== undefined && { mapping: Object.fromEntries(targets) }),
    ...(defaultMapping !== undefined && { defaultMapping: renamed(defaultMapping, context) }),
  }
}

/** Names of hidden properties of a schema, of the definition to which it refers, and of its `allOf`. */
function hiddenNames(
  schema: JsonSchema,
  view: SchemaView,
  context: SchemaViewContext,
  seen: ReadonlySet<string> = new Set(),
): readonly string[] {
  const { definitions } = context
  const { $ref, properties = {}, allOf = [] } = keywordsOf(schema)
  const own = Object.keys(properties).filter((name) => isHidden(properties[name] ?? true, view, definitions))
  const target = referredNamedSchema($ref)
  const isNew = target !== undefined && !seen.has(target)
  const further = isNew ? new Set([...seen, target]) : seen
  const parts = isNew ? [definitions.get(target) ?? true, ...allOf] : allOf
  return [...own, ...parts.flatMap((part) => hiddenNames(part, view, context, further))]
}

/** Removes properties and, also in the parts of an `allOf`, their names in `required`. */
function withoutProperties(schema: SchemaObject, hidden: ReadonlySet<string>): SchemaObject {
  const { properties, required, allOf } = schema
  const stays = Object.entries(properties ?? {}).filter(([name]) => !hidden.has(name))
  const output = {
    ...schema,
    ...(properties !== undefined && { properties: Object.fromEntries(stays) }),
    ...(required !== undefined && { required: required.filter((name) => !hidden.has(name)) }),
    ...(allOf !== undefined && {
      allOf: allOf.map((part) => (typeof part === 'object' ? withoutProperties(part, hidden) : part)),
    }),
  }
  if (output.required?.length !== 0) return output
  const { required: _, ...rest } = output
  return rest
}

function renamed(reference: string, context: SchemaViewContext): string {
  const name = referredNamedSchema(reference)
  return name === undefined ? reference : `#/$defs/${context.rename(name)}`
}
