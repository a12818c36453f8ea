import { isObject } from '@concordat/runtime/json'
import { below, stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { JsonObject } from './model.ts'

/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const SCHEMA = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'items',
  'additionalItems',
  'contentSchema',
]
export const SCHEMA_LIST: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
export const SCHEMA_MAP: readonly string[] = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
/** Keywords whose value may be an object but is no schema. */
export const DATA: readonly string[] = [
  'default',
  'const',
  'enum',
  'examples',
  'discriminator',
  'dependentRequired',
  'x-writable-when',
]
/** Keywords copied as they are, where they have the kind that JSON Schema gives them. */
const NUMBER = [
  'multipleOf',
  'maximum',
  'minimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
]
const TEXT = [
  'format',
  'title',
  'description',
  'contentMediaType',
  'contentEncoding',
  '$comment',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
]
const FLAG = ['uniqueItems', 'readOnly', 'writeOnly', 'deprecated']
const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'])

/** What normalizing asks of its surroundings. */
export interface SchemaContext {
  /** The definition's name for a reference such as "#/components/schemas/Pet". */
  reference(pointer: string, place: string): string
  /** Reports what a schema states in a way that no version of JSON Schema knows; the keyword is left out. */
  ignored(place: string, fact: string): void
}

/**
 * Rewrites a schema of OpenAPI 3.0 or 3.1 as JSON Schema 2020-12: `nullable`, boolean `exclusiveMinimum`, `example` and
 * draft-4 tuples become what they mean there; references name definitions.
 * @param place JSON Pointer of the schema in the bundled document.
 */
export function normalizeSchema(input: unknown, place: string, context: SchemaContext): JsonSchema {
  if (typeof input === 'boolean') return input
  if (!isObject(input)) {
    context.ignored(place, 'a schema is an object or a boolean')
    return true
  }
  const output: Record<string, unknown> = {}
  if (typeof input['$ref'] === 'string') output['$ref'] = `#/$defs/${context.reference(input['$ref'], place)}`
  copyValueKeywords(input, output, place, context)
  copyAnnotations(input, output)
  copyBounds(input, output)
  copySubschemas(input, output, place, context)
  copyDiscriminator(input, output, place, context)
  return input['nullable'] === true ? nullable(output) : output
}

function copyAnnotations(input: JsonObject, output: Record<string, unknown>): void {
  for (const keyword of TEXT) if (typeof input[keyword] === 'string') output[keyword] = input[keyword]
  for (const keyword of FLAG) if (input[keyword] === true) output[keyword] = true
  if (input['default'] !== undefined) output['default'] = input['default']
  if (Array.isArray(input['examples'])) output['examples'] = input['examples']
  else if (input['example'] !== undefined) output['examples'] = [input['example']]
  if (typeof input['x-source'] === 'string') output['x-source'] = input['x-source']
  if (isObject(input['x-writable-when'])) output['x-writable-when'] = input['x-writable-when']
}

function copyValueKeywords(
  input: JsonObject,
  output: Record<string, unknown>,
  place: string,
  context: SchemaContext,
): void {
  const types = (Array.isArray(input['type']) ? input['type'] : [input['type']]).filter(
    (type) => type !== undefined,
  )
  const known = types.filter((type) => typeof type === 'string' && TYPES.has(type))
  if (known.length < types.length) context.ignored(below(place, 'type'), 'JSON Schema has no such type')
  if (known.length > 0) output['type'] = known.length === 1 ? known[0] : [...new Set(known)]
  if (Array.isArray(input['enum']) && input['enum'].length > 0) output['enum'] = unique(input['enum'])
  if ('const' in input) output['const'] = input['const']
  if (Array.isArray(input['required'])) {
    const names = unique(input['required'].filter((name) => typeof name === 'string'))
    if (names.length > 0) output['required'] = names
  }
  if (typeof input['pattern'] === 'string') {
    if (isPattern(input['pattern'])) output['pattern'] = input['pattern']
    else
      context.ignored(below(place, 'pattern'), `"${input['pattern']}" is no regular expression of ECMA-262`)
  }
  if (isObject(input['dependentRequired'])) output['dependentRequired'] = input['dependentRequired']
}

function copyBounds(input: JsonObject, output: Record<string, unknown>): void {
  for (const keyword of NUMBER) if (typeof input[keyword] === 'number') output[keyword] = input[keyword]
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof input[exclusive] === 'number') output[exclusive] = input[exclusive]
    if (input[exclusive] === true && typeof input[bound] === 'number') {
      output[exclusive] = input[bound]
      delete output[bound]
    }
  }
}

function copySubschemas(
  input: JsonObject,
  output: Record<string, unknown>,
  place: string,
  context: SchemaContext,
): void {
  const convert = (value: unknown, ...steps: (string | number)[]) =>
    normalizeSchema(value, below(place, ...steps), context)
  for (const keyword of SCHEMA) {
    const value = input[keyword]
    if (keyword === 'items' && Array.isArray(value)) {
      output['prefixItems'] = value.map((item, index) => convert(item, keyword, index))
      if (input['additionalItems'] !== undefined)
        output['items'] = convert(input['additionalItems'], 'additionalItems')
    } else if (keyword !== 'additionalItems' && value !== undefined) output[keyword] = convert(value, keyword)
  }
  for (const keyword of SCHEMA_LIST) {
    const value = input[keyword]
    if (Array.isArray(value) && value.length > 0)
      output[keyword] = value.map((item, index) => convert(item, keyword, index))
  }
  for (const keyword of SCHEMA_MAP) {
    const value = input[keyword]
    if (!isObject(value)) continue
    output[keyword] = Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, convert(item, keyword, name)]),
    )
  }
}

/**
 * Mapping values become references to definitions; a bare schema name counts as one, as OpenAPI says. What the mapping leaves out is
 * named by its schema, which may be called otherwise from here on: it joins the mapping.
 */
function copyDiscriminator(
  input: JsonObject,
  output: Record<string, unknown>,
  place: string,
  context: SchemaContext,
): void {
  const discriminator = input['discriminator']
  if (!isObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return
  const mapping = isObject(discriminator['mapping']) ? Object.entries(discriminator['mapping']) : []
  const targets = mapping.flatMap(([value, target]): [string, string][] => {
    if (typeof target !== 'string') return []
    const pointer = /^[\w.-]+$/.test(target) ? below(SCHEMAS, target) : target
    return [[value, `#/$defs/${context.reference(pointer, below(place, 'discriminator', 'mapping', value))}`]]
  })
  const mapped = new Set(targets.map(([, target]) => target))
  const implicit = implicitTargets(input, place, context).filter(([, target]) => !mapped.has(target))
  const all = [...targets, ...implicit]
  output['discriminator'] = {
    propertyName: discriminator['propertyName'],
    ...(all.length > 0 && { mapping: Object.fromEntries(all) }),
  }
}

const SCHEMAS = '#/components/schemas'

/** The alternatives that have names. @see OpenAPI 3.1.1, Discriminator Object, Options for Mapping Values to Schemas */
function implicitTargets(input: JsonObject, place: string, context: SchemaContext): [string, string][] {
  return (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const branches = input[keyword]
    return (Array.isArray(branches) ? branches : []).flatMap((branch, index): [string, string][] => {
      const pointer: unknown = isObject(branch) ? branch['$ref'] : undefined
      if (typeof pointer !== 'string' || !pointer.startsWith(`${SCHEMAS}/`)) return []
      const name = context.reference(pointer, below(place, keyword, String(index), '$ref'))
      return [[stepsOf(pointer).at(-1) ?? '', `#/$defs/${name}`]]
    })
  })
}

/** `nullable: true` of OpenAPI 3.0: null is allowed beside whatever the schema says. */
function nullable(schema: Record<string, unknown>): JsonSchema {
  const { type } = schema
  const composed = ['$ref', 'allOf', 'anyOf', 'oneOf', 'const'].some((keyword) => keyword in schema)
  if (type === undefined || composed) {
    const { title, description, default: value, readOnly, writeOnly, deprecated, ...rest } = schema
    const annotations = Object.entries({
      title,
      description,
      default: value,
      readOnly,
      writeOnly,
      deprecated,
    })
    return {
      ...Object.fromEntries(annotations.filter(([, annotation]) => annotation !== undefined)),
      anyOf: [rest, { type: 'null' }],
    }
  }
  const types = Array.isArray(type) ? type : [type]
  if (!types.includes('null')) schema['type'] = [...types, 'null']
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null))
    schema['enum'] = [...schema['enum'], null]
  return schema
}

function isPattern(pattern: string): boolean {
  for (const flags of ['u', '']) {
    try {
      new RegExp(pattern, flags)
      return true
    } catch {
      // Not a pattern under these flags: the other reading may still hold.
    }
  }
  return false
}

function unique(values: readonly unknown[]): unknown[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const text = JSON.stringify(value)
    return !seen.has(text) && seen.add(text)
  })
}
