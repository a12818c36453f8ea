import { pointerBelow } from '@concordat/runtime/pointer'
import type { SchemaObject } from '../../document/document.ts'
import { SWAGGER } from '../../document/object-shapes.ts'
import { chooseShape, memberShape, type Shape } from '../../document/shape.ts'
import type { SwaggerDocument, SwaggerSchema } from '../../document/swagger.ts'
import { type Container, isContainer, setNodeMember } from '../source/json.ts'
import type { Raising } from './raising.ts'

/** Returns a schema converted to OpenAPI 3.0. It is a copy, because no node may occur twice in a document. */
export function raiseSchema(schema: SwaggerSchema, raising: Raising): SchemaObject {
  return copy(schema, SWAGGER.schema, raising) as SchemaObject
}

/** Converts the document's definitions, by name. */
export function raiseDefinitions(
  definitions: NonNullable<SwaggerDocument['definitions']>,
  raising: Raising,
): { readonly [name: string]: SchemaObject | boolean } {
  const shape = memberShape(SWAGGER.document, 'definitions')
  const schemas = copy(definitions, shape, raising) as { [name: string]: SchemaObject | boolean }
  for (const [name, schema] of Object.entries(definitions))
    if (typeof schema === 'object') nameItself({ name, schema }, schemas)
  for (const [name, schema] of Object.entries(definitions))
    if (typeof schema === 'object') nameByValue({ name, schema }, schemas)
  return schemas
}

interface Definition {
  readonly name: string
  readonly schema: SwaggerSchema
}

/**
 * Maps a schema with a discriminator to itself, because in 2.0 it is one of its own kinds. @see OpenAPI 2.0,
 * Schema Object, `discriminator`
 */
function nameItself(
  { name, schema }: Definition,
  schemas: { readonly [name: string]: SchemaObject | boolean },
): void {
  if (typeof schema.discriminator === 'string') map(discriminatingValue(schema) ?? name, name, schemas[name])
}

function discriminatingValue(schema: SwaggerSchema): string | undefined {
  return schema['x-discriminator-value'] ?? schema['x-ms-discriminator-value']
}

/** Adds a definition to the mapping of a schema's discriminator, if the schema has one. */
function map(value: string, name: string, raised: SchemaObject | boolean | undefined): void {
  if (typeof raised !== 'object' || raised.discriminator === undefined) return
  const { mapping = {}, ...rest } = raised.discriminator
  Object.assign(raised, {
    discriminator: { ...rest, mapping: { ...mapping, [value]: pointerBelow('#/components/schemas', name) } },
  })
}

function copy(node: unknown, expected: Shape, raising: Raising): unknown {
  if (!isContainer(node)) return node
  const shape = chooseShape(expected, node)
  const made: Container = Array.isArray(node) ? ([] as unknown as Container) : {}
  for (const name of Object.keys(node))
    setNodeMember(made, name, copy(node[name], memberShape(shape, name), raising))
  raising.carry(node, made)
  if (shape === SWAGGER.schema) raiseKeywords(made)
  return made
}

/** Converts keywords. `x-nullable` next to a reference becomes `nullable` next to `allOf`. */
function raiseKeywords(schema: Container): void {
  const { $ref: reference, discriminator, type } = schema
  if (typeof reference === 'string') schema['$ref'] = raiseReference(reference)
  if (typeof discriminator === 'string') schema['discriminator'] = { propertyName: discriminator }
  if (type === 'file') Object.assign(schema, { type: 'string', format: 'binary' })
  if ('x-example' in schema && !('example' in schema)) schema['example'] = schema['x-example']
  if (schema['x-nullable'] === true) {
    schema['nullable'] = true
    if (typeof reference === 'string') {
      schema['allOf'] = [{ $ref: schema['$ref'] }]
      delete schema['$ref']
    }
  }
}

const SECTIONS = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  securityDefinitions: 'securitySchemes',
} as const

/** Converts a local reference in the 2.0 document to a reference to the same component in 3.0. */
export function raiseReference(reference: string): string {
  return reference.replace(
    /^#\/(definitions|parameters|responses|securityDefinitions)(?=\/)/,
    (_, section: keyof typeof SECTIONS) => `#/components/${SECTIONS[section]}`,
  )
}

/** Maps discriminator values that extensions state. Without these extensions, 2.0 uses the schema's name. */
function nameByValue(
  { name, schema }: Definition,
  schemas: { readonly [name: string]: SchemaObject | boolean },
): void {
  const value = discriminatingValue(schema)
  if (value === undefined) return
  for (const part of schema.allOf ?? []) {
    const parent =
      typeof part === 'object' ? /^#\/definitions\/([^/]+)$/.exec(part.$ref ?? '')?.[1] : undefined
    if (parent !== undefined) map(value, name, schemas[parent])
  }
}
