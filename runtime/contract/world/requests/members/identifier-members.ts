import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { bestContentOfBody, jsonBody } from '../../../data/document/json-body.ts'
import { creatorOfItems, namedResource, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isCallingName, isOwnItemName, orders, postponing } from '../../../lexicon/lexicon.ts'
import { pathMembers } from './path-members.ts'

/**
 * Returns optional properties of a body, or of its items, for which a made-up value might already be in use.
 * Some identify the created item: a server that saves by name would replace an existing item. Others refer to
 * another item: a server might create a missing one among other users' items. Others specify the item's
 * position: a server might move the item that already has this position. Others postpone the work, so that
 * the response would no longer tell its result.
 */
export function identifierMembers(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): ReadonlySet<string> {
  const resource = resourceByName(document, operation.resource?.name)
  // A media range such as `*/*` is sent as JSON, so its properties count too.
  const body = jsonBody(operation) ?? bestContentOfBody(operation)
  if (body === undefined) return new Set()
  const whole = schemaIn(document, body.schema)
  const { properties, required } = whole.keywords.items === undefined ? whole : whole.items
  const optional = [...properties].filter(([name]) => !required.has(name))
  const postponed = optional.filter(([name]) => postponing.has(name)).map(([name]) => name)
  if (resource === undefined) return new Set(postponed)
  const isCreate = operation.resource?.role === 'create'
  const others = optional.filter(([name, member]) => callsAnother(name, member, { operation, document }))
  const own = optional.filter(([name]) => isCreate && isOwnItemName(name, resource.collection))
  const places = standsAmongOthers(resource, document)
    ? optional.filter(([name, member]) => isPlace(name, member))
    : []
  return new Set([...postponed, ...[...own, ...others, ...places].map(([name]) => name)])
}

/**
 * True if the resource's items are not below an item that the run can create, so that other users' items are
 * in the same list.
 */
function standsAmongOthers({ parent }: ResourceDescriptor, document: DocumentDescriptor): boolean {
  const above = resourceByName(document, parent?.name)
  return above === undefined || creatorOfItems(document, above) === undefined
}

/**
 * True if a property specifies an item's position. It must be a number without a maximum, because many items
 * can share a grade from 1 to 5.
 */
function isPlace(name: string, { values, keywords }: Schema): boolean {
  if (!orders.places.has(name)) return false
  const isBounded = values.listed !== undefined || 'maximum' in keywords || 'exclusiveMaximum' in keywords
  return !isBounded && values.mayBeNumbers
}

/**
 * True if a property identifies another resource's item by its name: "work_queue_name" if there are
 * "work_queues".
 */
function callsAnother(
  name: string,
  { values: { listed }, types }: Schema,
  { operation, document }: { operation: OperationDescriptor; document: DocumentDescriptor },
): boolean {
  if (!isCallingName(name) || listed !== undefined || !types.includes('string')) return false
  const other = namedResource(name, document)
  return (
    other !== undefined &&
    other.name !== operation.resource?.name &&
    !pathMembers(operation, document).has(name)
  )
}

/**
 * Returns a body to send, for one item or several, without these properties.
 * @param names Names of the properties to omit.
 */
export function bodyWithoutMembers(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0) return value
  if (Array.isArray(value)) return value.map((item: unknown) => bodyWithoutMembers(item, names))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}
