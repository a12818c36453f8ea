import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from '../../model/schema/references.ts'
import { mayBeObject } from './property-values.ts'

interface Surroundings {
  readonly definitions: ReadonlyMap<string, JsonSchema>
  readonly enclosing: readonly SchemaObject[]
}

/**
 * The properties that an object has to have: by its schema, and by whatever else holds where that stands in a composition. So
 * what one part of an `allOf` requires another one declares, and `{ name: unknown } & { name?: string }` would be
 * `string | undefined` to TypeScript.
 */
export function requiredProperties(schema: SchemaObject, context: Surroundings): ReadonlySet<string> {
  const seen = new Set<unknown>()
  const gather = (part: JsonSchema | undefined): readonly string[] => {
    if (part === undefined || seen.has(part)) return []
    seen.add(part)
    const { $ref, required = [], allOf = [] } = keywordsOf(part)
    const target = context.definitions.get(definitionName($ref) ?? '')
    return [...required, ...[target, ...allOf].flatMap(gather)]
  }
  return new Set([schema, ...context.enclosing].flatMap(gather))
}

/** Whether a part that stands in the same composition, not one that is referred to, declares the property: then that part has it as required. */
export function isDeclaredBeside(name: string, schema: SchemaObject, { enclosing }: Surroundings): boolean {
  const declares = (part: JsonSchema): boolean => {
    const { properties = {}, allOf = [], anyOf, oneOf } = keywordsOf(part)
    if (Object.hasOwn(properties, name) || allOf.some(declares)) return true
    return [anyOf, oneOf].some((branches) => branches?.filter(mayBeObject).every(declares))
  }
  let inner = schema
  for (const holder of [schema, ...enclosing]) {
    // What one alternative requires is not required of what stands beside the alternatives.
    if (holder !== inner && holder.allOf?.includes(inner) !== true) return false
    if (declares(holder)) return true
    inner = holder
  }
  return false
}
