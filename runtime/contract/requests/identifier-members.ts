import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { jsonBody } from '../document/json-body.ts'
import { isCalledAfter, resourceOf, snakeCase } from '../document/resource-lookup.ts'
import { propertiesOf, requiredOf } from '../document/shape.ts'

const IDENTIFIERS = ['id', 'uuid', 'guid', 'pk', '_id']

/**
 * Optional members of a create's body that would name the new item: a server that saves by them replaces what has the name
 * already, and no made-up value is known to be free.
 */
export function identifierMembers(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): ReadonlySet<string> {
  const resource = resourceOf(document, operation.resource?.name)
  const schema = jsonBody(operation)?.schema
  if (operation.resource?.role !== 'create' || resource === undefined || schema === undefined)
    return new Set()
  const required = requiredOf(schema, document.definitions)
  const names = [...propertiesOf(schema, document.definitions).keys()].filter((name) => {
    const plain = snakeCase(name)
    return IDENTIFIERS.includes(plain) || (/_(id|uuid)$/.test(plain) && isCalledAfter(resource, name))
  })
  return new Set(names.filter((name) => !required.has(name)))
}

/** A create's body as it is sent: it names nothing. @param names What `identifierMembers` answers. */
export function withoutMembers(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0 || !isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}
