import { isObject, jsonTypeOf } from '@concordat/runtime/json'
import { pointerBelow, type Step } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { forEachSubschema, keywordRow, type SchemaKeyword } from '@concordat/runtime/subschemas'
import {
  documentsNameByPattern,
  schemasOfMember,
  schemasThatMayApply,
} from '../../data/document/schema-in.ts'

/**
 * Returns the JSON type of the values that a keyword restricts: "any" if it restricts values of every type;
 * `undefined` if it restricts none.
 */
function constrained(keyword: string): string | undefined {
  const row = keywordRow(keyword)
  return row?.kind === 'assertion' ? (row.about ?? 'any') : undefined
}

/** For each keyword with a limit, a function that returns the number to compare with the limit. */
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

/**
 * A restricting keyword, with its location in the form that issues use:
 * "#/$defs/Pet/properties/name/minLength".
 */
export interface CoveredKeyword {
  readonly location: string
  readonly keyword: string
}

/** True if a keyword has a limit that a value can reach exactly. */
export function isLimitToCover(keyword: string): boolean {
  return Object.hasOwn(MEASURE, keyword)
}

/** Returns all restricting keywords in a schema and in the schemas that it refers to, each once. */
export function keywordsToCover(schema: Schema): CoveredKeyword[] {
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

/** A keyword that applies to a value. */
export interface Touched extends CoveredKeyword {
  /** True if the value is exactly at the limit. */
  readonly isBoundary: boolean
}

/**
 * Returns the keywords that apply to a value and to its parts.
 * @param isValid decides which alternatives of `anyOf` and `oneOf` apply, and whether `then` or `else` does.
 */
export function keywordsTouched(value: unknown, schema: Schema, isValid: IsValid): Touched[] {
  const touched: Touched[] = []
  const judged = [{ schema, location: '#', value, depth: 0 }]
  for (const { schema: node, location, value: part, depth } of judged) {
    touched.push(...touchedIn(node, location, part))
    if (depth === MAX_DEPTH) continue
    for (const inner of partsOf(node, location))
      for (const child of inner.judged(part, isValid))
        judged.push({ ...inner, value: child, depth: depth + 1 })
  }
  return touched
}

/** Returns the schema's own keywords that apply to a value. */
function touchedIn({ own }: Schema, location: string, value: unknown): Touched[] {
  return Object.entries(own).flatMap(([keyword, argument]) => {
    const about = constrained(keyword)
    if (about === undefined || (about !== 'any' && about !== jsonTypeOf(value))) return []
    const isBoundary = isLimitToCover(keyword) && MEASURE[keyword]?.(value) === argument
    return [{ location: `${location}/${keyword}`, keyword, isBoundary }]
  })
}

/** Maximum depth. It exceeds the depth of any value in a test, and ends circular references. */
const MAX_DEPTH = 64

/** True if a value matches a schema: an alternative of `anyOf` or `oneOf`, or a condition. */
type IsValid = (schema: Schema, value: unknown) => boolean

/** A value, the schema that applies to it, and one of that schema's subschemas. */
interface Inside {
  readonly around: Schema
  readonly part: Schema
  /** The index or name below the keyword; "" if the keyword has only one subschema. */
  readonly step: string
  readonly value: unknown
  readonly isValid: IsValid
}

const itself = ({ value }: Inside): readonly unknown[] => [value]
const ifValid = ({ part, value, isValid }: Inside): readonly unknown[] =>
  isValid(part, value) ? [value] : []

/**
 * For each keyword, a function that returns the values to which its subschema applies. `not`, `if` and
 * `contains` are excluded, because a value need not satisfy the keywords in them.
 */
const JUDGED: Readonly<Record<SchemaKeyword, ((inside: Inside) => readonly unknown[]) | undefined>> = {
  allOf: itself,
  anyOf: ifValid,
  oneOf: ifValid,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; this table is never awaited.
  then: ({ around, value, isValid }) => (meetsIf(around, value, isValid) === true ? [value] : []),
  else: ({ around, value, isValid }) => (meetsIf(around, value, isValid) === false ? [value] : []),
  dependentSchemas: ({ step, value }) => (isObject(value) && Object.hasOwn(value, step) ? [value] : []),
  properties: ({ step, value }) => (isObject(value) && Object.hasOwn(value, step) ? [value[step]] : []),
  patternProperties: ({ step, value }) => membersOf(value, (name) => documentsNameByPattern(step, name)),
  additionalProperties: ({ around, value }) =>
    membersOf(value, (name) => schemasOfMember(around, name).length === 0),
  unevaluatedProperties: ({ around, value }) => {
    const all = schemasThatMayApply([around])
    const isOpen = all.some(({ own }) => own.additionalProperties !== undefined)
    return membersOf(
      value,
      (name) => !isOpen && all.every((schema) => schemasOfMember(schema, name).length === 0),
    )
  },
  propertyNames: ({ value }) => Object.keys(isObject(value) ? value : {}),
  prefixItems: ({ step, value }) => itemsOf(value).slice(Number(step), Number(step) + 1),
  items: ({ around, value }) => itemsOf(value).slice(around.own.prefixItems?.length ?? 0),
  unevaluatedItems: ({ around, value }) => {
    const all = schemasThatMayApply([around])
    const isOpen = all.some(({ own }) => own.items !== undefined || own.contains !== undefined)
    return isOpen ? [] : itemsOf(value).slice(Math.max(...all.map(({ own }) => own.prefixItems?.length ?? 0)))
  },
  ...{ not: undefined, if: undefined, contains: undefined, contentSchema: undefined, $defs: undefined },
}

/** True if a value meets a schema's condition; `undefined` if the schema has none. */
function meetsIf(around: Schema, value: unknown, isValid: IsValid): boolean | undefined {
  const { if: condition } = around.own
  return condition === undefined ? undefined : isValid(around.document.of(condition), value)
}

function membersOf(value: unknown, isOne: (name: string) => boolean): readonly unknown[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) =>
    isOne(name) ? [member] : [],
  )
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

interface Part {
  readonly schema: Schema
  readonly location: string
  /** The values to which the subschema applies, within a value of the outer schema. */
  judged(value: unknown, isValid: IsValid): readonly unknown[]
}

/** Returns the subschemas that apply to values, followed by the schema that this one refers to. */
function partsOf(around: Schema, location: string): readonly Part[] {
  const parts: Part[] = []
  forEachSubschema(around.own, (written, keyword, ...inner) => {
    const judged = isSchemaKeyword(keyword) ? JUDGED[keyword] : undefined
    if (judged === undefined) return
    const part = around.document.of(written)
    const step = String(inner[0] ?? '')
    parts.push({
      schema: part,
      location: pointerBelow(location, keyword, ...inner),
      judged: (value, isValid) => judged({ around, part, step, value, isValid }),
    })
  })
  const { $ref } = around.own
  const target = around.document.resolve($ref)
  if ($ref !== undefined && target !== undefined)
    parts.push({ schema: around.document.of(target), location: $ref, judged: (value) => [value] })
  return parts
}

function isSchemaKeyword(keyword: Step): keyword is SchemaKeyword {
  return Object.hasOwn(JUDGED, keyword)
}

function lengthOf(value: unknown): number | undefined {
  return typeof value === 'string' ? [...value].length : undefined
}
