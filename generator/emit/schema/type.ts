import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { statementsOf, type Visitor, visit } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { isCode, literal, source } from '../print/code.ts'
import { declaredType, globalType } from '../print/modules.ts'
import {
  array,
  atom,
  intersection,
  type Member,
  object,
  optional,
  type TypeText,
  tuple,
  union,
} from '../print/type-text.ts'
import { HELD_AS, OPEN, OR_UNDEFINED } from './lower.ts'

const STRING = atom(source`string`)
const NUMBER = atom(source`number`)
/** Any string, in a union with enumerated ones, which `string` would absorb. */
const ANY_STRING = atom(source`(string & {})`)
const ANY_NUMBER = atom(source`(number & {})`)
const BOOLEAN = atom(source`boolean`)
const NULL = atom(source`null`)
const UNKNOWN = atom(source`unknown`)
const UNDEFINED = atom(source`undefined`)
const BLOB = atom(source`${globalType('Blob')}`)
/** Formats that add nothing to the TypeScript type. */
const SILENT_FORMATS = new Set([
  'binary',
  'int32',
  'float',
  'double',
  'number',
  'integer',
  'string',
  'boolean',
])

/** The component that a lowered schema refers to. */
export function componentName(reference: string | undefined): string | undefined {
  return reference?.slice('#/components/schemas/'.length)
}

/** A type or `undefined`. */
export function orUndefined(type: TypeText): TypeText {
  return type === UNKNOWN ? type : union([type, UNDEFINED])
}

/** The type of a lowered schema, which has a single statement. */
export function schemaType(schema: JsonSchema): TypeText {
  const [statement] = statementsOf(schema)
  const type = statement === undefined ? UNKNOWN : visit(statement, TYPES)
  return keywordsOf(schema)[OR_UNDEFINED] === true ? orUndefined(type) : type
}

const TYPES: Visitor<TypeText> = {
  nothing: () => union([]),
  reference: ({ $ref }) => atom(declaredType(componentName($ref) ?? '')),
  values: ({ schema, values }) => union([...values.map(valueType), ...otherValues(schema)]),
  types: ({ statements }) => union(statements.map((statement) => visit(statement, TYPES))),
  object: ({ schema }) => objectType(schema),
  array: ({ schema }) => arrayType(schema),
  string: ({ schema }) =>
    schema.format === 'binary' ? BLOB : heldType(schema, schema[OPEN] === true ? ANY_STRING : STRING),
  number: ({ schema }) => heldType(schema, schema[OPEN] === true ? ANY_NUMBER : NUMBER),
  boolean: () => BOOLEAN,
  null: () => NULL,
  all: ({ parts }) => intersection(parts.map(schemaType)),
  union: ({ alternatives }) => union(alternatives.map(schemaType)),
}

/** The type of converted values, if it differs from that in JSON. */
function heldType(schema: SchemaObject, type: TypeText): TypeText {
  const held = schema[HELD_AS]
  return isCode(held) ? atom(held) : type
}

/** Any string or number besides the enumerated ones. */
function otherValues({ enum: values = [], [OPEN]: isOpen }: SchemaObject): TypeText[] {
  if (isOpen !== true) return []
  return [
    ...(values.some((value) => typeof value === 'string') ? [ANY_STRING] : []),
    ...(values.some((value) => typeof value === 'number') ? [ANY_NUMBER] : []),
  ]
}

function arrayType({ items = true, prefixItems, minItems = 0 }: SchemaObject): TypeText {
  if (prefixItems === undefined) return array(schemaType(items))
  const firsts = prefixItems.map((item, index) => {
    const type = schemaType(item)
    return index < minItems ? type : optional(type)
  })
  return tuple(firsts, items === false ? undefined : schemaType(items))
}

/** Properties and an index signature, as separate types if TypeScript would check one against the other. */
function objectType(schema: SchemaObject): TypeText {
  const members = membersOf(schema)
  const index = indexOf(schema)
  if (index === undefined || index === UNKNOWN || members.length === 0)
    return object(members, members.length === 0 ? (index ?? UNKNOWN) : index)
  return intersection([object(members), object([], index)])
}

/** Type of undeclared properties; absent if there are none. */
export function indexOf({ additionalProperties }: SchemaObject): TypeText | undefined {
  return additionalProperties === undefined ? undefined : schemaType(additionalProperties)
}

export function membersOf({ properties = {}, required = [] }: SchemaObject): Member[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: schemaType(schema),
    isOptional: !required.includes(name),
    doc: schemaDoc(schema),
  }))
}

/** Description of a schema, in paragraphs. */
export function schemaDoc(schema: JsonSchema): string[] {
  const { description, deprecated, default: value, format } = keywordsOf(schema)
  const paragraphs: string[] = []
  if (description !== undefined && description.trim() !== '') paragraphs.push(description)
  if (deprecated === true) paragraphs.push('@deprecated')
  if (value !== undefined) paragraphs.push(`@default ${JSON.stringify(value)}`)
  if (format !== undefined && !SILENT_FORMATS.has(format)) paragraphs.push(`@format ${format}`)
  return paragraphs
}

/** Literal type of a JSON value. */
function valueType(value: unknown): TypeText {
  if (Array.isArray(value)) return tuple(value.map(valueType))
  if (typeof value !== 'object' || value === null) return atom(literal(value))
  const members = Object.entries(value).map(([name, item]) => ({
    name,
    type: valueType(item),
    isOptional: false,
    doc: [],
  }))
  return members.length === 0 ? object([], union([])) : object(members)
}
