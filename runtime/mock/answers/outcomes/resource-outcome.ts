import {
  blankPath,
  creatorOfItems,
  documentsCreation,
  findResource,
  identifierInPath,
  isNamedByPath,
} from '@concordat/contract/document'
import { identifiers, isReferenceName, snakeCase } from '@concordat/contract/lexicon'
import { successContents } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { HttpProblem } from '@concordat/runtime/server'
import { isRefusalDocumented } from '../../document/answers.ts'
import { isWholeItem } from '../../document/item-schema.ts'
import { mockSuccessSchema } from '../../document/known-resource.ts'
import { itemPathInAnswer } from '../../document/shown-at.ts'
import type { Collection } from '../../state/collection.ts'
import type { ItemEvent, MockItem } from '../../state/item.ts'
import { allItemsWritten, itemWritten, withoutItemId } from '../../state/written.ts'
import { assertConditions } from './conditions.ts'
import type { Granted, MockOutcome } from './granted.ts'
import { isPatch, patchedMembers } from './json-patch.ts'
import { answerList, listWithin } from './list-outcome.ts'
import { mergedMembers } from './merged.ts'
import { showingItems } from './show-items.ts'

/**
 * Returns the outcome of an operation on a resource; `undefined` if the operation is not one of the usual
 * ones.
 */
export function resourceOutcome(granted: Granted, collection: Collection): MockOutcome | undefined {
  const { operation, pathValues } = granted
  assertConditions(granted, collection.called(pathValues.templates.at(-1)))
  switch (operation.resource?.role) {
    case 'list':
      return list(granted, collection)
    case 'create':
      return create(granted, collection)
    case 'read':
      return read(granted, collection)
    case 'update':
      return change(granted, collection, itemOf(granted, collection))
    case 'replace':
      return replace(granted, collection)
    case 'delete':
      return remove(granted, collection, itemOf(granted, collection))
    default:
      return act(granted, collection)
  }
}

/** Responds with the items, as an array if the document allows any JSON value and mentions no list. */
function list(granted: Granted, collection: Collection): MockOutcome | undefined {
  const { operation, world } = granted
  const { types, properties } = mockSuccessSchema(world.document, operation) ?? world.maker.schema(true)
  const isOpen = types.length === 0 && properties.size === 0 && collection.known.resource.item !== undefined
  const described = operation.list ?? (isOpen ? { items: [] } : undefined)
  return described && answerList(granted, described, collection)
}

/** True if an operation creates an item whose name is in the path. */
export function createsNamedItem(granted: Granted): boolean {
  const { operation, world } = granted
  const { resource } = operation
  const found = resource && world.resources.named(resource.name)
  if (found === undefined) return false
  if (isNamedByPath(operation, found)) return true
  if (resource?.role !== 'replace') return false
  const isCreator = creatorOfItems(world.document, found)?.operationId === operation.operationId
  // If the path contains only one name, a documented 404 concerns that name, so the operation does not create
  // the item.
  const mayBeAbsent = isRefusalDocumented(operation, 'absence') || '4XX' in operation.responses
  const isOfName = mayBeAbsent && granted.pathValues.templates.length === 1
  const isSaid = '201' in operation.responses || (documentsCreation(operation) && !mayBeAbsent)
  return isSaid || (isCreator && !isOfName)
}

function nameIn({ pathValues }: Granted): string {
  return pathValues.templates.at(-1)?.text ?? ''
}

function itemOf(granted: Granted, collection: Collection): MockItem {
  const item = collection.called(granted.pathValues.templates.at(-1))
  if (item === undefined) throw notThere()
  return item
}

function notThere(): HttpProblem {
  return new HttpProblem({ kind: 'not-found', detail: 'There is no such item.' })
}

function read(granted: Granted, collection: Collection): MockOutcome {
  const { list } = granted.operation
  const item = itemOf(granted, collection)
  const show = showingItems(granted, collection, [item])
  if (list === undefined) return { statuses: [200], show, tag: item.tag }
  return {
    statuses: [200],
    show: (schema, example) => listWithin(granted, list, { value: show(schema, example), schema }),
  }
}

function create(granted: Granted, collection: Collection): MockOutcome {
  const { operation, pathValues } = granted
  const isNamed = createsNamedItem(granted)
  const { resource } = collection.known
  const isElsewhere =
    !isNamed &&
    resource.namesAbove === undefined &&
    blankPath(operation.path) !== blankPath(resource.collection)
  const madeAt = isElsewhere ? pathValues.fill(operation.path) : undefined
  const made = new Set<MockItem>()
  const queried = queriedMembers(granted, collection)
  const items = allItemsWritten(granted, collection).map(({ whole, writable }) => {
    const { idPath } = collection.known
    const values = { ...queried, ...whole }
    const named = isNamed ? nameIn(granted) : namedIn(granted, values, collection)
    const said = named ?? identifierInPath(idPath && valueAt(values, idPath))
    const there = said === undefined ? undefined : itemBefore(granted, collection, said)
    if (there !== undefined) {
      there.write(values, writable)
      return there
    }
    const item = collection.add(values, { madeAt, ...(named !== undefined && { id: named }) })
    item.write(
      {},
      writable.filter((name) => !Object.hasOwn(values, name)),
    )
    made.add(item)
    return item
  })
  granted.world.count(collection, pathValues, made.size)
  const [item] = items
  const path = isNamed
    ? pathValues.fill(operation.path)
    : item && `${collection.path.replace(/^\/$/, '')}/${encodeURIComponent(item.id)}`
  return {
    statuses: made.size < items.length ? [200, 201, 202, 204] : [201, 200, 202, 204],
    show: showingItems(granted, collection, items),
    itemSchema: collection.known.schema,
    events: items.map((each) => eventOf(made.has(each) ? 'created' : 'changed', collection, each)),
    ...(path !== undefined && { location: path }),
    ...(item !== undefined && { tag: item.tag }),
  }
}

/** Returns the item's properties that a query contains: "POST /notes?owner_id=7". */
function queriedMembers({ given }: Granted, { known }: Collection): Readonly<Record<string, unknown>> {
  const { properties } = known.schema
  const own = Object.entries(given).filter(([name]) => properties.has(name) && name !== known.idPath?.[0])
  return Object.fromEntries(own.filter(([name, value]) => properties.get(name)?.allows(value) === true))
}

/**
 * Returns the item that already has a new item's name. An item that the mock invented gives way to the
 * client's.
 * @throws HttpProblem if the document has a response for that.
 */
function itemBefore({ operation }: Granted, collection: Collection, name: string): MockItem | undefined {
  const found = collection.get(name)
  if (found?.isInvented === true) collection.delete(found.id)
  if (found === undefined || found.isInvented) return undefined
  if (isRefusalDocumented(operation, 'conflict'))
    throw new HttpProblem({ kind: 'conflict', detail: `There is already an item "${name}".` })
  return found
}

/**
 * Returns the item's name from the body property or query parameter that has the same name as the path
 * parameter: "role_id" for ".../roles/{role_id}".
 * @throws HttpProblem if the property refers to another tenant's item.
 */
function namedIn(
  { given, world }: Granted,
  values: Readonly<Record<string, unknown>>,
  { known }: Collection,
): string | undefined {
  const { idParameter = '' } = known.resource
  const asked = identifierInPath(given[idParameter])
  const queried = mayBeName(asked, { world, known }) ? asked : undefined
  const isOnlyName = isReferenceName(idParameter) || !known.schema.properties.has(idParameter)
  if (queried !== undefined || !isOnlyName) return queried
  const [member = '', id] =
    Object.entries(values).find(([name]) => snakeCase(name) === snakeCase(idParameter)) ?? []
  const named = identifierInPath(id)
  const referred = findResource(world.document, { name: member, key: `/${member}/{}` })
  if (named === undefined || referred === undefined) return named
  if (referred === known.resource) {
    // The item gets a new name instead of another tenant's UUID.
    const isTheirs = known.idSchema?.keywords.format === 'uuid' && world.isOfOthers(referred, named)
    return isTheirs ? undefined : named
  }
  if (world.isOfOthers(referred, named)) throw notThere()
  return named
}

/** False for a text that the schema of an item's name forbids, also as a number. */
function mayBeName(
  text: string | undefined,
  { world, known }: Pick<Granted, 'world'> & Pick<Collection, 'known'>,
): boolean {
  return [text, Number(text)].some((value) => world.maker.fits(value, known.idSchema))
}

function writeBody(granted: Granted, collection: Collection, item: MockItem): void {
  const patched = patchedMembers(granted, item)
  const values =
    patched?.values ?? mergedMembers(granted, itemWritten(granted, collection).values, item.members)
  item.write(withoutItemId(values, collection, item), patched?.removed)
}

function change(granted: Granted, collection: Collection, item: MockItem): MockOutcome {
  writeBody(granted, collection, item)
  return {
    statuses: [200, 204, 202],
    show: showingItems(granted, collection, [item]),
    events: [eventOf('changed', collection, item)],
    tag: item.tag,
  }
}

function replace(granted: Granted, collection: Collection): MockOutcome {
  const { whole: values, writable } = itemWritten(granted, collection)
  const there = collection.get(nameIn(granted))
  if (there === undefined && !createsNamedItem(granted)) throw notThere()
  const item = there ?? collection.add(values, { id: nameIn(granted) })
  item.write(withoutItemId(values, collection, item), writable)
  if (there === undefined) granted.world.count(collection, granted.pathValues, 1)
  const statuses: MockOutcome['statuses'] = there === undefined ? [201, 200, 204] : [200, 204, 202]
  const events = [eventOf(there === undefined ? 'created' : 'changed', collection, item)]
  return { statuses, show: showingItems(granted, collection, [item]), events, tag: item.tag }
}

function remove(granted: Granted, collection: Collection, item: MockItem): MockOutcome {
  const { world, pathValues, operation } = granted
  const show = showingItems(granted, collection, [item])
  collection.delete(item.id)
  world.count(collection, pathValues, -1)
  const path = pathValues.fill(operation.path)
  if (path !== undefined) world.remove(path.replace(/\/$/, ''))
  return { statuses: [204, 200, 202], show, events: [eventOf('deleted', collection, item)] }
}

/**
 * Performs an action on one item: applies the documented effect and, if the response shows the whole item,
 * sets its properties from the request body.
 */
function act(granted: Granted, collection: Collection): MockOutcome | undefined {
  const { operation, body } = granted
  const { item: path, collection: above } = collection.known.resource
  if (path === undefined) return undefined
  if (operation.method === 'GET')
    return blankPath(operation.path) === blankPath(path) ? read(granted, collection) : undefined
  const item =
    blankPath(operation.path) === blankPath(above)
      ? itemInBody(granted, collection)
      : collection.called(granted.pathValues.templates.find(({ key }) => key === blankPath(path)))
  if (item === undefined) return undefined
  if (operation.effect !== undefined) item.write(operation.effect.set)
  const shown = shownOf(granted, collection)
  if (shown === undefined) return undefined
  if (shown === 'all' && (isObject(body) || isPatch(granted))) writeBody(granted, collection, item)
  const events = [eventOf('changed', collection, item)]
  return { statuses: [200, 202, 201, 204], show: showingItems(granted, collection, [item]), events }
}

/**
 * Returns the item that is named in the body of a PUT or PATCH at the collection's path, if there is one.
 * @throws if the named item does not exist and the document has a response for that.
 */
function itemInBody({ operation, body }: Granted, collection: Collection): MockItem | undefined {
  if (!['PUT', 'PATCH'].includes(operation.method)) return undefined
  const { idPath } = collection.known
  const named = idPath === undefined ? identifiers.sure.valuesIn(body) : [valueAt(body, idPath)]
  const [id] = named.flatMap((value) => identifierInPath(value) ?? [])
  const item = id === undefined ? undefined : collection.get(id)
  if (id !== undefined && item === undefined && isRefusalDocumented(operation, 'absence')) throw notThere()
  return item
}

function eventOf(kind: ItemEvent['kind'], { known }: Collection, item: MockItem): ItemEvent {
  return { kind, resource: known.resource, item }
}

/** Determines how much of an item a successful action returns: most of its properties, or only some. */
function shownOf({ operation, world }: Granted, { known }: Collection): 'all' | 'part' | undefined {
  const found = successContents(operation).map(({ media }) => {
    const shown = world.maker.schema(media.schema)
    const path = itemPathInAnswer(known, operation, shown)
    const properties = path && shown.at(path)?.properties
    const shared = known.names.filter((name) => properties?.has(name)).length
    if (properties === undefined || shared === 0) return undefined
    if (isWholeItem(properties, known.names)) return 'all'
    return shared === properties.size ? 'part' : undefined
  })
  return (['all', 'part'] as const).find((each) => found.includes(each))
}
