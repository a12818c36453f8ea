import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { SchemaFact, statedFact } from '@concordat/runtime/schema-view'
import type { LowerContext } from './lower-context.ts'
import { mayLowerToObject } from './property-facts.ts'

/**
 * Properties that a schema and its enclosing composition require. One part of an `allOf` can require a
 * property that another part declares; without the declaration, the property's type in `{ name: unknown } & {
 * name?: string }` would be `string | undefined`.
 */
export function requiredProperties(
  schema: SchemaObject,
  { properties, enclosing }: Pick<LowerContext, 'properties' | 'enclosing'>,
): ReadonlySet<string> {
  const own = properties.required(schema)
  if (enclosing.length === 0) return own
  return new Set(
    [own, ...enclosing.map((holder) => properties.required(holder))].flatMap((names) => [...names]),
  )
}

/**
 * True if another part of the same composition, other than a reference, declares the property. The property
 * is then required in that part's type.
 */
export function isDeclaredBeside(
  name: string,
  schema: SchemaObject,
  { enclosing }: Pick<LowerContext, 'enclosing'>,
): boolean {
  const leadNowhere = () => undefined
  const declares = ({ properties = {} }: SchemaObject) => Object.hasOwn(properties, name)
  const isDeclared = new SchemaFact(leadNowhere, {
    ...statedFact(declares, mayLowerToObject),
    either: (all) => !all.includes(false),
  })
  let inner: JsonSchema = schema
  for (const holder of [schema, ...enclosing]) {
    // Only parts of an `allOf` count, because a property that one alternative requires is optional outside
    // that alternative.
    if (holder !== inner && holder.allOf?.includes(inner) !== true) return false
    if (isDeclared.of(holder)) return true
    inner = holder
  }
  return false
}
