import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import { type Definitions, definitionAt } from '../document/reference.ts'
import { isObject } from '../json/json.ts'
import { schemasAsArray } from './merge.ts'

/** Maximum length of a reference chain. */
const MOST_REFERENCES = 20

/**
 * The alternatives of a document's schemas. Each alternative is one object, however often it is requested.
 */
export class Alternatives {
  readonly #definitions: Definitions
  readonly #made = new WeakMap<object, readonly JsonSchema[]>()

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  /**
   * One copy of a schema for each of its alternatives, containing only that alternative; the schema itself if
   * it has fewer than two.
   */
  of(schema: JsonSchema): readonly JsonSchema[] {
    const own = this.#target(schema)
    if (own === undefined) return [schema]
    const keyword = (['oneOf', 'anyOf'] as const).find((name) => schemasAsArray(own[name]).length > 1)
    if (keyword === undefined) return [schema]
    const made =
      this.#made.get(own) ?? schemasAsArray(own[keyword]).map((branch) => ({ ...own, [keyword]: [branch] }))
    this.#made.set(own, made)
    return made
  }

  /** Follows references that have no other keywords beside them. */
  #target(schema: JsonSchema): SchemaObject | undefined {
    let own: unknown = schema
    for (let depth = 0; depth < MOST_REFERENCES && isObject(own) && '$ref' in own; depth++) {
      if (Object.keys(own).length > 1) return undefined
      own = definitionAt(own['$ref'], this.#definitions)
    }
    return isObject(own) ? own : undefined
  }
}
