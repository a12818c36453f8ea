import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { definitionName } from './view.ts'

/** What every value of a schema is known to have, whichever of its parts says so. */
export interface Facets {
  readonly types: ReadonlySet<unknown>
  /** The value is a URL: by its format, or by what its description begins with. */
  readonly isUrl: boolean
  readonly default?: unknown
  readonly minimum?: unknown
}

const URL_FORMAT = ['uri', 'uri-reference', 'iri', 'iri-reference', 'url']
const URL_DESCRIPTION = /^(?:(?:the|an?|absolute|relative|full)\s)*(?:url|uri|link)\b/i

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

  /** Names of the properties that every object of this schema has. */
  required(schema: JsonSchema | undefined): string[] {
    return this.#parts(schema).flatMap((part) =>
      Array.isArray(part['required']) ? part['required'].filter((name) => typeof name === 'string') : [],
    )
  }

  facets(schema: JsonSchema | undefined): Facets {
    const parts = this.#parts(schema)
    const first = (keyword: string) => parts.map((part) => part[keyword]).find((value) => value !== undefined)
    const choices = ['anyOf', 'oneOf'].flatMap((keyword) => {
      const branches = first(keyword)
      return Array.isArray(branches) ? branches.map((branch) => this.facets(branch as JsonSchema)) : []
    })
    const types = [first('type') ?? choices.flatMap((choice) => [...choice.types])].flat()
    const description = first('description')
    return {
      types: new Set(types),
      isUrl:
        URL_FORMAT.includes(String(first('format'))) ||
        (typeof description === 'string' && URL_DESCRIPTION.test(description)) ||
        choices.some(({ isUrl }) => isUrl),
      default: first('default'),
      minimum: first('minimum'),
    }
  }

  /** What holds at once: the schema, what it refers to, and the parts of its `allOf`. */
  #parts(schema: unknown, seen: ReadonlySet<string> = new Set()): { readonly [keyword: string]: unknown }[] {
    if (!isObject(schema)) return []
    const name = definitionName(schema['$ref'])
    const target =
      name === undefined || seen.has(name)
        ? []
        : this.#parts(this.#definitions[name], new Set([...seen, name]))
    const allOf = Array.isArray(schema['allOf']) ? schema['allOf'] : []
    return [schema, ...target, ...allOf.flatMap((part) => this.#parts(part, seen))]
  }
}
