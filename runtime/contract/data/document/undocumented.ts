import { isObject } from '@concordat/runtime/json'
import { pointerOf } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'
import { schemasOfItem, schemasOfMember, schemasThatMayApply } from './schema-in.ts'

/** The treatment of response members that the schema neither names nor forbids. */
export type UndocumentedFields = 'allow' | 'report'

interface UndocumentedField {
  /** JSON Pointer of the member in the body. */
  readonly path: string
  /** `path` with "*" instead of indexes, so that it is equal for all items of a list. */
  readonly pattern: string
}

/**
 * Finds members that the schema does not mention. A schema without named members, or with a schema for
 * additional members, documents every member. Otherwise, unnamed members are undocumented. If there are
 * several alternatives, any of them can name a member.
 * @see JSON Schema 2020-12, Core, 10.3.2
 */
export function undocumentedFields(schema: Schema, value: unknown): readonly UndocumentedField[] {
  const found: UndocumentedField[] = []
  const at: UndocumentedField = { path: '', pattern: '' }
  for (const part of documented.parts(value, { schemas: schemasThatMayApply([schema]), at })) {
    const { value: object, beside } = part
    if (!isObject(object) || documentsAnyName(beside.schemas)) continue
    for (const name of Object.keys(object))
      if (!beside.schemas.some((own) => schemasOfMember(own, name).length > 0))
        found.push(below(beside.at, name))
  }
  return found
}

interface Documented {
  readonly schemas: readonly Schema[]
  readonly at: UndocumentedField
}

/**
 * Walks a value along its documented members and items. The content of an undocumented member is not checked.
 */
const documented = new ValueWalk<Documented>({
  member({ schemas, at }, name) {
    const named = schemas.flatMap((schema) => schemasOfMember(schema, name))
    return named.length === 0 ? undefined : { schemas: schemasThatMayApply(named), at: below(at, name) }
  },
  item: ({ schemas, at }, index) => ({
    schemas: schemasThatMayApply(schemas.flatMap((schema) => schemasOfItem(schema, index))),
    at: { path: `${at.path}/${index}`, pattern: `${at.pattern}/*` },
  }),
})

function below({ path, pattern }: UndocumentedField, name: string): UndocumentedField {
  const token = pointerOf([name])
  return { path: path + token, pattern: pattern + token }
}

/** True if an object's schemas document members with any name, or document no members at all. */
export function documentsAnyName(schemas: readonly Schema[]): boolean {
  return schemas.some(documentsAny) || !schemas.some(({ own }) => own.properties !== undefined)
}

/**
 * True if a schema states which additional members it allows, or if an unresolved reference might do so.
 * Forbidden members are invalid and have already been reported.
 */
function documentsAny(schema: Schema): boolean {
  const { $ref, additionalProperties, unevaluatedProperties } = schema.own
  const isElsewhere = $ref !== undefined && schema.document.resolve($ref) === undefined
  return isElsewhere || (additionalProperties ?? unevaluatedProperties) !== undefined
}
