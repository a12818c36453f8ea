import { isObject } from '@concordat/runtime/json'
import { linearPattern, type Pattern } from '@concordat/runtime/linear-pattern'
import { pointerOf } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'

/** What to do about members of an answer that its schema does not name, where it does not forbid them either. */
export type UndocumentedFields = 'allow' | 'report'

/** A member that no part of the schema names. */
export interface UndocumentedField {
  /** JSON Pointer of the member in the body. */
  readonly path: string
  /** The same with indices as "*": equal for all items of a list. */
  readonly pattern: string
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const
const SINGLES = ['if', 'then', 'else'] as const

/**
 * Finds members that the schema leaves unsaid. A schema that names no members at all, or that says of what kind further
 * ones are, documents any: only silence beside named members counts. Of alternatives each may name a member.
 * @see JSON Schema 2020-12, Core, 10.3.2
 */
export function undocumentedFields(schema: Schema, value: unknown): readonly UndocumentedField[] {
  return walk([schema], value, { path: '', pattern: '' })
}

function walk(schemas: readonly Schema[], value: unknown, at: UndocumentedField): UndocumentedField[] {
  const parts = schemas.flatMap((schema) => partsOf(schema, new Set()))
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const items = parts.flatMap((part) => partAt(part, part.own.prefixItems?.[index] ?? part.own.items))
      return walk(items, item, { path: `${at.path}/${index}`, pattern: `${at.pattern}/*` })
    })
  }
  if (!isObject(value)) return []
  const isOpen = parts.some(documentsAny) || !parts.some(({ own }) => own.properties !== undefined)
  return Object.entries(value).flatMap(([name, member]) => {
    const token = pointerOf([name])
    const inner = { path: at.path + token, pattern: at.pattern + token }
    const named = parts.flatMap((part) => schemasOf(part, name))
    if (named.length > 0) return walk(named, member, inner)
    return isOpen ? [] : [inner]
  })
}

/** The schema and every schema that applies to the same value, references followed. */
function partsOf(schema: Schema, seen: Set<Schema>): Schema[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { own } = schema
  const inner = [
    schema.resolve(own.$ref),
    ...LISTS.flatMap((keyword) => own[keyword] ?? []),
    ...SINGLES.map((keyword) => own[keyword]),
    ...Object.values(own.dependentSchemas ?? {}),
  ]
  return [schema, ...inner.flatMap((part) => partAt(schema, part)).flatMap((part) => partsOf(part, seen))]
}

/** A reference that leads nowhere could allow any name. Forbidden members are invalid, and already reported. */
function documentsAny(schema: Schema): boolean {
  const { $ref, additionalProperties, unevaluatedProperties } = schema.own
  const isElsewhere = $ref !== undefined && schema.resolve($ref) === undefined
  return isElsewhere || (additionalProperties ?? unevaluatedProperties) !== undefined
}

function schemasOf(schema: Schema, name: string): readonly Schema[] {
  const { properties = {}, patternProperties = {} } = schema.own
  const patterns = Object.entries(patternProperties)
  return [
    ...(Object.hasOwn(properties, name) ? partAt(schema, properties[name]) : []),
    ...patterns.flatMap(([pattern, part]) => (matches(pattern, name) ? partAt(schema, part) : [])),
  ]
}

/** Patterns of documents may be those of anybody, and names those of servers: no pair of them takes long. */
const compile = linearPattern({ tooLong: 'accept' })
const compiled = new Map<string, Pattern | undefined>()

/** True also if the pattern is none that can be read, which documents nothing and forbids nothing. */
function matches(pattern: string, name: string): boolean {
  if (!compiled.has(pattern)) compiled.set(pattern, patternOf(pattern))
  return compiled.get(pattern)?.test(name) ?? true
}

function patternOf(pattern: string): Pattern | undefined {
  try {
    return compile(pattern)
  } catch {
    return undefined
  }
}

/** What is written inside of a schema; none if nothing is. */
function partAt(schema: Schema, written: unknown): readonly Schema[] {
  return written === undefined ? [] : [schema.beside(written)]
}
