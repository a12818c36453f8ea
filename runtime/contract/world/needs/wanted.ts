import type { DocumentDescriptor, Location, OperationDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { type Reference, referencedResource } from '../../data/document/reference.ts'
import { resourceByName } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'

/** A parameter or body property that might have to refer to an existing item. */
export interface Wanted {
  readonly name: string
  readonly location: Location | 'body'
  readonly schema: Schema
  /** Set only for body properties, because optional parameters are not included. */
  readonly isOptional?: boolean
}

/**
 * Returns the values that are needed outside the path. Optional parameters are omitted, unlike optional body
 * properties.
 */
export function wantedBy(operation: OperationDescriptor, document: DocumentDescriptor): readonly Wanted[] {
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const { properties, required } = schemaIn(document, body?.schema).member
  return [
    ...(operation.parameters ?? [])
      .filter(({ in: location, required }) => location !== 'path' && required)
      .map(({ name, in: location, schema }) => ({ name, location, schema: schemaIn(document, schema) })),
    ...[...properties].flatMap(([name, schema]): Wanted[] => {
      const isOptional = !required.has(name)
      const own: Wanted = { name, location: 'body', schema, isOptional }
      return [own, ...partsOf(own)]
    }),
  ]
}

/**
 * Returns the properties of objects in a list in the body: "lines.product_id" for `{ lines: [{ product_id: …
 * }] }`.
 */
function partsOf({ name, schema, location }: Wanted): readonly Wanted[] {
  if (!schema.types.includes('array')) return []
  return [...schema.items.properties].map(
    ([part, inner]): Wanted => ({ name: `${name}.${part}`, location, schema: inner, isOptional: true }),
  )
}

/**
 * Returns the reference that a value makes. A body property that contains the item itself makes none, and
 * neither does one that names the item to be created.
 */
export function neededReference(
  operation: OperationDescriptor,
  { name, location, schema }: Wanted,
  document: DocumentDescriptor,
): Reference | undefined {
  const { envelopes, names = [] } = resourceByName(document, operation.resource?.name) ?? {}
  const isItem = location === 'body' && envelopes?.[operation.operationId]?.written?.[0] === name
  const isOwnName = operation.resource?.role === 'create' && names.some(({ path }) => path.join('.') === name)
  const reference = isItem
    ? undefined
    : referencedResource(lastWantedName(name), schema, { document, operation })
  return isOwnName && reference?.resource.name === operation.resource?.name ? undefined : reference
}

/** Returns the last name in the path of a property: "product_id" for "lines.product_id". */
export function lastWantedName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
