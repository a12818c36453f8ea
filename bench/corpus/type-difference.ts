import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import type { Model } from '../../generator/model/model.ts'
import { requestSchemas, responseSchemas } from '../../generator/model/schema/of-operation.ts'
import {
  reachableDefinitions,
  referredNamedSchemas,
  walkNamedSchema,
} from '../../generator/model/schema/references.ts'

/** Reasons why our type may differ from openapi-typescript's. */
export const REASONS = {
  optional:
    'with exactOptionalPropertyTypes, TypeScript cannot assign the type to itself, because one part of an allOf requires a property that another part makes optional',
  kinds: 'a base with a discriminator is the union of its kinds here, but only the base there',
  listed: 'an array that enum or const lists is a tuple of its items here, and an array of any length there',
  tuples: 'a tuple with optional or additional items is a tuple here, but a list there',
  absent: 'openapi-typescript omits features that are new in OpenAPI 3.2',
} as const

export type Reason = keyof typeof REASONS

/**
 * A difference, such as `Pet: "narrower"`, and its reason. Without a reason, it counts as a defect in our
 * types.
 */
export interface TypeDifference {
  readonly text: string
  readonly reason?: Reason
}

/**
 * Finds the reason for each difference, if there is one.
 * @param lenient the differences that remain without `exactOptionalPropertyTypes`.
 */
export function reasonsOf(
  differences: readonly string[],
  {
    model,
    lenient,
  }: { readonly model: Pick<Model, 'schemas' | 'operations'>; readonly lenient: readonly string[] },
): TypeDifference[] {
  const remaining = new Set(lenient)
  const bases = new Set(model.schemas.flatMap(({ name, baseName }) => (baseName === undefined ? [] : [name])))
  const withKinds = namesUsing(model, (_, name) => bases.has(name ?? ''))
  const withLists = namesUsing(model, listsArray)
  const withTuples = namesUsing(model, hasTuple)
  return differences.map((text) => {
    if (text.endsWith(': any') || text.includes("does not exist on type 'operations'"))
      return { text, reason: 'absent' }
    if (!remaining.has(text)) return { text, reason: 'optional' }
    const [name = ''] = text.split(/[ :]/)
    if (withKinds.has(name)) return { text, reason: 'kinds' }
    if (withTuples.has(name)) return { text, reason: 'tuples' }
    return withLists.has(name) && text.endsWith('"narrower"') ? { text, reason: 'listed' } : { text }
  })
}

/** True if a schema, or a part of it, lists an array in `enum` or `const`. */
function listsArray(schema: JsonSchema): boolean {
  const listed: unknown[] = []
  walkNamedSchema(schema, (part: SchemaObject) => listed.push(part.const, ...(part.enum ?? [])))
  return listed.some(Array.isArray)
}

function hasTuple(schema: JsonSchema): boolean {
  let found = false
  walkNamedSchema(schema, ({ prefixItems }: SchemaObject) => {
    found ||= prefixItems !== undefined
  })
  return found
}

/**
 * Returns the names of schemas and operations whose types use a schema that `isOne` accepts; it receives a
 * name only for component schemas.
 */
function namesUsing(
  { schemas, operations }: Pick<Model, 'schemas' | 'operations'>,
  isOne: (schema: JsonSchema, name?: string) => boolean,
): ReadonlySet<string> {
  const ones = new Set(schemas.flatMap(({ name, schema }) => (isOne(schema, name) ? [name] : [])))
  const used = new Map(schemas.map(({ name, schema }) => [name, referredNamedSchemas(schema)]))
  const uses = (names: Iterable<string>) =>
    [...reachableDefinitions(names, (name) => used.get(name) ?? [])].some((name) => ones.has(name))
  const ofOperations = operations.filter(({ descriptor }) => {
    const own = [...requestSchemas(descriptor), ...responseSchemas(descriptor)]
    return (
      own.some((schema) => isOne(schema)) || uses(own.flatMap((schema) => [...referredNamedSchemas(schema)]))
    )
  })
  return new Set([
    ...schemas.filter(({ name }) => uses([name])).map(({ name }) => name),
    ...ofOperations.map(({ descriptor }) => descriptor.operationId),
  ])
}
