import { keywordsOf } from '../../schema/document/subschemas.ts'
import { isObject } from '../../schema/json/json.ts'
import { definitionAt, type JsonSchema, type SchemaObject } from '../../schema/schema.ts'
import {
  COMPOSED,
  type FactRules,
  listedValues,
  OCTETS,
  ownTypes,
  SchemaFact,
} from '../../schema/view/view.ts'

/**
 * Types, other than string, to which text can be converted; all `false` if the schema does not limit types.
 */
interface ScalarTypes {
  readonly boolean: boolean
  readonly number: boolean
  readonly null: boolean
  /** Arrays or objects. */
  readonly parts: boolean
}

/** The facts about a schema that are needed to convert text to a value. */
export interface SchemaShape {
  /** JSON types of values that can be valid; `undefined` if the schema does not limit them. */
  readonly types: ReadonlySet<string> | undefined
  /** The only allowed type apart from `null`, if that type is array or object. */
  readonly only: 'array' | 'object' | undefined
  /** Types other than string to which a string can be converted. */
  readonly takes: ScalarTypes
  /** True if every string stays a string. */
  readonly keepsText: boolean
  /** Values of `enum` and `const`, which decide whether "1" stays a string or becomes 1. */
  readonly values: readonly unknown[]
  /** Names of the schema's properties, in the schema's order. */
  readonly propertyNames: readonly string[]
  /**
   * True if the schema allows properties with other names: it names none, or `additionalProperties` allows
   * them.
   */
  readonly isOpen: boolean
  /** True if every value except null is binary, represented by a Blob. */
  readonly isBinary: boolean
  /** True if a value can be binary. */
  readonly mayBeBinary: boolean
  /** The schema's own `default`, or that of the schema to which it refers. */
  readonly default: unknown
  readonly property: (name: string) => SchemaShape
  readonly item: (index: number) => SchemaShape
}

/**
 * True if a string can be valid. If not, as for XML or CSV, the schema describes the text's content, not the
 * string itself.
 */
export function mayBeTextShape({ types }: SchemaShape): boolean {
  return types === undefined || types.has('string')
}

/**
 * Returns a schema's shape. Create only one reader per document, so that every schema is examined only once.
 */
export type ShapeReader = (schema: JsonSchema | undefined) => SchemaShape

/**
 * Creates a shape reader that follows `$ref`, `allOf`, `anyOf` and `oneOf`. Branches are combined: a shape
 * describes values that can be valid, and the validator decides.
 * @param definitions schemas for references such as `#/$defs/Name`.
 */
export function createShapeReader(definitions: Readonly<Record<string, JsonSchema>>): ShapeReader {
  const reading = new ShapeReading(definitions)
  return (schema) => reading.read(schema)
}

class ShapeReading {
  readonly #resolve: (reference: string | undefined) => JsonSchema | undefined
  readonly #known = new WeakMap<SchemaObject, SchemaShape>()
  readonly #composed: SchemaFact<ReadonlySet<SchemaObject>>
  readonly #types: SchemaFact<Types>
  readonly #octets: SchemaFact<boolean>

  constructor(definitions: Readonly<Record<string, JsonSchema>>) {
    this.#resolve = (reference) => {
      const target = definitionAt(reference, definitions)
      return typeof target === 'boolean' || isObject(target) ? target : undefined
    }
    this.#composed = new SchemaFact(this.#resolve, COMPOSED)
    this.#types = new SchemaFact(this.#resolve, TYPES)
    this.#octets = new SchemaFact(this.#resolve, OCTETS)
  }

  read(schema: JsonSchema | undefined): SchemaShape {
    if (typeof schema !== 'object') return unlimited
    const shape = this.#known.get(schema) ?? this.#describe(schema)
    this.#known.set(schema, shape)
    return shape
  }

  #describe(schema: SchemaObject): SchemaShape {
    const parts = [...this.#composed.of(schema)]
    const possible = this.#types.of(schema)
    const takes = scalarsOf(possible)
    const values = parts.flatMap((part) => listedValues(part) ?? [])
    const properties = new Map<string, SchemaShape>()
    const items = new Map<number, SchemaShape>()
    return {
      types: possible,
      only: onlyOf(possible),
      takes,
      keepsText: possible === undefined ? values.length === 0 : !Object.values(takes).includes(true),
      values,
      propertyNames: [...new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})))],
      isOpen:
        parts.every((part) => part.properties === undefined) ||
        parts.some((part) => part.additionalProperties),
      isBinary: this.#octets.of(schema),
      mayBeBinary: parts.some((part) => part.format === 'binary'),
      default: schema.default ?? keywordsOf(this.#resolve(schema.$ref)).default,
      property: (name) =>
        cached(properties, name, () =>
          this.read(
            this.#said(schema, (part) => ownProperty(part, name)) ??
              this.#said(schema, (part) => part.additionalProperties),
          ),
        ),
      item: (index) =>
        cached(items, index, () =>
          this.read(
            this.#said(schema, (part) => part.prefixItems?.[index]) ??
              this.#said(schema, (part) => part.items),
          ),
        ),
    }
  }

  #said(schema: SchemaObject, wordOf: WordOf): JsonSchema | undefined {
    return new SchemaFact(this.#resolve, partRules(wordOf)).of(schema)
  }
}

const TYPES: FactRules<Types> = {
  own(schema) {
    const own = ownTypes(schema)
    return own && new Set(own)
  },
  together: (all) => all.reduce(intersect, undefined),
  either: unite,
}

/** Returns the schema that a schema object's own keywords define for one part of its values. */
type WordOf = (schema: SchemaObject) => JsonSchema | undefined

/**
 * Rules for one part of the values, such as a property. Its own schema, the referenced schema and those in
 * `allOf` apply together; those of a union are alternatives.
 */
function partRules(own: WordOf): FactRules<JsonSchema | undefined> {
  return { own, together: (words) => joined('allOf', words), either: (words) => joined('anyOf', words) }
}

function ownProperty({ properties = {} }: SchemaObject, name: string): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

const unlimited: SchemaShape = {
  types: undefined,
  only: undefined,
  takes: scalarsOf(undefined),
  keepsText: true,
  values: [],
  propertyNames: [],
  isOpen: true,
  isBinary: false,
  mayBeBinary: false,
  default: undefined,
  property: () => unlimited,
  item: () => unlimited,
}

/** Maximum number of cached shapes for a long array's items or for arbitrary names. */
const CACHE_SIZE = 256

function cached<Key>(cache: Map<Key, SchemaShape>, key: Key, make: () => SchemaShape): SchemaShape {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  if (cache.size < CACHE_SIZE) cache.set(key, made)
  return made
}

/** Combines schemas under one keyword; a single schema is unchanged. */
function joined(
  keyword: 'allOf' | 'anyOf',
  schemas: readonly (JsonSchema | undefined)[],
): JsonSchema | undefined {
  const present = schemas.filter((schema) => schema !== undefined)
  return present.length < 2 ? present[0] : { [keyword]: present }
}

type Types = ReadonlySet<string> | undefined

function scalarsOf(types: Types): ScalarTypes {
  const has = (...names: readonly string[]): boolean => names.some((name) => types?.has(name))
  return {
    boolean: has('boolean'),
    number: has('number', 'integer'),
    null: has('null') && !has('string'),
    parts: has('array', 'object'),
  }
}

function onlyOf(types: Types): SchemaShape['only'] {
  const [first, second] = [...(types ?? [])].filter((type) => type !== 'null')
  return second === undefined && (first === 'array' || first === 'object') ? first : undefined
}

function unite(alternatives: readonly Types[]): Set<string> | undefined {
  if (alternatives.length === 0 || alternatives.includes(undefined)) return undefined
  return new Set(alternatives.flatMap((types) => [...(types ?? [])]))
}

/** The intersection of two sets of types, in which "number" includes "integer". */
function intersect(one: Set<string> | undefined, other: Types): Set<string> | undefined {
  if (one === undefined) return other && new Set(other)
  if (other === undefined) return one
  const common = [...one].filter((type) => other.has(type) || (type === 'integer' && other.has('number')))
  return new Set(one.has('number') && other.has('integer') ? [...common, 'integer'] : common)
}
