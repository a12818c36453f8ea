import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { schemaWalk } from '@concordat/runtime/schema-view'

/**
 * Adds defaults for the properties that a value's objects lack. A default that violates its own schema is
 * ignored.
 */
export function withSchemaDefaults(whole: unknown, schema: Schema): unknown {
  return schemaWalk.map(whole, schema, ({ value, beside }, inside) => {
    const given = inside()
    return isObject(value) && isObject(given) ? { ...given, ...defaultsBeside(value, beside) } : given
  })
}

function defaultsBeside(value: object, { properties }: Schema): Readonly<Record<string, unknown>> {
  const missing = [...properties].filter(
    ([name, { keywords }]) => !Object.hasOwn(value, name) && 'default' in keywords,
  )
  const fitting = missing.filter(([, member]) => member.allows(member.keywords.default))
  return Object.fromEntries(fitting.map(([name, { keywords }]) => [name, keywords.default]))
}
