import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'

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
export function keywordsOf(schema: Schema): Keyword[] {
  const found: Keyword[] = []
  const seen = new Set<string>()
  const visit = (node: Schema, location: string): void => {
    if (seen.has(location)) return
    seen.add(location)
    for (const keyword of Object.keys(node.own))
      if (Object.hasOwn(CONSTRAINTS, keyword)) found.push({ location: `${location}/${keyword}`, keyword })
    for (const part of partsOf(node, location)) visit(part.schema, part.location)
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
  schema: Schema,
  isValid: (schema: Schema, value: unknown) => boolean,
): Touched[] {
  const touched: Touched[] = []
  const visit = (node: Schema, location: string, part: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) return
    for (const [keyword, argument] of Object.entries(node.own)) {
      const about = CONSTRAINTS[keyword]
      if (about === undefined || (about !== 'any' && about !== typeOf(part))) continue
      const isBoundary = hasLimit(keyword) && MEASURE[keyword]?.(part) === argument
      touched.push({ location: `${location}/${keyword}`, keyword, isBoundary })
    }
    for (const { schema: inner, location: place, below, isAlternative } of partsOf(node, location)) {
      if (isAlternative && !isValid(inner, part)) continue
      for (const child of below(part)) visit(inner, place, child, depth + 1)
    }
  }
  visit(schema, '#', value, 0)
  return touched
}

/** Deeper values than any test sends, and an end to references that lead in circles. */
const MAX_DEPTH = 64

interface Part {
  readonly schema: Schema
  readonly location: string
  readonly isAlternative: boolean
  /** The values that the schema is about, of the value that the schema around it is about. */
  below(value: unknown): readonly unknown[]
}

/** Schemas inside of a schema, and then the one that it refers to. */
function* partsOf(node: Schema, location: string): Generator<Part> {
  const { properties = {}, items, prefixItems = [], additionalProperties, $ref } = node.own
  for (const [name, schema] of Object.entries(properties))
    yield {
      schema: node.beside(schema),
      location: below(location, 'properties', name),
      isAlternative: false,
      below: (value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []),
    }
  for (const [index, schema] of prefixItems.entries())
    yield {
      schema: node.beside(schema),
      location: `${location}/prefixItems/${index}`,
      isAlternative: false,
      below: (value) => (Array.isArray(value) ? value.slice(index, index + 1) : []),
    }
  if (items !== undefined)
    yield {
      schema: node.beside(items),
      location: `${location}/items`,
      isAlternative: false,
      below: (value) => (Array.isArray(value) ? value.slice(prefixItems.length) : []),
    }
  if (additionalProperties !== undefined)
    yield {
      schema: node.beside(additionalProperties),
      location: `${location}/additionalProperties`,
      isAlternative: false,
      below: (value) =>
        Object.entries(isObject(value) ? value : {})
          .filter(([name]) => !Object.hasOwn(properties, name))
          .map(([, member]) => member),
    }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    for (const [index, schema] of (node.own[keyword] ?? []).entries())
      yield {
        schema: node.beside(schema),
        location: `${location}/${keyword}/${index}`,
        isAlternative: keyword !== 'allOf',
        below: (value) => [value],
      }
  const target = node.resolve($ref)
  if ($ref !== undefined && target !== undefined)
    yield { schema: node.beside(target), location: $ref, isAlternative: false, below: (value) => [value] }
}

function lengthOf(value: unknown): number | undefined {
  return typeof value === 'string' ? [...value].length : undefined
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
}
