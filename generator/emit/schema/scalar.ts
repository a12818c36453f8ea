import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { ownTypes, SchemaFact, statedFact } from '@concordat/runtime/schema-view'
import { referredNamedSchema } from '../../model/schema/references.ts'

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null']

/** Creates a fact that is true for a schema whose keywords exclude arrays and objects. */
export function scalarsToLower(definitions: Readonly<Record<string, JsonSchema>>): SchemaFact<boolean> {
  return new SchemaFact(
    (reference) => definitions[referredNamedSchema(reference) ?? ''],
    statedFact(saysScalar),
  )
}

function saysScalar(schema: SchemaObject): boolean {
  const { type, enum: values } = schema
  if (type !== undefined) return [type].flat().every((word) => SCALARS.includes(word))
  if ('const' in schema) return isScalarValue(schema.const)
  return values?.every(isScalarValue) === true
}

function isScalarValue(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** Creates a fact that is true for a schema whose keywords exclude everything except objects and arrays. */
export function structuresToLower(definitions: Readonly<Record<string, JsonSchema>>): SchemaFact<boolean> {
  return new SchemaFact(
    (reference) => definitions[referredNamedSchema(reference) ?? ''],
    statedFact(saysStructured),
  )
}

function saysStructured(schema: SchemaObject): boolean {
  return ownTypes(schema)?.every((type) => type === 'object' || type === 'array') === true
}
