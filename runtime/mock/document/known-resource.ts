import {
  countsAbove,
  creatorOfItems,
  itemIdSchema,
  operationById,
  resourceByName,
  type SchemaScope,
  schemaIn,
} from '@concordat/contract/document'
import { snakeCase, USUAL_IDENTIFIER } from '@concordat/contract/lexicon'
import {
  type DocumentDescriptor,
  type OperationDescriptor,
  type ResourceDescriptor,
  successSchema,
} from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { isWholeItem, mockListedSchema } from './item-schema.ts'
import { itemPathInAnswer } from './shown-at.ts'

/** A resource, with everything needed to create and show its items. */
export interface KnownResource {
  readonly resource: ResourceDescriptor
  /** The schema of an item in reads. */
  readonly schema: Schema
  /** The path of the property that identifies an item; absent if items have none. */
  readonly idPath?: readonly string[]
  /** The schema of the identifying property; `parameterSchema` is that of the path parameter. */
  readonly idSchema: Schema | undefined
  readonly parameterSchema: Schema | undefined
  /** Names of an item's properties, starting with the identifying one. */
  readonly names: readonly string[]
  /** Properties that operations describe differently, with all of their schemas combined. */
  readonly inAll?: ReadonlyMap<string, Schema>
  /**
   * True if nothing names the items: neither their properties, nor strings in their list, nor the operation
   * that creates them.
   */
  readonly isUnnamed?: boolean
  /** The smallest number of items that the document allows in a list. */
  readonly least?: number
  /** Properties that list the items of the resources below an item. */
  readonly listsBelow?: readonly string[]
  /** Paths of the properties of a parent that count its items of this resource. */
  readonly counts?: readonly (readonly string[])[]
}

/** Returns the JSON schema of an operation's success; `undefined` if the document has none. */
export function mockSuccessSchema(document: SchemaScope, operation: OperationDescriptor): Schema | undefined {
  const schema = successSchema(operation)
  return schema === undefined ? undefined : schemaIn(document, schema)
}

/** Determines the schema and identifiers of a resource's items from a document. */
export function knownResource(document: DocumentDescriptor, resource: ResourceDescriptor): KnownResource {
  const listing = operationById(document, resource.operations.list)
  const shown = itemSchema(document, resource)
  const { schema } = shown
  const idPath = idPathIn(resource, shown)
  const first = idPath?.[0]
  const others = [...schema.properties.keys()].filter((name) => name !== first)
  const names = [first ?? '', ...others]
  const views = viewsOf(document, resource, names)
  // All views are searched, because the response to a create may contain the identifying property even if a
  // read omits it.
  const named = [schema, ...views].map((view) => idPath && view.at(idPath))
  return {
    resource,
    schema,
    ...(idPath !== undefined && { idPath }),
    idSchema: named.find((each) => each !== undefined),
    parameterSchema: itemIdSchema(document, resource),
    names,
    inAll: knownResourceMembers(document, { views, list: listing }),
    isUnnamed:
      idPath === undefined &&
      creatorOfItems(document, resource) === undefined &&
      !isNameAlone(document, listing),
    least: leastListed(document, listing),
    listsBelow: listsBelow(document, resource, schema),
    counts: countsIn(document, resource),
  }
}

/** Returns the list properties with the name of a collection below: "toys" for "/pets/{id}/toys". */
function listsBelow(
  { resources }: DocumentDescriptor,
  { name }: ResourceDescriptor,
  { properties }: Schema,
): readonly string[] {
  const below = resources
    .filter(({ parent }) => parent?.name === name)
    .map(({ collection }) => snakeCase(collection.slice(collection.lastIndexOf('/') + 1)))
  return [...properties.keys()].filter((own) => below.includes(snakeCase(own)))
}

function countsIn(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
): readonly (readonly string[])[] {
  const above = resourceByName(document, resource.parent?.name)
  const around = above?.envelopes?.[above.operations.read ?? '']?.shown ?? []
  return countsAbove(document, resource).map(({ path }) => path.slice(around.length))
}

function leastListed(document: DocumentDescriptor, listing: OperationDescriptor | undefined): number {
  if (listing?.list === undefined) return 0
  return shownBy(document, listing).at(listing.list.items)?.keywords.minItems ?? 0
}

/**
 * Returns the schema of an item, and the item's location in the response of the operation that returns it.
 */
function itemSchema(
  document: DocumentDescriptor,
  { shownBy: operationId, operations, envelopes }: ResourceDescriptor,
): { readonly schema: Schema; readonly at: readonly string[] } {
  const operation = operationById(document, operationId)
  if (operation === undefined) return { schema: schemaIn(document, true), at: [] }
  const whole = shownBy(document, operation)
  if (operation.list !== undefined && operationId === operations.list)
    return { schema: mockListedSchema(whole, operation.list), at: [] }
  const at = envelopes?.[operation.operationId]?.shown ?? []
  return { schema: whole.at(at) ?? schemaIn(document, true), at }
}

/** True for a list that contains only its items' names: strings or integers. */
function isNameAlone(document: DocumentDescriptor, listing: OperationDescriptor | undefined): boolean {
  const { type } =
    listing?.list === undefined ? {} : mockListedSchema(shownBy(document, listing), listing.list).keywords
  return type === 'string' || type === 'integer'
}

/** Returns the schema of a success; if the document has none, a schema that allows anything. */
function shownBy(document: DocumentDescriptor, operation: OperationDescriptor): Schema {
  return mockSuccessSchema(document, operation) ?? schemaIn(document, true)
}

/**
 * Returns the schemas of an item in different operations; actions are included only if they return the whole
 * item.
 */
function viewsOf(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
  names: readonly string[],
): readonly Schema[] {
  const { list, read, create, update, replace } = resource.operations
  return [list, read, create, update, replace, ...resource.actions].flatMap((operationId) => {
    const operation = operationById(document, operationId)
    if (operation === undefined) return []
    const whole = shownBy(document, operation)
    if (operation.list !== undefined) return [mockListedSchema(whole, operation.list)]
    const path = itemPathInAnswer({ resource, names }, operation, whole)
    const view = path && whole.at(path)
    if (view === undefined) return []
    return operation.resource?.role !== 'action' || isWholeItem(view.properties, names) ? [view] : []
  })
}

/**
 * Returns the properties that have several different schemas, each with all of its schemas combined. They
 * come from the operations' views and, if the list has a filter with the property's name, from the values
 * that the filter lists. If the filter and the property have the same default, only this value is used,
 * because a list without the parameter returns the items that have it.
 */
export function knownResourceMembers(
  document: DocumentDescriptor,
  { views, list }: { readonly views: readonly Schema[]; readonly list: OperationDescriptor | undefined },
): ReadonlyMap<string, Schema> {
  const members = views.flatMap(({ properties }) => [...properties])
  const queried = (list?.parameters ?? [])
    .filter(({ in: location }) => location === 'query')
    .map(({ name, schema }) => [name, schemaIn(document, schema).keywords] as const)
  const filters = queried.flatMap(([name, { enum: choices }]) =>
    choices === undefined ? [] : [[name, schemaIn(document, { enum: choices })] as const],
  )
  const usual = queried.flatMap(([name, { default: value }]) => {
    const isShared = members.some(([own, shown]) => own === name && shown.keywords.default === value)
    return value !== undefined && isShared ? [[name, schemaIn(document, { const: value })] as const] : []
  })
  const isText = (name: string): boolean =>
    members.some(([own, schema]) => own === name && schema.keywords.type === 'string')
  const words = filters.filter(([name]) => isText(name))
  const byName = Map.groupBy([...members, ...words, ...usual], ([name]) => name)
  return new Map(
    [...byName].flatMap(([name, all]) => {
      const different = [
        ...new Map(all.map(([, { written }]) => [JSON.stringify(written), written])).values(),
      ]
      return different.length < 2 ? [] : [[name, schemaIn(document, { allOf: different })] as const]
    }),
  )
}

/**
 * Returns the path of the property that identifies an item: the most certain one in the resource's
 * descriptor. An item that is described only as an object gets the usual one.
 * @param at location of the item's schema in a response.
 */
function idPathIn(
  { names: [name] = [] }: ResourceDescriptor,
  { schema, at }: ReturnType<typeof itemSchema>,
): readonly string[] | undefined {
  if (name === undefined) return isFree(schema) ? [USUAL_IDENTIFIER] : undefined
  const { path } = name
  const isBelow = at.length < path.length && at.every((step, index) => step === path[index])
  return isBelow && schema.at(path) === undefined ? path.slice(at.length) : path
}

/** True for an object without documented properties. */
function isFree({ types, properties, keywords }: Schema): boolean {
  const isObject = types.length === 0 || types.includes('object')
  return isObject && properties.size === 0 && keywords.additionalProperties !== false
}
