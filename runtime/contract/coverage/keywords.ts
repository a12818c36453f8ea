import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'

type Definitions = Readonly<Record<string, JsonSchema>>
type SchemaNode = { readonly [keyword: string]: unknown }

/** For each keyword that restricts values: the JSON type of the values that it is about; "any" for every value. */
const CONSTRAINTS: Readonly<Record<string, 'any' | 'string' | 'number' | 'array' | 'object'>> = {
  type: 'any',
  enum: 'any',
  const: 'any',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  required: 'object',
  minProperties: 'object',
  maxProperties: 'object',
  dependentRequired: 'object',
}

/** What a limit is held against. */
const MEASURE: Readonly<Record<string, (value: unknown) => unknown>> = {
  minLength: lengthOf,
  maxLength: lengthOf,
  minimum: (value) => value,
  maximum: (value) => value,
  minItems: (value) => (Array.isArray(value) ? value.length : undefined),
  maxItems: (value) => (Array.isArray(value) ? value.length : undefined),
  minProperties: (value) => (isObject(value) ? Object.keys(value).length : undefined),
  maxProperties: (value) => (isObject(value) ? Object.keys(value).length : undefined),
}

/** One restricting keyword where it stands: "#/$defs/Pet/properties/name/minLength", as issues name it. */
export interface Keyword {
  readonly location: string
  readonly keyword: string
}

/** Whether a keyword has a limit that a value can just reach. */
export function hasLimit(keyword: string): boolean {
  return Object.hasOwn(MEASURE, keyword)
}

/** All restricting keywords of a schema and of what it refers to, each once. */
export function keywordsOf(schema: unknown, definitions: Definitions): Keyword[] {
  const found: Keyword[] = []
  const seen = new Set<string>()
  const visit = (node: unknown, location: string): void => {
    if (!isObject(node) || seen.has(location)) return
    seen.add(location)
    for (const keyword of Object.keys(node))
      if (Object.hasOwn(CONSTRAINTS, keyword)) found.push({ location: `${location}/${keyword}`, keyword })
    for (const part of partsOf(node, location)) visit(part.schema, part.location)
    const target = targetOf(node, definitions)
    if (target !== undefined) visit(target.schema, target.location)
  }
  visit(schema, '#')
  return found
}

/** A keyword that a value had to do with. */
export interface Touched extends Keyword {
  /** The value is just within the limit. */
  readonly isBoundary: boolean
}

/**
 * The keywords that a valid part of a value is held against.
 * @param isValid tells which alternatives of `anyOf` and `oneOf` count.
 */
export function touchedBy(
  value: unknown,
  schema: unknown,
  {
    definitions,
    isValid,
  }: { definitions: Definitions; isValid: (schema: JsonSchema, value: unknown) => boolean },
): Touched[] {
  const touched: Touched[] = []
  const visit = (node: unknown, location: string, part: unknown, depth: number): void => {
    if (!isObject(node) || depth > MAX_DEPTH) return
    for (const [keyword, argument] of Object.entries(node)) {
      const about = CONSTRAINTS[keyword]
      if (about === undefined || (about !== 'any' && about !== typeOf(part))) continue
      const isBoundary = hasLimit(keyword) && MEASURE[keyword]?.(part) === argument
      touched.push({ location: `${location}/${keyword}`, keyword, isBoundary })
    }
    for (const { schema: inner, location: place, below, isAlternative } of partsOf(node, location)) {
      if (isAlternative && !isValid(inner as JsonSchema, part)) continue
      for (const child of below(part)) visit(inner, place, child, depth + 1)
    }
    const target = targetOf(node, definitions)
    if (target !== undefined) visit(target.schema, target.location, part, depth + 1)
  }
  visit(schema, '#', value, 0)
  return touched
}

/** Deeper values than any test sends, and an end to references that lead in circles. */
const MAX_DEPTH = 64

interface Part {
  readonly schema: unknown
  readonly location: string
  readonly isAlternative: boolean
  /** The values that the schema is about, of the value that the schema around it is about. */
  below(value: unknown): readonly unknown[]
}

function* partsOf(node: SchemaNode, location: string): Generator<Part> {
  const { properties, items, prefixItems, allOf, additionalProperties } = node
  for (const [name, schema] of Object.entries(isObject(properties) ? properties : {}))
    yield {
      schema,
      location: below(location, 'properties', name),
      isAlternative: false,
      below: (value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []),
    }
  const first = Array.isArray(prefixItems) ? prefixItems.length : 0
  for (const [index, schema] of (Array.isArray(prefixItems) ? prefixItems : []).entries())
    yield {
      schema,
      location: `${location}/prefixItems/${index}`,
      isAlternative: false,
      below: (value) => (Array.isArray(value) ? value.slice(index, index + 1) : []),
    }
  yield {
    schema: items,
    location: `${location}/items`,
    isAlternative: false,
    below: (value) => (Array.isArray(value) ? value.slice(first) : []),
  }
  yield {
    schema: additionalProperties,
    location: `${location}/additionalProperties`,
    isAlternative: false,
    below: (value) =>
      Object.entries(isObject(value) ? value : {})
        .filter(([name]) => !(isObject(properties) && Object.hasOwn(properties, name)))
        .map(([, member]) => member),
  }
  for (const [index, schema] of (Array.isArray(allOf) ? allOf : []).entries())
    yield { schema, location: `${location}/allOf/${index}`, isAlternative: false, below: (value) => [value] }
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = node[keyword]
    for (const [index, schema] of (Array.isArray(branches) ? branches : []).entries())
      yield {
        schema,
        location: `${location}/${keyword}/${index}`,
        isAlternative: true,
        below: (value) => [value],
      }
  }
}

function targetOf(
  { $ref }: SchemaNode,
  definitions: Definitions,
): { schema: unknown; location: string } | undefined {
  const name = typeof $ref === 'string' ? /^#\/\$defs\/([^/]+)$/.exec($ref)?.[1] : undefined
  return name === undefined ? undefined : { schema: definitions[name], location: `#/$defs/${name}` }
}

function lengthOf(value: unknown): number | undefined {
  return typeof value === 'string' ? [...value].length : undefined
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
}
