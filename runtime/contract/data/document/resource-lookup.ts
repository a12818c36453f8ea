import { rememberedByObject } from '@concordat/runtime/bounded'
import {
  type DocumentDescriptor,
  documentedSuccesses,
  type OperationDescriptor,
  operationAsWritten,
  type ResourceDescriptor,
  type ResourceRole,
} from '@concordat/runtime/http'
import {
  collectionsNamedBy,
  identifiers,
  itemVerbs,
  lowerWordsOf,
  namesResourceItem,
  places,
  singularOf,
  snakeCase,
  unversionedPath,
  verbs,
} from '../../lexicon/lexicon.ts'
import { blankPath, keysAboveItem, pathTemplates, type Template } from './path-binding.ts'

export function operationById(
  { operations }: Pick<DocumentDescriptor, 'operations'>,
  operationId: string | undefined,
): OperationDescriptor | undefined {
  return operationId === undefined ? undefined : indexOfOperations(operations).byId.get(operationId)
}

/** An operation's method and path as written: "POST /pets/filter". Returns an unknown operationId as is. */
export function operationName(document: Pick<DocumentDescriptor, 'operations'>, operationId: string): string {
  const operation = operationById(document, operationId)
  const written = operation && operationAsWritten(operation)
  return written === undefined ? operationId : `${written.method} ${written.path}`
}

/** The operation with this method and path. The names of the path's templates are ignored. */
export function operationAt(
  { operations }: Pick<DocumentDescriptor, 'operations'>,
  { method, path }: Pick<OperationDescriptor, 'method' | 'path'>,
): OperationDescriptor | undefined {
  return indexOfOperations(operations).byLine.get(`${method} ${blankPath(path)}`)
}

export function resourceByName(
  { resources }: Pick<DocumentDescriptor, 'resources'>,
  name: string | undefined,
): ResourceDescriptor | undefined {
  return name === undefined ? undefined : indexOf(resources).byName.get(name)
}

/** The operation that has this role in the resource to which another operation belongs. */
export function operationBeside(
  document: Pick<DocumentDescriptor, 'operations' | 'resources'>,
  { resource }: Pick<OperationDescriptor, 'resource'>,
  role: Exclude<ResourceRole, 'action'>,
): OperationDescriptor | undefined {
  return operationById(document, resourceByName(document, resource?.name)?.operations[role])
}

/** The resource whose items are at this path. */
export function resourceAt(
  { resources }: Pick<DocumentDescriptor, 'resources'>,
  item: string,
): ResourceDescriptor | undefined {
  return indexOf(resources).byItem.get(blankPath(item))
}

/**
 * The operation that creates the resource's items: an operation that only creates or, if there is none, a PUT
 * to an unused name. A POST to a collection whose items have no path is excluded, because nothing it creates
 * could be found again, and it more likely computes something.
 */
export function creatorOfItems(
  document: Pick<DocumentDescriptor, 'operations'>,
  resource: ResourceDescriptor | undefined,
): OperationDescriptor | undefined {
  if (resource?.item === undefined) return undefined
  return operationById(document, resource.operations.create ?? resource.operations.replace)
}

/** True if an operation creates items of its resource. */
export function createsItems(
  document: DocumentDescriptor,
  { operationId, resource }: OperationDescriptor,
): boolean {
  if (resource?.role === 'create') return true
  return creatorOfItems(document, resourceByName(document, resource?.name))?.operationId === operationId
}

/**
 * Finds the resource whose items a path parameter identifies. It compares paths first, also without versions,
 * then names, such as "project_id" with the collection "/api/projects". By name, it does not find a
 * collection of the same name under other parents, which has other items, or a collection below the parameter
 * itself, which cannot be read before the parameter is known.
 */
export function findResource(
  document: DocumentDescriptor,
  { name, key }: Template,
): ResourceDescriptor | undefined {
  const collection = key.slice(0, key.lastIndexOf('/'))
  const { byItem, byCollection, byKeyAbove, byUnversioned, trees } = indexOf(document.resources)
  return (
    byItem.get(key) ??
    byCollection.get(collection) ??
    byKeyAbove.get(key) ??
    byUnversioned.get(unversionedPath(key) ?? '') ??
    shownInTree({ name, key }, document, trees) ??
    aliased(
      name,
      byCollection.get(collection.slice(0, collection.lastIndexOf('/'))),
      lastSegment(collection),
    ) ??
    namedResource(
      name,
      document,
      (resource) =>
        !isNamesake(blankPath(resource.collection), collection) && !isResourceBelowTemplate(resource, key),
    )
  )
}

/** The document's only tree, if the parameter is a place that can be read: "/blocks/{path}". */
function shownInTree(
  { name, key }: Template,
  document: DocumentDescriptor,
  [tree, ...others]: readonly ResourceDescriptor[],
): ResourceDescriptor | undefined {
  const isPlace = tree !== undefined && others.length === 0 && places.has(name)
  return isPlace && operationAt(document, { method: 'GET', path: key }) !== undefined ? tree : undefined
}

/**
 * The collection, if the path identifies its item after a verb, as in "/boats/delete/{id}", or after a
 * property's name, as in "/boats/name/{name}".
 * @param between the segment between the collection and the name.
 */
function aliased(
  name: string,
  collection: ResourceDescriptor | undefined,
  between: string,
): ResourceDescriptor | undefined {
  if (collection?.item === undefined) return undefined
  const isNaming = identifiers.naming.has(name) || namesResourceItem(name, lastSegment(collection.collection))
  const isAlias = isNaming && (itemVerbs.has(between) || snakeCase(between) === snakeCase(name))
  return isAlias ? collection : undefined
}

/**
 * True if a collection is below the item that a parameter identifies, as
 * "/subscriptions/{}/topics/{}/subscriptions" is below "/subscriptions/{}".
 */
export function isResourceBelowTemplate({ collection }: ResourceDescriptor, key: Template['key']): boolean {
  return blankPath(collection).startsWith(`${key}/`)
}

/**
 * True if two collections have the same name but different kinds of parents, such as "/experiments/{}/tags"
 * and "/prompts/{}/tags".
 */
function isNamesake(one: string, other: string): boolean {
  const [name, above, parent] = one.split('/').toReversed()
  const [otherName, otherAbove, otherParent] = other.split('/').toReversed()
  return name === otherName && above === '{}' && otherAbove === '{}' && parent !== otherParent
}

/**
 * True if the template identifies an item of the operation's own resource or, if the operation has no
 * resource, of any resource.
 */
export function isTemplateOfOwnItem(
  document: DocumentDescriptor,
  { resource }: OperationDescriptor,
  template: Template,
): boolean {
  const owner = findResource(document, template)
  return owner !== undefined && (resource === undefined || owner.name === resource.name)
}

/**
 * The resource whose items a name refers to: "/api/projects" for "project_id", or "/datasets/{id}/examples"
 * for "dataset_example_id". Among several resources with that name, prefers one whose items can be created
 * and have a path, first one with this name in the path, and then the one with the fewest parents, whose list
 * is the easiest to read.
 */
export function namedResource(
  name: string,
  { resources }: Pick<DocumentDescriptor, 'resources'>,
  isMeant: (resource: ResourceDescriptor) => boolean = () => true,
): ResourceDescriptor | undefined {
  const plurals = collectionsNamedBy(name)
  const { bySegment, bySegmentBelow } = indexOf(resources)
  const among = (index: typeof bySegment): readonly ResourceDescriptor[] =>
    plurals
      .flatMap((plural) => index.get(plural) ?? [])
      .toSorted((one, other) => one.number - other.number)
      .map(({ resource }) => resource)
      .filter(isMeant)
  const called = among(bySegment)
  const [shallowest] = called.toSorted(
    (one, other) => pathTemplates(one.collection).length - pathTemplates(other.collection).length,
  )
  const made = called.filter(({ item, operations }) => item !== undefined && operations.create !== undefined)
  return (
    made.find(({ idParameter }) => idParameter === name) ?? made[0] ?? shallowest ?? among(bySegmentBelow)[0]
  )
}

/**
 * The separate resource whose items an operation adds to another resource's item. "PUT
 * /projects/{id}/configs/{config}" adds items of "/configs", and "PUT /datasets/{id}/labels/{label_id}" adds
 * items of "/dataset_labels". The same items at another version are not separate.
 */
export function resourceToPut(
  { collection }: ResourceDescriptor,
  parameter: string,
  document: Pick<DocumentDescriptor, 'operations' | 'resources'>,
): ResourceDescriptor | undefined {
  const own = unversionedPath(blankPath(collection))
  const isOther = (other: ResourceDescriptor): boolean =>
    other.item !== undefined && unversionedPath(blankPath(other.collection)) !== own
  const found =
    document.resources.find(
      (other) =>
        isOther(other) &&
        other.operations.create !== undefined &&
        lastSegment(other.collection) === lastSegment(collection),
    ) ??
    namedResource(parameter, document, isOther) ??
    namedResource(nameWithParent(collection, parameter), document, isOther)
  return creatorOfItems(document, found) === undefined ? undefined : found
}

/** True if an operation creates an item whose name is in the operation's path. */
export function isNamedByPath(
  { path, operationId }: OperationDescriptor,
  { item, operations, isTree }: ResourceDescriptor,
): boolean {
  const isCreate = isTree !== true && operations.create === operationId
  return isCreate && item !== undefined && blankPath(path) === blankPath(item)
}

/** True if an operation creates an item of a tree below the one in its path. */
export function createsInTree({ operationId }: OperationDescriptor, resource: ResourceDescriptor): boolean {
  return resource.isTree === true && resource.operations.create === operationId
}

/**
 * True for an `isNamedByPath` operation that never replaces an item: it is not the resource's `replace`
 * operation, or its only documented success is 201.
 */
export function onlyCreatesByPath(operation: OperationDescriptor, resource: ResourceDescriptor): boolean {
  const replaces = resource.operations.replace === operation.operationId
  const successes = documentedSuccesses(operation)
  return isNamedByPath(operation, resource) && !(replaces && successes.some((key) => key !== '201'))
}

/**
 * True if an operation restores removed items, judging by the end of its path: "POST /notes/{id}/restore".
 */
export function isDocumentedRestore({ method, path }: OperationDescriptor): boolean {
  return method !== 'GET' && lowerWordsOf(lastSegment(path)).some(verbs.restoring.has)
}

/** Operations that restore removed items, either directly or from a list of removed items. */
export function restorersFor(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
): readonly OperationDescriptor[] {
  const resource = resourceByName(document, operation.resource?.name)
  if (operation.resource?.role !== 'delete' || resource?.item === undefined) return []
  if (creatorOfItems(document, resource) === undefined || resource.operations.read === undefined) return []
  return document.operations.filter(
    (other) => isDocumentedRestore(other) && restoresItemsOf(other.path, resource),
  )
}

/**
 * True if a path leads to a resource's items, or names one of them elsewhere: "/trash/{note_id}/restore" for
 * "/notes/{id}".
 */
function restoresItemsOf(path: string, { item = '', collection }: ResourceDescriptor): boolean {
  if (pathTemplates(path).length !== pathTemplates(item).length) return false
  const [last = ''] = collection.split('/').slice(-1)
  const [named] = pathTemplates(path).slice(-1)
  return (
    path.startsWith(`${item}/`) ||
    path.split('/').includes(last) ||
    namesResourceItem(named?.name ?? '', last)
  )
}

/** A name that includes the parent's name: "dataset_examples" for "examples" in "/datasets/{id}/examples". */
function nameWithParent(collection: string, name: string): string {
  const above = collection
    .split('/')
    .slice(0, -1)
    .findLast((segment) => segment !== '' && !segment.includes('{'))
  return above === undefined ? name : `${singularOf(above)}_${name}`
}

/** The last segment that is not a template: "repos" in "/repos/{owner}". */
function lastName(path: string): string {
  return path.split('/').findLast((segment) => !segment.includes('{')) ?? ''
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

type Resources = DocumentDescriptor['resources']
type Operations = DocumentDescriptor['operations']

/**
 * Index of a document's resources. It is needed because a large document is searched several times for each
 * request.
 */
interface ResourceIndex {
  readonly byName: ReadonlyMap<string, ResourceDescriptor>
  /** Resources, keyed by the blank paths of their items. */
  readonly byItem: ReadonlyMap<string, ResourceDescriptor>
  readonly byCollection: ReadonlyMap<string, ResourceDescriptor>
  /** Resources, keyed by the templates directly before their items' own that also name the items. */
  readonly byKeyAbove: ReadonlyMap<string, ResourceDescriptor>
  /** Resources that create items, keyed by the blank paths of their items without versions. */
  readonly byUnversioned: ReadonlyMap<string, ResourceDescriptor>
  readonly trees: readonly ResourceDescriptor[]
  /** Resources, keyed by the last segment of the collection's path in snake case. */
  readonly bySegment: ReadonlyMap<string, readonly Placed[]>
  readonly bySegmentBelow: ReadonlyMap<string, readonly Placed[]>
}

/** A resource, and its position in the document. */
interface Placed {
  readonly resource: ResourceDescriptor
  readonly number: number
}

const indexOf = rememberedByObject((resources: Resources): ResourceIndex => {
  const placed = resources.map((resource, number) => ({ resource, number }))
  const collections = new Set(resources.map(({ collection }) => blankPath(collection)))
  return {
    byName: firstBy(resources, ({ name }) => name),
    byItem: firstBy(resources, ({ item }) => (item === undefined ? undefined : blankPath(item))),
    // "/servers" lists the servers of all namespaces if "/servers/{namespace}" is a collection.
    byCollection: firstBy(resources, ({ collection, item }) => {
      const path = blankPath(collection)
      return item === undefined && collections.has(`${path}/{}`) ? undefined : path
    }),
    byKeyAbove: new Map(
      resources.flatMap((resource) => keysAboveItem(resource).map((key) => [key, resource] as const)),
    ),
    byUnversioned: firstBy(resources, ({ item, operations: { create } }) =>
      item === undefined || create === undefined ? undefined : unversionedPath(blankPath(item)),
    ),
    trees: resources.filter(({ isTree }) => isTree === true),
    bySegment: Map.groupBy(placed, ({ resource: { collection } }) => snakeCase(lastName(collection))),
    bySegmentBelow: Map.groupBy(placed, ({ resource: { collection } }) =>
      snakeCase(nameWithParent(collection, lastName(collection))),
    ),
  }
})

/** A document's operations, keyed by operationId, and by method and blank path: "GET /pets/{}". */
interface OperationIndex {
  readonly byId: ReadonlyMap<string, OperationDescriptor>
  readonly byLine: ReadonlyMap<string, OperationDescriptor>
}

const indexOfOperations = rememberedByObject(
  (operations: Operations): OperationIndex => ({
    byId: firstBy(operations, ({ operationId }) => operationId),
    byLine: firstBy(operations, ({ method, path }) => `${method} ${blankPath(path)}`),
  }),
)

function firstBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string | undefined,
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  for (const value of values) {
    const key = keyOf(value)
    if (key !== undefined && !found.has(key)) found.set(key, value)
  }
  return found
}
