import type { JsonSchema } from '../../runtime/schema/schema.ts'
import { isObject } from './schema.ts'
import { definitionName } from './view.ts'

/** Looks into schemas through references and `allOf`, as far as their shape is certain. */
export class Shapes {
  readonly #definitions: Readonly<Record<string, JsonSchema>>

  constructor(definitions: Readonly<Record<string, JsonSchema>>) {
    this.#definitions = definitions
  }

  /** The properties that every object of this schema may have, in order; empty for anything but objects. */
  properties(schema: JsonSchema | undefined, seen: ReadonlySet<string> = new Set()): Map<string, JsonSchema> {
    const found = new Map<string, JsonSchema>()
    if (!isObject(schema)) return found
    const name = definitionName(schema['$ref'])
    if (name !== undefined && !seen.has(name)) {
      for (const [key, value] of this.properties(this.#definitions[name], new Set([...seen, name])))
        found.set(key, value)
    }
    for (const part of Array.isArray(schema['allOf']) ? schema['allOf'] : []) {
      for (const [key, value] of this.properties(part as JsonSchema, seen)) found.set(key, value)
    }
    const own = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
    for (const [key, value] of own) found.set(key, value as JsonSchema)
    return found
  }

  /** The schema of an array's items; `undefined` when the schema is no plain array. */
  items(schema: JsonSchema | undefined, seen: ReadonlySet<string> = new Set()): JsonSchema | undefined {
    if (!isObject(schema)) return undefined
    const name = definitionName(schema['$ref'])
    if (name !== undefined)
      return seen.has(name) ? undefined : this.items(this.#definitions[name], new Set([...seen, name]))
    const isArray =
      schema['type'] === 'array' || (Array.isArray(schema['type']) && schema['type'].includes('array'))
    return isArray ? ((schema['items'] as JsonSchema | undefined) ?? true) : undefined
  }
}
