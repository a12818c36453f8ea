import { isObject } from '@concordat/runtime/json'
import { linearPattern, type Pattern } from '@concordat/runtime/linear-pattern'
import { pointerOf } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'
import { forEachSubschema, keywordsWith } from '@concordat/runtime/subschemas'

/** What to do about members of an answer that its schema does not name, where it does not forbid them either. */
export type UndocumentedFields = 'allow' | 'report'

/** A member that no part of the schema names. */
export interface UndocumentedField {
  /** JSON Pointer of the member in the body. */
  readonly path: string
  /** The same with indices as "*": equal for all items of a list. */
  readonly pattern: string
}

/** Keywords that apply schemas to the same value. What `not` names is no part of it. */
const IN_PLACE: ReadonlySet<string> = new Set(
  keywordsWith({ kind: 'in-place' }).filter((name) => name !== 'not'),
)

/**
 * Finds members that the schema leaves unsaid. A schema that names no members at all, or that says of what kind further
 * ones are, documents any: only silence beside named members counts. Of alternatives each may name a member.
 * @see JSON Schema 2020-12, Core, 10.3.2
 */
export function undocumentedFields(schema: Schema, value: unknown): readonly UndocumentedField[] {
  const found: UndocumentedField[] = []
  const at: UndocumentedField = { path: '', pattern: '' }
  for (const part of documented.parts(value, { schemas: applied([schema]), at })) {
    const { value: object, beside } = part
    if (!isObject(object) || isOpen(beside)) continue
    for (const name of Object.keys(object))
      if (!beside.schemas.some((own) => schemasOf(own, name).length > 0)) found.push(below(beside.at, name))
  }
  return found
}

/** The schemas that apply to a value, and where it is. */
interface Documented {
  readonly schemas: readonly Schema[]
  readonly at: UndocumentedField
}

/** A member that no schema names is not looked into. */
const documented = new ValueWalk<Documented>({
  member({ schemas, at }, name) {
    const named = schemas.flatMap((schema) => schemasOf(schema, name))
    return named.length === 0 ? undefined : { schemas: applied(named), at: below(at, name) }
  },
  item: ({ schemas, at }, index) => ({
    schemas: applied(
      schemas.flatMap((schema) => partAt(schema, schema.own.prefixItems?.[index] ?? schema.own.items)),
    ),
    at: { path: `${at.path}/${index}`, pattern: `${at.pattern}/*` },
  }),
})

function below({ path, pattern }: UndocumentedField, name: string): UndocumentedField {
  const token = pointerOf([name])
  return { path: path + token, pattern: pattern + token }
}

/** True where members that no schema names are documented as well. */
function isOpen({ schemas }: Documented): boolean {
  return schemas.some(documentsAny) || !schemas.some(({ own }) => own.properties !== undefined)
}

/** The schemas and every schema that applies to the same value, references followed. */
function applied(schemas: readonly Schema[]): readonly Schema[] {
  const found = new Set(schemas)
  for (const schema of found) {
    for (const part of partAt(schema, schema.resolve(schema.own.$ref))) found.add(part)
    forEachSubschema(schema.own, (written, keyword) => {
      if (IN_PLACE.has(String(keyword))) found.add(schema.beside(written))
    })
  }
  return [...found]
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
