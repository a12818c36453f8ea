import { isObject } from '../json/json.ts'
import type { Step } from '../json/pointer.ts'
import type { JsonSchema, SchemaObject } from './json-schema.ts'
import { type HoldsOf, KEYWORDS, type KeywordWith, type SchemaKeyword } from './keyword-table.ts'

export {
  type HoldsOf,
  isAnnotation,
  isProse,
  type JudgingKeyword,
  KEYWORDS,
  type KeywordName,
  type KeywordWith,
  keywordRow,
  keywordsWith,
  type SchemaKeyword,
  type ValueOf,
} from './keyword-table.ts'

type KeywordThatHolds<Holds> = {
  [Name in SchemaKeyword]: HoldsOf<Name> extends Holds ? Name : never
}[SchemaKeyword]

/** This is a Map, because looking up "constructor" in an object would find an inherited property. */
const HOLDS: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map(
  Object.entries(KEYWORDS).flatMap(([name, row]) => ('holds' in row ? [[name, row.holds] as const] : [])),
)

/** The keywords that contain one schema, or a list or a map of schemas, in table order. */
export function keywordsThatHold<Holds extends 'one' | 'list' | 'map'>(
  holds: Holds,
): readonly KeywordThatHolds<Holds>[] {
  return [...HOLDS.keys()].filter((name): name is KeywordThatHolds<Holds> => HOLDS.get(name) === holds)
}

/** The keywords that compose a schema from several others for the same value: parts or alternatives. */
type ComposingKeyword = KeywordWith<{ readonly kind: 'in-place'; readonly holds: 'list' }>

export const COMPOSING: readonly ComposingKeyword[] = /* @__PURE__ */ keywordsThatHold('list').filter(
  (name): name is ComposingKeyword => KEYWORDS[name].kind === 'in-place',
)

/** A schema's composing keywords, in a document of any version. */
type Composed<Schema> = { readonly [Keyword in ComposingKeyword]?: readonly Schema[] | undefined }

/**
 * The parts of a schema's `allOf`, then its alternatives; references are not followed. Use it to find
 * something in any of these schemas, and `SchemaFact` for what they state together.
 */
export function composedOf<Schema>(schema: Composed<Schema>): Schema[] {
  const composed: Schema[] = []
  for (const keyword of COMPOSING) {
    const schemas = schema[keyword]
    if (schemas !== undefined) composed.push(...schemas)
  }
  return composed
}

/** A schema's alternatives, from `anyOf` and `oneOf`. */
export function alternativesOf<Schema>({ anyOf = [], oneOf = [] }: Composed<Schema>): readonly Schema[] {
  return [...anyOf, ...oneOf]
}

/** A schema's keywords; empty for `true`, `false` or `undefined`. */
export function keywordsOf(schema: JsonSchema | undefined): SchemaObject {
  return typeof schema === 'object' ? schema : {}
}

/**
 * Calls `visit` for each schema directly inside a schema, with its path of one or two steps. Does not follow
 * references.
 */
export function forEachSubschema(
  schema: SchemaObject,
  visit: (subschema: JsonSchema, ...steps: readonly Step[]) => void,
): void {
  for (const keyword in schema) {
    const holds = HOLDS.get(keyword)
    if (holds === undefined) continue
    const value = schema[keyword]
    if (holds === 'one') {
      if (isSchema(value)) visit(value, keyword)
    } else if (holds === 'list' && Array.isArray(value)) {
      for (let index = 0; index < value.length; index++)
        if (isSchema(value[index])) visit(value[index], keyword, index)
    } else if (holds === 'map' && isObject(value))
      for (const name in value) {
        const item = value[name]
        if (isSchema(item)) visit(item, keyword, name)
      }
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value)
}

/**
 * Copies a schema and replaces each schema directly inside it. Everything else is kept, including the order.
 * Returns the schema itself if nothing changes.
 */
export function mapSubschemas(
  schema: SchemaObject,
  change: (subschema: JsonSchema) => JsonSchema,
): SchemaObject {
  let copy: Record<string, unknown> | undefined
  for (const keyword in schema) {
    const holds = HOLDS.get(keyword)
    if (holds === undefined) continue
    const value = schema[keyword]
    const changed = mapHeld(value, holds, change)
    if (changed === value) continue
    copy ??= { ...schema }
    copy[keyword] = changed
  }
  return copy ?? schema
}

function mapHeld(
  value: unknown,
  holds: 'one' | 'list' | 'map',
  change: (subschema: JsonSchema) => JsonSchema,
): unknown {
  const changed = (item: unknown) => (typeof item === 'boolean' || isObject(item) ? change(item) : item)
  if (holds === 'one') return changed(value)
  if (holds === 'list') {
    if (!Array.isArray(value)) return value
    const items = value.map(changed)
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isObject(value)) return value
  const members = Object.entries(value)
  let isChanged = false
  for (const member of members) {
    const item = changed(member[1])
    isChanged ||= item !== member[1]
    member[1] = item
  }
  return isChanged ? Object.fromEntries(members) : value
}
