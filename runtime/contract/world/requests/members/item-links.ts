import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { bodyOfMembers } from '../../../data/document/json-body.ts'
import { referencedResource, writtenReferenceId } from '../../../data/document/reference.ts'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { ownKind } from '../../../lexicon/lexicon.ts'

/** A property in a create's body with which the new item refers to another item. */
export interface Link {
  readonly member: string
  readonly create: OperationDescriptor
  /**
   * The resource of the referring item. It can be the same as `to`, the resource of the item that it refers
   * to.
   */
  readonly from: ResourceDescriptor
  readonly to: ResourceDescriptor
  /** True if the property refers to the item's parent, which is of the same kind. */
  readonly isBelow: boolean
  write(id: string): unknown
}

/** Links of the items that an operation creates, recognized by their names and schemas. */
export function linksOfItems(operation: OperationDescriptor, document: DocumentDescriptor): readonly Link[] {
  const from = resourceByName(document, operation.resource?.name)
  const body = bodyOfMembers(operation)
  if (operation.resource?.role !== 'create' || from?.item === undefined || body === undefined) return []
  if (operationById(document, from.operations.read) === undefined) return []
  return [...schemaIn(document, body.schema).properties].flatMap(([member, schema]): Link[] => {
    if (schema.types.includes('array') || schema.keywords.readOnly === true) return []
    if (ownKind.any.has(member) && isId(schema))
      return [
        {
          ...{ member, create: operation, from, to: from, isBelow: ownKind.above.has(member) },
          write: (id) => writtenReferenceId(id, schema),
        },
      ]
    const reference = referencedResource(member, schema, { document })
    const to = reference?.resource
    if (reference === undefined || to?.item === undefined || creatorOfItems(document, to) === undefined)
      return []
    if (operationById(document, to.operations.read) === undefined) return []
    return [{ member, create: operation, from, to, isBelow: false, write: (id) => reference.write(id) }]
  })
}

function isId({ values: { choices }, types }: Schema): boolean {
  const isScalar = types.some((type) => type === 'string' || type === 'integer')
  return isScalar && choices === undefined && !types.includes('object')
}
