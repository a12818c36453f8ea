import { isJson } from '@concordat/runtime/http'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { alternativesOf, keywordsOf } from '@concordat/runtime/subschemas'
import { areOnlyTextFacets } from './facts/facets.ts'
import type { SchemaFacts } from './schema-facts.ts'

/** The fields of a server-sent event. @see HTML Standard, 9.2.6 */
const FIELDS = ['event', 'data', 'id', 'retry'] as const

/**
 * Maximum number of alternatives, which is more than any real document contains. Nested alternatives
 * multiply.
 */
const MAX_ALTERNATIVES = 1000

/** Server-sent events as read from a schema. */
export interface EventSchemas {
  /** True if the schema describes the data rather than the event. */
  readonly isOfData: boolean
  /** Events with JSON data: all events, or those with these names. If absent, data is plain text. */
  readonly json?: true | readonly string[]
  readonly event: JsonSchema
}

/**
 * Reads the schema of a server-sent event. A schema with an event's fields describes the event. If its `data`
 * has a `contentSchema` or a type other than string, the data is JSON with that schema. Any other schema
 * describes the data, as in documents before OpenAPI 3.2.
 * @see OpenAPI 3.2.0, Special Considerations for Server-Sent Events
 */
export function readEventSchemas(schema: JsonSchema | undefined, facts: SchemaFacts): EventSchemas {
  const kinds = alternatives(facts.parts(schema), facts).map((parts) => readKind(parts, facts))
  if (schema === undefined || !hasFields(kinds)) return eventsOfData(schema, facts)
  const isAsItStands = kinds.every(({ isDecoded, required }) => !isDecoded && required.has('data'))
  const [first = true, ...others] = kinds.map(schemaOf)
  return {
    ...jsonOf(kinds),
    isOfData: false,
    event: isAsItStands ? schema : others.length === 0 ? first : { oneOf: [first, ...others] },
  }
}

function eventsOfData(schema: JsonSchema | undefined, facts: SchemaFacts): EventSchemas {
  const isText = schema === undefined || isTextual(schema, facts)
  const properties = {
    event: { type: 'string' },
    data: schema ?? { type: 'string' },
    id: { type: 'string' },
    retry: { type: 'integer', minimum: 0 },
  }
  return {
    ...(!isText && { json: true }),
    isOfData: schema !== undefined,
    event: { type: 'object', required: ['data'], properties },
  }
}

interface Kind {
  readonly names: readonly string[]
  /** Schemas of each field; the field's value must match all of them. */
  readonly fields: ReadonlyMap<string, readonly JsonSchema[]>
  readonly required: ReadonlySet<string>
  /** True if the data is JSON. */
  readonly isJson: boolean
  /** True if `fields` contains the schema for the decoded JSON instead of the string. */
  readonly isDecoded: boolean
}

/** The parts of a schema for each alternative, including nested ones. */
function alternatives(
  parts: readonly SchemaObject[],
  facts: SchemaFacts,
): readonly (readonly SchemaObject[])[] {
  let open = [{ done: [] as readonly SchemaObject[], rest: parts }]
  const whole: (readonly SchemaObject[])[] = []
  while (open.length > 0 && open.length + whole.length <= MAX_ALTERNATIVES)
    open = open.flatMap(({ done, rest: [part, ...rest] }) => {
      if (part === undefined) {
        whole.push(done)
        return []
      }
      const branches = alternativesOf(part)
      const isKnown = done.includes(part)
      const next = { done: [...done, part], rest }
      return branches.length === 0 || isKnown
        ? [next]
        : branches.map((branch) => ({ ...next, rest: [...facts.parts(branch), ...rest] }))
    })
  return whole
}

function readKind(parts: readonly SchemaObject[], facts: SchemaFacts): Kind {
  const fields = new Map<string, readonly JsonSchema[]>()
  for (const { properties = {} } of parts)
    for (const [name, schema] of Object.entries(properties))
      fields.set(name, [...(fields.get(name) ?? []), schema])
  const names = (fields.get('event') ?? []).map((schema) => valuesOf(schema, facts)).find(Boolean) ?? []
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  const data = fields.get('data') ?? []
  const decoded = data.map((schema) => contentOf(schema, facts)).find((content) => content !== undefined)
  if (decoded !== undefined)
    return { names, required, fields: fields.set('data', [decoded]), isJson: true, isDecoded: true }
  const values = data.filter((schema) => !isTextual(schema, facts))
  const isJsonValue = values.length > 0
  return {
    names,
    required,
    fields: isJsonValue ? fields.set('data', values) : fields,
    isJson: isJsonValue,
    isDecoded: false,
  }
}

/** The strings that a schema enumerates; `undefined` if it enumerates no values. */
function valuesOf(schema: JsonSchema, facts: SchemaFacts): readonly string[] | undefined {
  for (const { const: only, enum: several } of facts.parts(schema)) {
    const values = only === undefined ? several : [only]
    if (values !== undefined) return values.filter((value) => typeof value === 'string')
  }
  return undefined
}

/** Schema for the JSON value encoded in a string. */
function contentOf(schema: JsonSchema, facts: SchemaFacts): JsonSchema | undefined {
  const part = facts.parts(schema).find(({ contentMediaType }) => isJson(String(contentMediaType ?? '')))
  return part && (part.contentSchema ?? true)
}

/**
 * True if data with this schema is plain text: its only type is string, or it has no type and no keyword that
 * suggests a different one.
 */
function isTextual(schema: JsonSchema, facts: SchemaFacts): boolean {
  const facets = facts.facets(schema)
  if (facets.types.size > 0) return areOnlyTextFacets(facets)
  return facts
    .parts(schema)
    .every(
      (part) =>
        !('properties' in part || 'items' in part || 'oneOf' in part || 'anyOf' in part) &&
        [part.const ?? '', ...(part.enum ?? [])].every((value) => typeof value === 'string'),
    )
}

function hasFields(kinds: readonly Kind[]): boolean {
  const names = new Set(kinds.flatMap(({ fields }) => [...fields.keys()]))
  return names.has('data') && [...names].every((name) => FIELDS.some((field) => field === name))
}

/**
 * Returns the events with JSON data: all of them, if each kind has JSON data or a kind with JSON data has no
 * names; otherwise, the names of these kinds.
 */
function jsonOf(kinds: readonly Kind[]): Pick<EventSchemas, 'json'> {
  const json = kinds.filter(({ isJson }) => isJson)
  if (json.length === 0) return {}
  const isAll = json.length === kinds.length || json.some(({ names }) => names.length === 0)
  return { json: isAll || [...new Set(json.flatMap(({ names }) => names))] }
}

function schemaOf({ fields, required }: Kind): JsonSchema {
  const properties = FIELDS.flatMap((name) => {
    const schemas = fields.get(name) ?? (name === 'data' ? [{ type: 'string' }] : [])
    return schemas.length === 0 ? [] : [[name, together(schemas)] as const]
  })
  return {
    type: 'object',
    required: FIELDS.filter((name) => name === 'data' || required.has(name)),
    properties: Object.fromEntries(properties),
  }
}

/**
 * Merges schemas that all apply. Their keywords are combined in one schema. If two schemas state different
 * values for a keyword, or if one is a reference, the schemas become parts of an `allOf` instead.
 */
function together(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = true] = schemas
  if (schemas.length === 1) return first
  const keywords = schemas.flatMap((schema) => Object.entries(keywordsOf(schema)))
  const merged = Object.fromEntries(keywords)
  const isLossless =
    schemas.every((schema) => typeof schema === 'object' && schema.$ref === undefined) &&
    keywords.every(([keyword, value]) => merged[keyword] === value)
  return isLossless ? merged : { allOf: schemas }
}
