import type { JsonSchema, SchemaObject as Normalized } from '@concordat/runtime/schema'
import { isComposedSchema } from '@concordat/runtime/schema-view'
import type { SchemaObject } from '../../../../document/document.ts'

/** A schema that is being written. */
export type SchemaDraft = { -readonly [Keyword in keyof Normalized]: Normalized[Keyword] }

/** Keywords that mark octets for all later stages. */
export const OCTETS = { type: 'string', format: 'binary' } as const

/** Marks a schema as octets, however the document describes them. */
export function markAsOctets(output: SchemaDraft): void {
  const isNullable = [output.type].flat().includes('null')
  delete output.$ref
  Object.assign(output, OCTETS, isNullable && { type: ['string', 'null'] })
}

/** Creates a schema that no value matches, with the original annotations. */
export function nothingSchema({ title, description, deprecated }: SchemaObject): JsonSchema {
  const notes = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
  }
  return Object.keys(notes).length === 0 ? false : { ...notes, not: {} }
}

/** Translates OpenAPI 3.0's `nullable: true` by adding null to the allowed values. */
export function nullableSchema(schema: SchemaDraft): JsonSchema {
  const { type } = schema
  if (type === undefined || isComposedSchema(schema) || 'const' in schema) {
    const { title, description, default: value, readOnly, writeOnly, deprecated, ...rest } = schema
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(value !== undefined && { default: value }),
      ...(readOnly !== undefined && { readOnly }),
      ...(writeOnly !== undefined && { writeOnly }),
      ...(deprecated !== undefined && { deprecated }),
      anyOf: [rest, { type: 'null' }],
    }
  }
  const types = [type].flat()
  if (!types.includes('null')) schema.type = [...types, 'null']
  if (schema.enum !== undefined && !schema.enum.includes(null)) schema.enum = [...schema.enum, null]
  return schema
}
