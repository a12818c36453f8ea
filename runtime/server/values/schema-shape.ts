import { memberOf, valueAt } from '../../schema/json/json.ts'
import { stepsOf } from '../../schema/json/pointer.ts'
import type { JsonSchema } from '../../schema/schema.ts'

/** Which types a schema allows of those that are written as text; each `false` where it limits none. */
interface ScalarTypes {
  readonly boolean: boolean
  readonly number: boolean
  readonly null: boolean
  /** Arrays or objects. */
  readonly parts: boolean
}

/** What text needs to know of a schema to become a value of it. */
export interface SchemaShape {
  /** JSON types that may be valid; `undefined` when the schema does not limit them. */
  readonly types: ReadonlySet<string> | undefined
  /** The type that alone is allowed, beside `null`, of those that no text could be. */
  readonly only: 'array' | 'object' | undefined
  /** What a text may become beside a string. */
  readonly takes: ScalarTypes
  /** Whether a text becomes nothing else, whatever it is. */
  readonly keepsText: boolean
  /** Values of `enum` and `const`, which decide between "1" and 1. */
  readonly values: readonly unknown[]
  /** Names of the properties that the schema gives, in its order. */
  readonly propertyNames: readonly string[]
  /** True when properties of other names are welcome: the schema names none, or says so by `additionalProperties`. */
  readonly isOpen: boolean
  /** True where every value but null is octets, which are a Blob. */
  readonly isBinary: boolean
  /** True where some value is octets. */
  readonly mayBeBinary: boolean
  /** The schema's own `default`, or that of the schema to which it refers. */
  readonly default: unknown
  readonly property: (name: string) => SchemaShape
  readonly item: (index: number) => SchemaShape
}

/** Whether a text can be valid. Of XML or CSV a schema describes what the text holds, not the text. */
export function mayBeText({ types }: SchemaShape): boolean {
  return types === undefined || types.has('string')
}

/** Makes shapes; one reader for each document, so that every schema is read once. */
export type ShapeReader = (schema: JsonSchema | undefined) => SchemaShape

type SchemaObject = Exclude<JsonSchema, boolean>

/**
 * Reads shapes through `$ref`, `allOf`, `anyOf` and `oneOf`. Branches are taken together: a shape says what may be valid, the
 * validator says what is.
 * @param definitions schemas that `#/$defs/Name` reaches.
 */
export function createShapeReader(definitions: Readonly<Record<string, JsonSchema>>): ShapeReader {
  const known = new WeakMap<SchemaObject, SchemaShape>()

  /** The schema and all that it refers to or is composed of. */
  function collect(schema: JsonSchema | undefined, found: Set<SchemaObject>): Set<SchemaObject> {
    if (typeof schema !== 'object' || found.has(schema)) return found
    found.add(schema)
    for (const other of [target(schema), ...branches(schema, 'allOf', 'anyOf', 'oneOf')])
      collect(other, found)
    return found
  }

  function target(schema: SchemaObject): JsonSchema | undefined {
    const reference = schema['$ref']
    if (typeof reference !== 'string' || !reference.startsWith('#/$defs/')) return undefined
    const [, ...names] = stepsOf(reference)
    return valueAt(definitions, names) as JsonSchema | undefined
  }

  function typesOf(schema: JsonSchema | undefined, open: ReadonlySet<unknown>): Set<string> | undefined {
    if (typeof schema !== 'object' || open.has(schema)) return undefined
    const inside = new Set(open).add(schema)
    const limits = [
      ownTypes(schema),
      typesOf(target(schema), inside),
      ...branches(schema, 'allOf').map((branch) => typesOf(branch, inside)),
      ...(['anyOf', 'oneOf'] as const).map((keyword) =>
        unite(branches(schema, keyword).map((branch) => typesOf(branch, inside))),
      ),
    ]
    return limits.reduce(intersect, undefined)
  }

  function isBinary(schema: JsonSchema | undefined, open: ReadonlySet<unknown>): boolean {
    if (typeof schema !== 'object' || open.has(schema)) return false
    const inside = new Set(open).add(schema)
    const within = (part: JsonSchema | undefined) => isBinary(part, inside)
    const alternatives = (['anyOf', 'oneOf'] as const).map((keyword) =>
      branches(schema, keyword).filter((branch) => !isNull(branch)),
    )
    return (
      schema['format'] === 'binary' ||
      [target(schema), ...branches(schema, 'allOf')].some(within) ||
      alternatives.some((choices) => choices.length > 0 && choices.every(within))
    )
  }

  /**
   * What a schema says of one part of its values: its own word and those of its references and `allOf` together, and that of any branch.
   * @param wordOf what one schema object says itself.
   */
  function said(
    schema: JsonSchema | undefined,
    wordOf: (part: SchemaObject) => JsonSchema | undefined,
    open: ReadonlySet<unknown> = new Set(),
  ): JsonSchema | undefined {
    if (typeof schema !== 'object' || open.has(schema)) return undefined
    const inside = new Set(open).add(schema)
    const within = (part: JsonSchema | undefined) => said(part, wordOf, inside)
    const words = [
      wordOf(schema),
      within(target(schema)),
      ...branches(schema, 'allOf').map(within),
      ...(['anyOf', 'oneOf'] as const).map((keyword) =>
        joined('anyOf', branches(schema, keyword).map(within)),
      ),
    ]
    return joined('allOf', words)
  }

  function read(schema: JsonSchema | undefined): SchemaShape {
    if (typeof schema !== 'object') return unlimited
    const shape = known.get(schema) ?? describe(schema)
    known.set(schema, shape)
    return shape
  }

  function describe(schema: SchemaObject): SchemaShape {
    const parts = [...collect(schema, new Set())]
    const types = typesOf(schema, new Set())
    const takes = scalarsOf(types)
    const values = parts.flatMap((part) => [
      ...(Array.isArray(part['enum']) ? part['enum'] : []),
      ...('const' in part ? [part['const']] : []),
    ])
    const properties = new Map<string, SchemaShape>()
    const items = new Map<number, SchemaShape>()
    return {
      types,
      only: onlyOf(types),
      takes,
      keepsText: types === undefined ? values.length === 0 : !Object.values(takes).includes(true),
      values,
      propertyNames: [...new Set(parts.flatMap((part) => Object.keys(part['properties'] ?? {})))],
      isOpen:
        parts.every((part) => part['properties'] === undefined) ||
        parts.some((part) => part['additionalProperties']),
      isBinary: isBinary(schema, new Set()),
      mayBeBinary: parts.some((part) => part['format'] === 'binary'),
      default: schema['default'] ?? memberOf(target(schema), 'default'),
      property: (name) =>
        cached(properties, name, () => {
          const named = said(schema, (part) => memberOf(part['properties'], name) as JsonSchema | undefined)
          return read(named ?? said(schema, (part) => part['additionalProperties'] as JsonSchema | undefined))
        }),
      item: (index) =>
        cached(items, index, () => {
          const own = said(
            schema,
            (part) => memberOf(part['prefixItems'], String(index)) as JsonSchema | undefined,
          )
          return read(own ?? said(schema, (part) => part['items'] as JsonSchema | undefined))
        }),
    }
  }

  return read
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

/** Bounds the shapes that are kept for the items of a long array, or for names that a caller makes up. */
const CACHE_SIZE = 256

function cached<Key>(cache: Map<Key, SchemaShape>, key: Key, make: () => SchemaShape): SchemaShape {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  if (cache.size < CACHE_SIZE) cache.set(key, made)
  return made
}

function branches(schema: SchemaObject, ...keywords: string[]): JsonSchema[] {
  return keywords.flatMap((keyword) => {
    const list = schema[keyword]
    return Array.isArray(list) ? (list as JsonSchema[]) : []
  })
}

function isNull(schema: JsonSchema): boolean {
  return typeof schema === 'object' && schema['type'] === 'null'
}

/** Schemas under one keyword; a single one as it is. */
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

/** What `type` says, else the types of the values that a schema lists. */
function ownTypes(schema: SchemaObject): Set<string> | undefined {
  const { type, enum: values = 'const' in schema ? [schema['const']] : undefined } = schema
  if (typeof type === 'string') return new Set([type])
  if (Array.isArray(type)) return new Set<string>(type)
  return Array.isArray(values) ? new Set(values.map(typeOf)) : undefined
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function unite(alternatives: readonly Types[]): Set<string> | undefined {
  if (alternatives.length === 0 || alternatives.includes(undefined)) return undefined
  return new Set(alternatives.flatMap((types) => [...(types ?? [])]))
}

/** "number" includes "integer". */
function intersect(one: Set<string> | undefined, other: Types): Set<string> | undefined {
  if (one === undefined) return other && new Set(other)
  if (other === undefined) return one
  const common = [...one].filter((type) => other.has(type) || (type === 'integer' && other.has('number')))
  return new Set(one.has('number') && other.has('integer') ? [...common, 'integer'] : common)
}
