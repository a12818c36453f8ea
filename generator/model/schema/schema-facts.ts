import { descriptions } from '@concordat/runtime/lexicon'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from './references.ts'

/** What every value of a schema is known to have, whichever of its parts says so. */
export interface Facets {
  readonly types: ReadonlySet<unknown>
  /** The value is a URL: by its format, or by what its description begins with. */
  readonly isUrl: boolean
  /** Its description says that it belongs to what comes next. */
  readonly isOfNext: boolean
  readonly default?: unknown
  readonly minimum?: unknown
}

const URL_FORMAT = ['uri', 'uri-reference', 'iri', 'iri-reference', 'url']

/** Looks into schemas through references and `allOf`, as far as what they say is certain. */
export class SchemaFacts {
  readonly #definitions: ReadonlyMap<string, JsonSchema>
  /** Those of schemas that were asked for: the same definitions stand in many bodies. */
  readonly #facets = new Map<JsonSchema | undefined, Facets>()

  constructor(definitions: ReadonlyMap<string, JsonSchema>) {
    this.#definitions = definitions
  }

  /** The properties that every object of this schema may have, in order; empty for anything but objects. */
  properties(schema: JsonSchema | undefined, seen: ReadonlySet<string> = new Set()): Map<string, JsonSchema> {
    const { $ref, allOf = [], properties = {} } = keywordsOf(schema)
    const name = definitionName($ref)
    const referred =
      name === undefined || seen.has(name)
        ? []
        : this.properties(this.#definitions.get(name), new Set([...seen, name]))
    const parts = allOf.flatMap((part) => [...this.properties(part, seen)])
    return new Map([...referred, ...parts, ...Object.entries(properties)])
  }

  /** Whether every object of this schema may have a property, whichever of its alternatives it is. */
  hasProperty(schema: JsonSchema | undefined, name: string, seen: readonly unknown[] = []): boolean {
    if (this.properties(schema).has(name)) return true
    const choices = this.parts(schema).flatMap(({ anyOf = [], oneOf = [] }) => [...anyOf, ...oneOf])
    const isOpen = choices.length > 0 && !seen.includes(schema)
    return isOpen && choices.every((choice) => this.hasProperty(choice, name, [...seen, schema]))
  }

  /** The schema of an array's items; `undefined` when the schema is no plain array. */
  items(schema: JsonSchema | undefined, seen: ReadonlySet<string> = new Set()): JsonSchema | undefined {
    const { $ref, type = [], items = true } = keywordsOf(schema)
    const name = definitionName($ref)
    if (name !== undefined)
      return seen.has(name) ? undefined : this.items(this.#definitions.get(name), new Set([...seen, name]))
    return [type].flat().includes('array') ? items : undefined
  }

  /** Names of the properties that every object of this schema has. */
  required(schema: JsonSchema | undefined): string[] {
    return this.parts(schema).flatMap(({ required = [] }) => required)
  }

  facets(schema: JsonSchema | undefined): Facets {
    const known = this.#facets.get(schema) ?? this.#readFacets(schema)
    this.#facets.set(schema, known)
    return known
  }

  #readFacets(schema: JsonSchema | undefined): Facets {
    const parts = this.parts(schema)
    const first = <Name extends keyof SchemaObject>(keyword: Name): SchemaObject[Name] | undefined =>
      parts.map((part) => part[keyword]).find((value) => value !== undefined)
    const choices = [...(first('anyOf') ?? []), ...(first('oneOf') ?? [])].map((branch) =>
      this.facets(branch),
    )
    const exclusive = first('exclusiveMinimum')
    const types = [first('type') ?? choices.flatMap((choice) => [...choice.types])].flat()
    return {
      types: new Set(types),
      isUrl:
        URL_FORMAT.includes(first('format') ?? '') ||
        descriptions.isUrl(first('description') ?? '') ||
        choices.some(({ isUrl }) => isUrl),
      isOfNext: descriptions.isOfNext(first('description') ?? '') || choices.some(({ isOfNext }) => isOfNext),
      default: first('default'),
      minimum: first('minimum') ?? (exclusive === 0 && types.includes('integer') ? 1 : undefined),
    }
  }

  /** Whether every value of the schema is a text. */
  isText(schema: JsonSchema | undefined): boolean {
    const { types } = this.facets(schema)
    return types.size > 0 && [...types].every((type) => type === 'string')
  }

  /** Whether every value of the schema but null is octets, whichever of its alternatives it is. */
  isOctets(schema: JsonSchema | undefined, seen: readonly unknown[] = []): boolean {
    if (seen.includes(schema)) return false
    const parts = this.parts(schema)
    const areOctets = (choices: readonly JsonSchema[] = []): boolean => {
      const values = choices.filter((choice) => keywordsOf(choice).type !== 'null')
      return values.length > 0 && values.every((choice) => this.isOctets(choice, [...seen, schema]))
    }
    return parts.some(
      ({ format, anyOf, oneOf }) => format === 'binary' || areOctets(anyOf) || areOctets(oneOf),
    )
  }

  /** What holds at once: the schema, what it refers to, and the parts of its `allOf`. */
  parts(schema: JsonSchema | undefined, seen: ReadonlySet<string> = new Set()): SchemaObject[] {
    if (typeof schema !== 'object') return []
    const { $ref, allOf = [] } = schema
    const name = definitionName($ref)
    const target =
      name === undefined || seen.has(name)
        ? []
        : this.parts(this.#definitions.get(name), new Set([...seen, name]))
    return [schema, ...target, ...allOf.flatMap((part) => this.parts(part, seen))]
  }
}
