import { isObject, jsonTypeOf } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { rowOf } from '@concordat/runtime/subschemas'

/** The JSON type of the values that a keyword restricts by itself: "any" for every value; `undefined` if it restricts none. */
function constrained(keyword: string): string | undefined {
  const row = rowOf(keyword)
  return row?.kind === 'assertion' ? (row.about ?? 'any') : undefined
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
  const places = new Map([['#', schema]])
  for (const [location, node] of places)
    for (const part of partsOf(node, location))
      if (!places.has(part.location)) places.set(part.location, part.schema)
  return [...places].flatMap(([location, { own }]) =>
    Object.keys(own)
      .filter((keyword) => constrained(keyword) !== undefined)
      .map((keyword) => ({ location: `${location}/${keyword}`, keyword })),
  )
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
  const judged = [{ schema, location: '#', value, depth: 0 }]
  for (const { schema: node, location, value: part, depth } of judged) {
    touched.push(...touchedIn(node, location, part))
    if (depth === MAX_DEPTH) continue
    for (const { schema: inner, location: place, below, isAlternative } of partsOf(node, location)) {
      if (isAlternative && !isValid(inner, part)) continue
      for (const child of below(part))
        judged.push({ schema: inner, location: place, value: child, depth: depth + 1 })
    }
  }
  return touched
}

/** The keywords of the schema itself that a value is held against. */
function touchedIn({ own }: Schema, location: string, value: unknown): Touched[] {
  return Object.entries(own).flatMap(([keyword, argument]) => {
    const about = constrained(keyword)
    if (about === undefined || (about !== 'any' && about !== jsonTypeOf(value))) return []
    const isBoundary = hasLimit(keyword) && MEASURE[keyword]?.(value) === argument
    return [{ location: `${location}/${keyword}`, keyword, isBoundary }]
  })
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
