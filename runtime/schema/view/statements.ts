import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import { forbidsAll, impliedType } from './values.ts'

/** JSON Schema's types, with the details of their statements. */
interface Types {
  readonly object: {
    /** True if the type is not stated but implied, so that values of other types are valid too. */
    readonly isImplied: boolean
  }
  readonly array: { readonly isImplied: boolean }
  readonly string: unknown
  readonly number: { readonly type: 'integer' | 'number' }
  readonly boolean: unknown
  readonly null: unknown
}

/** The kinds of statements that a schema can make about its values, with details. */
interface Kinds extends Types {
  /** The schema is `false`, or its `not` excludes every value. */
  readonly nothing: unknown
  readonly reference: { readonly $ref: string }
  /** The values of `enum`, or the single value of `const`. */
  readonly values: { readonly values: readonly unknown[]; readonly keyword: 'enum' | 'const' }
  /** The values have one of several types. */
  readonly types: { readonly statements: readonly Statement<keyof Types>[] }
  readonly all: { readonly parts: readonly JsonSchema[] }
  readonly union: { readonly alternatives: readonly JsonSchema[]; readonly keyword: 'anyOf' | 'oneOf' }
}

export type StatementKind = keyof Kinds

/** One requirement that a schema states for its values. All statements of a schema apply together. */
export type Statement<Of extends StatementKind = StatementKind> = {
  readonly [Each in Of]: Kinds[Each] & {
    readonly kind: Each
    /** The schema that makes the statement, with its bounds and properties. */
    readonly schema: SchemaObject
  }
}[Of]

/** One function for each kind of statement. A visitor that lacks one does not compile. */
export type Visitor<Result> = { readonly [Each in StatementKind]: (statement: Statement<Each>) => Result }

/** Calls the visitor's function for a statement. */
export function visitStatement<Result, Of extends StatementKind>(
  statement: Statement<Of>,
  visitor: Visitor<Result>,
): Result {
  return visitor[statement.kind](statement)
}

/**
 * A schema's statements about its values, in this order: its reference, listed values, types, parts and
 * alternatives. A schema that allows anything makes no statements.
 */
export function statementsOf(schema: JsonSchema | undefined): readonly Statement[] {
  if (schema === undefined || schema === true) return []
  if (schema === false) return [{ kind: 'nothing', schema: {} }]
  if (forbidsAll(schema)) return [{ kind: 'nothing', schema }]
  const { $ref, enum: values, allOf, anyOf, oneOf } = schema
  const statements: Statement[] = []
  if ($ref !== undefined) statements.push({ kind: 'reference', schema, $ref })
  if ('const' in schema) statements.push({ kind: 'values', schema, values: [schema.const], keyword: 'const' })
  if (values !== undefined) statements.push({ kind: 'values', schema, values, keyword: 'enum' })
  const types = typeStatement(schema)
  if (types !== undefined) statements.push(types)
  if (allOf !== undefined && allOf.length > 0) statements.push({ kind: 'all', schema, parts: allOf })
  if (anyOf !== undefined) statements.push({ kind: 'union', schema, alternatives: anyOf, keyword: 'anyOf' })
  if (oneOf !== undefined) statements.push({ kind: 'union', schema, alternatives: oneOf, keyword: 'oneOf' })
  return statements
}

/** The statement about the type or types that a schema names, or about the type that its keywords imply. */
function typeStatement(schema: SchemaObject): Statement<keyof Types | 'types'> | undefined {
  const { type } = schema
  if (typeof type === 'string') return named(type, schema)
  if (type !== undefined) {
    const statements = type.map((each) => named(each, schema)).filter((each) => each !== undefined)
    return statements.length > 1 ? { kind: 'types', schema, statements } : statements[0]
  }
  const implied = impliedType(schema)
  return implied && { kind: implied, schema, isImplied: true }
}

function named(type: string, schema: SchemaObject): Statement<keyof Types> | undefined {
  switch (type) {
    case 'object':
    case 'array':
      return { kind: type, schema, isImplied: false }
    case 'integer':
    case 'number':
      return { kind: 'number', schema, type }
    case 'string':
    case 'boolean':
    case 'null':
      return { kind: type, schema }
    default:
      return undefined
  }
}
