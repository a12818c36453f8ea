import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { flatSchema, propertiesOf, requiredOf } from '../document/flat-schema.ts'
import { jsonBody } from '../document/json-body.ts'
import { isCalledAfter, resourceOf, snakeCase } from '../document/resource-lookup.ts'

const IDENTIFIERS = ['id', 'uuid', 'guid', 'pk', '_id']

/**
 * Optional members of a create's body, or of its items, that would name the new one: a server that saves by them replaces what has the name
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
  const { definitions } = document
  const item = flatSchema(schema, definitions)['items'] ?? schema
  const required = requiredOf(item, definitions)
  const names = [...propertiesOf(item, definitions).keys()].filter((name) => isIdentifier(resource, name))
  return new Set(names.filter((name) => !required.has(name)))
}

/** Whether a member, by its name, says which item of the resource is meant. */
export function isIdentifier(resource: ResourceDescriptor, name: string): boolean {
  const plain = snakeCase(name)
  return IDENTIFIERS.includes(plain) || (/_(id|uuid)$/.test(plain) && isCalledAfter(resource, name))
}

/** A create's body as it is sent, of one item or several: it names nothing. @param names What `identifierMembers` answers. */
export function withoutMembers(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0) return value
  if (Array.isArray(value)) return value.map((item: unknown) => withoutMembers(item, names))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}
