import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { asIdentifier, linkedName, listedName } from './identifier.ts'
import { blank, type Template, templatesOf } from './place.ts'

export function operationOf(
  { operations }: Pick<DocumentDescriptor, 'operations'>,
  operationId: string | undefined,
): OperationDescriptor | undefined {
  return operations.find((operation) => operation.operationId === operationId)
}

export function resourceOf(
  { resources }: Pick<DocumentDescriptor, 'resources'>,
  name: string | undefined,
): ResourceDescriptor | undefined {
  return resources.find((resource) => resource.name === name)
}

/**
 * The operation that creates items of the resource; where none is for that alone, a PUT to a name that nothing has. A POST to
 * a collection whose items have no path of their own makes nothing that could be found again: it rather computes something.
 */
export function creatorOf(
  document: Pick<DocumentDescriptor, 'operations'>,
  resource: ResourceDescriptor | undefined,
): OperationDescriptor | undefined {
  if (resource?.item === undefined) return undefined
  return operationOf(document, resource.operations.create ?? resource.operations.replace)
}

/**
 * The resource whose items a path parameter names: by the paths where they agree, else by name, as "project_id" and the
 * collection "/api/projects". A collection of the same name below other parents holds other items.
 */
export function findResource(
  document: DocumentDescriptor,
  { name, key }: Template,
): ResourceDescriptor | undefined {
  const collection = key.slice(0, key.lastIndexOf('/'))
  const byPath = document.resources.find(
    (resource) => resource.item !== undefined && blank(resource.item) === key,
  )
  const byCollection = document.resources.find((resource) => blank(resource.collection) === collection)
  const others = () =>
    document.resources.filter((resource) => !isNamesake(blank(resource.collection), collection))
  return byPath ?? byCollection ?? namedResource(name, { resources: others() })
}

/** Whether two collections are called the same below items of different ones: "/experiments/{}/tags" and "/prompts/{}/tags". */
function isNamesake(one: string, other: string): boolean {
  const [name, above, parent] = one.split('/').toReversed()
  const [otherName, otherAbove, otherParent] = other.split('/').toReversed()
  return name === otherName && above === '{}' && otherAbove === '{}' && parent !== otherParent
}

/** Whether the template names an item of the operation's own resource: what the operation acts on. */
export function namesOwnItem(
  document: DocumentDescriptor,
  { resource }: OperationDescriptor,
  template: Template,
): boolean {
  const owner = findResource(document, template)
  return owner !== undefined && (resource === undefined || owner.name === resource.name)
}

/**
 * The resource whose items a name stands for: "project_id" and the collection "/api/projects", else "dataset_example_id" and
 * "/datasets/{id}/examples". Of several with that name, one whose items can be made and called by a path, else the one below the fewest
 * others: its list needs the least to be asked for.
 */
export function namedResource(
  name: string,
  { resources }: Pick<DocumentDescriptor, 'resources'>,
): ResourceDescriptor | undefined {
  const wanted = snakeCase(name)
  const called = resources.filter(({ collection }) => namesItem(wanted, lastSegment(collection)))
  const [shallowest] = called.toSorted(
    (one, other) => templatesOf(one.collection).length - templatesOf(other.collection).length,
  )
  return (
    called.find(({ item, operations }) => item !== undefined && operations.create !== undefined) ??
    shallowest ??
    resources.find(({ collection }) => namesItem(wanted, nameBelow(collection, lastSegment(collection))))
  )
}

/**
 * The resource of its own whose items an operation puts below one of another: "PUT /projects/{id}/configs/{config}" takes those of
 * "/configs", and "PUT /datasets/{id}/labels/{label_id}" those of "/dataset_labels".
 */
export function resourceToPut(
  { collection, name: own }: ResourceDescriptor,
  parameter: string,
  document: Pick<DocumentDescriptor, 'operations' | 'resources'>,
): ResourceDescriptor | undefined {
  const resources = document.resources.filter(({ name, item }) => name !== own && item !== undefined)
  const others = resources.filter((other) => other.operations.create !== undefined)
  const found =
    others.find((other) => lastSegment(other.collection) === lastSegment(collection)) ??
    namedResource(parameter, { resources }) ??
    namedResource(nameBelow(collection, parameter), { resources })
  return creatorOf(document, found) === undefined ? undefined : found
}

/** A name with that of what it stands below: "dataset_examples" for "examples" of "/datasets/{id}/examples". */
function nameBelow(collection: string, name: string): string {
  const above = collection
    .split('/')
    .slice(0, -1)
    .findLast((segment) => segment !== '' && !segment.includes('{'))
  return above === undefined ? name : `${above.replace(/ies$/, 'y').replace(/s$/, '')}_${name}`
}

/** A name in lower case, its words apart: "project_id" for "projectId". */
export function snakeCase(name: string): string {
  const known = snakes.get(name) ?? name.replace(/(?<=[a-z\d])([A-Z])/g, '_$1').toLowerCase()
  snakes.set(name, known)
  return known
}

/** A document has the same names again and again. */
const snakes = new Map<string, string>()

/** Whether an operation creates an item under the name that its path gives it. */
export function isNamedByPath(
  { path, operationId }: OperationDescriptor,
  { item, operations }: ResourceDescriptor,
): boolean {
  return item !== undefined && operations.create === operationId && blank(path) === blank(item)
}

/** Whether an answer says that a PUT made what its path names, as the document lets it. @see RFC 9110, 9.3.4 */
export function isMadeByPut({ method, responses }: OperationDescriptor, status: number): boolean {
  return method === 'PUT' && status === 201 && (responses['201'] ?? responses['2XX']) !== undefined
}

/** The identifier of an item of the resource, as a path parameter writes it; a list may show nothing else of it. */
export function idOf(resource: ResourceDescriptor, value: unknown): string | undefined {
  const alone = asIdentifier(value)
  if (alone !== undefined) return alone
  const { idProperty, idParameter } = resource
  const own = idProperty === undefined ? undefined : asIdentifier(valueAt(value, idProperty))
  // A create may answer only the identifier, under the name that paths give it.
  const named = idParameter === undefined ? undefined : asIdentifier(valueAt(value, [idParameter]))
  if (own !== undefined || named !== undefined) return own ?? named
  const listed = listedName(value) ?? linkedName(resource.collection, value)
  if (listed !== undefined || idProperty !== undefined) return listed
  const usual = ['id', 'uuid', 'uid', 'slug', 'name'].map((name) => asIdentifier(valueAt(value, [name])))
  return usual.find((id) => id !== undefined)
}

/** What a name is about: "project" of "project_id", "projectId" and "project". */
export function stemOf(name: string): string {
  return snakeCase(name).replace(/[_-]?(id|uuid|identifier|key|slug|name)$/, '')
}

/** Whether a member is called after the items of the resource: "widget_id" and "widgetUuid" of a widget. */
export function isCalledAfter({ collection }: ResourceDescriptor, member: string): boolean {
  const stem = stemOf(member)
  const own = snakeCase(lastSegment(collection)).replaceAll('-', '_')
  return stem !== '' && stem !== snakeCase(member) && own.startsWith(stem)
}

/** "project_id", "projectId" and "project" name an item of "projects"; "category_id" one of "categories". */
export function namesItem(parameter: string, collection: string): boolean {
  const stem = stemOf(parameter)
  const plurals = [`${stem}s`, `${stem}es`, stem.replace(/y$/, 'ies')]
  return stem !== '' && plurals.includes(snakeCase(collection).replaceAll('-', '_'))
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
