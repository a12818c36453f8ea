import {
  asIdentifier,
  creatorOf,
  flatSchema,
  identifierCandidates,
  idSchemaOf,
  operationOf,
  propertiesOf,
} from '@concordat/contract/document'
import {
  type DocumentDescriptor,
  isJson,
  type OperationDescriptor,
  type ResourceDescriptor,
} from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import type { Maker } from '../values/maker.ts'
import { envelopedAt, isAround, onlyParts } from './enveloped.ts'
import { bareItemAt, isWhole, itemPath, listedSchema, schemaAt } from './schema-at.ts'

/** A resource with what making and showing its items takes. */
export interface KnownResource {
  readonly resource: ResourceDescriptor
  /** The schema of one item, as it is read. */
  readonly schema: unknown
  /** Path of the member that names an item; absent where items have none. */
  readonly idPath?: readonly string[]
  /** The schemas of that member, and of the path parameter. */
  readonly idSchema: unknown
  readonly parameterSchema: unknown
  /** Names of an item's members, that which names it first. */
  readonly names: readonly string[]
  /** Members that operations describe each in its own way, with all that these say. */
  readonly inAll?: ReadonlyMap<string, unknown>
  /** Whether nothing says what items are called: neither their members, nor their list by a text alone, nor what makes them. */
  readonly isUnnamed?: boolean
  /** Where an answer about one item has an object of which the document says nothing, and a list has its items. */
  readonly bareAt?: readonly string[]
}

/** The JSON schema of an operation's success. */
export function successSchema({ responses }: OperationDescriptor): unknown {
  const success = Object.entries(responses).find(([status]) => /^2/.test(status))?.[1]
  return Object.entries(success?.content ?? {}).find(([type]) => isJson(type) || type.endsWith('/*'))?.[1]
    .schema
}

/** Reads from a document what the items of a resource are like. */
export function knownResource(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
  maker: Maker,
): KnownResource {
  const { definitions } = document
  const listing = operationOf(document, resource.operations.list)
  const listed = listing?.list && listedSchema(successSchema(listing), listing.list, definitions)
  const [idName] = resource.idProperty ?? []
  const hinted = [...(idName === undefined ? [''] : [idName]), ...propertiesOf(listed, definitions).keys()]
  const whole = wholeOf(document, resource)
  const bare = listing?.list && bareItemAt(listing.list.items, whole, definitions)
  // A list may show the names alone.
  const isName = ['string', 'integer'].includes(String(flatSchema(listed, definitions)['type']))
  const isListed = listed !== undefined && !isName
  const enveloped = isListed ? undefined : envelopedAt(document, resource, { whole, maker })
  const path = enveloped ?? itemPath(whole, hinted, definitions) ?? bare ?? []
  const own = whole === undefined ? undefined : schemaAt(whole, path, definitions)
  const isShown =
    propertiesOf(own, definitions).size > 0 && !isAround(own, { item: listed, idName, definitions })
  const schema = isShown ? own : (listed ?? own ?? true)
  const parameterSchema = idSchemaOf(document, resource)
  const idPath = idPathOf(document, { resource, schema, maker, enveloped, at: schema === own ? path : [] })
  const first = idPath?.[0]
  const others = [...propertiesOf(schema, definitions).keys()].filter((name) => name !== first)
  const names = [first ?? '', ...others]
  const views = viewsOf(document, resource, names)
  // What a read leaves out, the answer to a create may name.
  const named = [schema, ...views].map((view) => idPath && schemaAt(view, idPath, definitions))
  return {
    resource,
    schema,
    ...(idPath !== undefined && { idPath }),
    idSchema: named.find((each) => each !== undefined),
    parameterSchema,
    names,
    inAll: membersInAll(document, { views, list: listing }),
    isUnnamed: idPath === undefined && !isName && creatorOf(document, resource) === undefined,
    ...(bare !== undefined && { bareAt: bare }),
  }
}

/** The schema of an answer about one item: of a read that answers a list of it that of an operation that shows it alone. */
function wholeOf(document: DocumentDescriptor, { operations }: ResourceDescriptor): unknown {
  const { read, create, update, replace } = operations
  const shown = [read, create, update, replace].flatMap((operationId) => {
    const operation = operationOf(document, operationId)
    const schema = operation && successSchema(operation)
    return operation === undefined || schema === undefined ? [] : [{ list: operation.list, schema }]
  })
  const [first, ...others] = shown
  const items = first?.list?.items
  const alone = items && others.find(({ schema }) => holdsMembers(schema, items, document.definitions))
  return (alone ?? first)?.schema
}

function holdsMembers(
  schema: unknown,
  path: readonly string[],
  definitions: DocumentDescriptor['definitions'],
): boolean {
  return propertiesOf(schemaAt(schema, path, definitions), definitions).size > 0
}

/** The schemas in which operations show an item; of actions those that show all of it. */
function viewsOf(
  document: DocumentDescriptor,
  { operations: { list, read, create, update, replace }, actions }: ResourceDescriptor,
  names: readonly string[],
): readonly unknown[] {
  const { definitions } = document
  return [list, read, create, update, replace, ...actions].flatMap((operationId) => {
    const operation = operationOf(document, operationId)
    if (operation === undefined) return []
    const whole = successSchema(operation)
    if (operation.list !== undefined) return [listedSchema(whole, operation.list, definitions)]
    const path = itemPath(whole, names, definitions)
    const view = path && schemaAt(whole, path, definitions)
    const isShown = operation.resource?.role !== 'action' || isWhole(propertiesOf(view, definitions), names)
    return path === undefined || !isShown ? [] : [view]
  })
}

/**
 * Members that not all views of an item describe alike, or that a list is filtered by with words that only its parameter names: a value
 * that all of these allow is one for all. Of a filter that has a default, which is the member's too, it is that: the list without the
 * parameter is the list of what has it.
 */
export function membersInAll(
  { definitions }: DocumentDescriptor,
  { views, list }: { readonly views: readonly unknown[]; readonly list: OperationDescriptor | undefined },
): ReadonlyMap<string, unknown> {
  const members = views.flatMap((view) => [...propertiesOf(view, definitions)])
  const filters = (list?.parameters ?? []).flatMap(({ name, in: location, schema }) => {
    const { enum: choices } = flatSchema(schema, definitions)
    return location === 'query' && Array.isArray(choices) ? [[name, { enum: choices }] as const] : []
  })
  const usual = (list?.parameters ?? []).flatMap(({ name, in: location, schema }) => {
    const value = flatSchema(schema, definitions)['default']
    const isShared = members.some(
      ([own, shown]) => own === name && flatSchema(shown, definitions)['default'] === value,
    )
    return location === 'query' && value !== undefined && isShared ? [[name, { const: value }] as const] : []
  })
  const isText = (name: string): boolean =>
    members.some(([own, schema]) => own === name && flatSchema(schema, definitions)['type'] === 'string')
  const words = filters.filter(([name]) => isText(name))
  const byName = Map.groupBy([...members, ...words, ...usual], ([name]) => name)
  return new Map(
    [...byName].flatMap(([name, all]) => {
      const different = [...new Map(all.map(([, schema]) => [JSON.stringify(schema), schema])).values()]
      return different.length < 2 ? [] : [[name, { allOf: different }] as const]
    }),
  )
}

/**
 * What names an item: what the model says where an item has it, else the likeliest of its members, as the suite finds it.
 * @param enveloped where the item stands in what the model takes for it.
 * @param at where its schema stands in an answer.
 */
function idPathOf(
  document: DocumentDescriptor,
  {
    resource,
    schema,
    maker,
    enveloped,
    at,
  }: {
    resource: ResourceDescriptor
    schema: unknown
    maker: Maker
    enveloped: readonly string[] | undefined
    at: readonly string[]
  },
): readonly string[] | undefined {
  const { idProperty } = resource
  const { definitions } = document
  if (idProperty !== undefined) {
    const isBelow = at.length < idProperty.length && at.every((name, index) => name === idProperty[index])
    const isOwn = enveloped === undefined && schemaAt(schema, idProperty, definitions) !== undefined
    const path = isBelow && !isOwn ? idProperty.slice(at.length) : idProperty
    // A member that is called as the parameter may be all that stands behind the name: "{ club: { … } }".
    if (flatSchema(schemaAt(schema, path, definitions), definitions)['type'] !== 'object') return path
  }
  const value = maker.makeIfPossible(schema, 'item')
  for (const path of enveloped === undefined ? [[]] : [[], ...onlyParts(value)]) {
    const [candidate] = identifierCandidates(document, resource, valueAt(value, path))
    if (candidate !== undefined) return [...path, candidate.name]
  }
  if (asIdentifier(valueAt(value, ['id'])) !== undefined) return ['id']
  // An item of which the document says no more than that it is an object is called as most are.
  const isFree = isObject(value) && propertiesOf(schema, definitions).size === 0
  return isFree && maker.fits({ id: '' }, schema) ? ['id'] : undefined
}
