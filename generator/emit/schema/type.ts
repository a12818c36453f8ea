import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { statementsOf, type Visitor, visitStatement } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { isCode, literalCode, sourceCode } from '../print/code.ts'
import { declaredType, globalType } from '../print/modules.ts'
import {
  arrayTypeText,
  atomTypeText,
  intersectionTypeText,
  objectTypeText,
  optionalItemTypeText,
  type TypeMember,
  type TypeText,
  tupleTypeText,
  unionTypeText,
} from '../print/type-text.ts'
import { HELD_AS, OPEN, OR_UNDEFINED } from './lower.ts'

const STRING = atomTypeText(sourceCode`string`)
const NUMBER = atomTypeText(sourceCode`number`)
/** Any string, for a union with enumerated strings. A plain `string` would absorb them. */
const ANY_STRING = atomTypeText(sourceCode`(string & {})`)
const ANY_NUMBER = atomTypeText(sourceCode`(number & {})`)
const BOOLEAN = atomTypeText(sourceCode`boolean`)
const NULL = atomTypeText(sourceCode`null`)
const UNKNOWN = atomTypeText(sourceCode`unknown`)
const UNDEFINED = atomTypeText(sourceCode`undefined`)
const BLOB = atomTypeText(sourceCode`${globalType('Blob')}`)
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

/** The component to which a lowered schema refers. */
export function loweredComponentName(reference: string | undefined): string | undefined {
  return reference?.slice('#/components/schemas/'.length)
}

/** A type or `undefined`. */
export function loweredTypeOrUndefined(type: TypeText): TypeText {
  return type === UNKNOWN ? type : unionTypeText([type, UNDEFINED])
}

/** The type for a lowered schema, which has only one statement. */
export function loweredType(schema: JsonSchema): TypeText {
  const [statement] = statementsOf(schema)
  const type = statement === undefined ? UNKNOWN : visitStatement(statement, TYPES)
  return keywordsOf(schema)[OR_UNDEFINED] === true ? loweredTypeOrUndefined(type) : type
}

const TYPES: Visitor<TypeText> = {
  nothing: () => unionTypeText([]),
  reference: ({ $ref }) => atomTypeText(declaredType(loweredComponentName($ref) ?? '')),
  values: ({ schema, values }) => unionTypeText([...values.map(valueType), ...otherValues(schema)]),
  types: ({ statements }) => unionTypeText(statements.map((statement) => visitStatement(statement, TYPES))),
  object: ({ schema }) => objectType(schema),
  array: ({ schema }) => arrayType(schema),
  string: ({ schema }) =>
    schema.format === 'binary' ? BLOB : heldType(schema, schema[OPEN] === true ? ANY_STRING : STRING),
  number: ({ schema }) => heldType(schema, schema[OPEN] === true ? ANY_NUMBER : NUMBER),
  boolean: () => BOOLEAN,
  null: () => NULL,
  all: ({ parts }) => intersectionTypeText(parts.map(loweredType)),
  union: ({ alternatives }) => unionTypeText(alternatives.map(loweredType)),
}

/** The type of converted values, or the given type if they are not converted. */
function heldType(schema: SchemaObject, type: TypeText): TypeText {
  const held = schema[HELD_AS]
  return isCode(held) ? atomTypeText(held) : type
}

/** Any string or number in addition to the enumerated ones. */
function otherValues({ enum: values = [], [OPEN]: isOpen }: SchemaObject): TypeText[] {
  if (isOpen !== true) return []
  return [
    ...(values.some((value) => typeof value === 'string') ? [ANY_STRING] : []),
    ...(values.some((value) => typeof value === 'number') ? [ANY_NUMBER] : []),
  ]
}

function arrayType({ items = true, prefixItems, minItems = 0 }: SchemaObject): TypeText {
  if (prefixItems === undefined) return arrayTypeText(loweredType(items))
  const firsts = prefixItems.map((item, index) => {
    const type = loweredType(item)
    return index < minItems ? type : optionalItemTypeText(type)
  })
  return tupleTypeText(firsts, items === false ? undefined : loweredType(items))
}

/**
 * Returns a type for properties and an index signature. They are separate types if TypeScript would otherwise
 * check the properties against the index signature.
 */
function objectType(schema: SchemaObject): TypeText {
  const members = loweredProperties(schema)
  const index = indexType(schema)
  if (index === undefined || index === UNKNOWN || members.length === 0)
    return objectTypeText(members, members.length === 0 ? (index ?? UNKNOWN) : index)
  return intersectionTypeText([objectTypeText(members), objectTypeText([], index)])
}

/** Type of undeclared properties; `undefined` if the schema allows none. */
export function indexType({ additionalProperties }: SchemaObject): TypeText | undefined {
  return additionalProperties === undefined ? undefined : loweredType(additionalProperties)
}

export function loweredProperties({ properties = {}, required = [] }: SchemaObject): TypeMember[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: loweredType(schema),
    isOptional: !required.includes(name),
    doc: printedSchemaDoc(schema),
  }))
}

/** A schema's description as paragraphs. */
export function printedSchemaDoc(schema: JsonSchema): string[] {
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
  if (Array.isArray(value)) return tupleTypeText(value.map(valueType))
  if (typeof value !== 'object' || value === null) return atomTypeText(literalCode(value))
  const members = Object.entries(value).map(([name, item]) => ({
    name,
    type: valueType(item),
    isOptional: false,
    doc: [],
  }))
  return members.length === 0 ? objectTypeText([], unionTypeText([])) : objectTypeText(members)
}
