import { blankPath, findResource, identifierInPath, type Template } from '@concordat/contract/document'
import { singularOf, snakeCase, stemOf } from '@concordat/contract/lexicon'
import type { ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { HttpProblem } from '@concordat/runtime/server'
import type { Collection } from '../state/collection.ts'
import type { Granted } from './outcomes/granted.ts'
import { createsNamedItem } from './outcomes/resource-outcome.ts'

/** @throws HttpProblem if the path names an item that does not exist, unless the request creates it. */
export function assertThere(granted: Granted): void {
  const { operation, pathValues, world } = granted
  const { collection: place = '' } = world.resources.named(operation.resource?.name ?? '') ?? {}
  // A collection's own path may end with a name: "/servers/{namespace}".
  const last = pathValues.templates.findLast(({ key }) => key !== blankPath(place))
  for (const template of pathValues.templates) {
    const owner = findResource(world.document, template)
    // A name that precedes other names is not checked if it may identify something other than an item: the
    // maker in "/tools/{maker}/{tool}".
    const isUnknown = owner === undefined || (owner.item === undefined && isKind(granted, template))
    if (isUnknown ? template !== last : template === last && createsNamedItem(granted)) {
      if (isUnknown && isOtherThanShown(granted, template)) throw notThere(template, owner)
      continue
    }
    const collection = owner && world.collection(owner, pathValues)
    if (collection !== undefined && isNameAbove(collection, template)) continue
    if (isThere(granted, { template, owner, collection })) continue
    throw notThere(template, owner)
  }
}

function notThere(template: PathName, owner: ResourceDescriptor | undefined): HttpProblem {
  const detail = `There is no such item in ${placeOf(template, owner)}: "${template.text}".`
  return new HttpProblem({ kind: 'not-found', detail })
}

/**
 * True if the item at the end of the path shows another value for a name before it, such as the `job` of a
 * run for "/jobs/{job}/runs/{run}".
 */
function isOtherThanShown({ pathValues, world }: Granted, { name, text }: PathName): boolean {
  const last = pathValues.templates.at(-1)
  const owner = last && findResource(world.document, last)
  const item = owner?.item && world.collection(owner, pathValues)?.called(last)
  // A value that does not identify the item alone can also be that of another item.
  if (owner === undefined || !item || last?.name === name || last?.name !== owner.idParameter) return false
  const shown: unknown = item.show(world.resources.known(owner).schema)
  const own = identifierInPath(valueAt(shown, [name]))
  return own !== undefined && own !== text
}

interface RequestedName {
  readonly template: PathName
  readonly owner: ResourceDescriptor | undefined
  readonly collection: Collection | undefined
}

function isThere(granted: Granted, { template, owner, collection }: RequestedName): boolean {
  const { operation, world } = granted
  const { text } = template
  const parts = owner === undefined ? namesOfParts(granted, template) : undefined
  if (parts !== undefined) return parts.includes(text)
  // An item that is only listed below a parent may be requested without its parent: it exists if any
  // collection contains it. Until such a collection has been used, the item may be assumed to exist.
  if (collection === undefined || owner?.item === undefined)
    return (
      isListedSo(collection, template) ||
      world.isNamed(placeOf(template, owner), {
        ...{ text, item: template.key, isDeleted: operation.method === 'DELETE' },
      })
    )
  if (collection.called(template) !== undefined || isAdopted(granted, collection, template)) return true
  // At another path, the value before the name of a repository can be that of a team.
  const isElsewhere = owner.namesAbove !== undefined && template.key !== blankPath(owner.item)
  return isElsewhere && world.collectionsOf(owner).some((each) => each.get(text) !== undefined)
}

/** True if a list shows an item with this value, although no operation has the path of the item itself. */
function isListedSo(collection: Collection | undefined, { name, text }: PathName): boolean {
  if (collection?.known.isUnnamed !== true || !collection.known.schema.properties.has(name)) return false
  const { items, known } = collection
  return items.some((item) => identifierInPath(valueAt(item.show(known.schema), [name])) === text)
}

function placeOf({ key }: PathName, owner: ResourceDescriptor | undefined): string {
  return owner?.collection ?? key.slice(0, key.lastIndexOf('/'))
}

/**
 * Returns the names of an item's parts, if the item has a list of them: those of the nodes in a pool for
 * "/pools/{pool}/nodes/{node_id}".
 */
function namesOfParts(
  { pathValues, world }: Granted,
  { key, name }: PathName,
): readonly string[] | undefined {
  const index = pathValues.templates.findIndex((other) => other.key === key)
  const above = pathValues.templates[index - 1]
  const owner = above && findResource(world.document, above)
  const item = owner?.item && world.collection(owner, pathValues)?.called(above)
  if (owner === undefined || !item) return undefined
  const { schema } = world.resources.known(owner)
  const segment = snakeCase(key.split('/').at(-2) ?? '')
  const list = [...schema.properties].find(
    ([own, { values, items }]) =>
      values.areLists &&
      items.properties.size > 0 &&
      (snakeCase(own) === segment || snakeCase(singularOf(own)) === stemOf(name)),
  )
  if (list === undefined) return undefined
  const shown: unknown = item.show(schema)
  return [valueAt(shown, [list[0]])].flat().flatMap((part) => {
    return isObject(part) ? Object.values(part).flatMap((value) => identifierInPath(value) ?? []) : []
  })
}

/** True for a name that identifies an item only together with the names after it. */
function isNameAbove({ known: { resource } }: Collection, name: PathName): boolean {
  return resource.namesAbove !== undefined && !isItsOwnName(resource, name)
}

function isItsOwnName({ item = '', idParameter }: ResourceDescriptor, { key, name }: PathName): boolean {
  return key === blankPath(item) || name === idParameter
}

/**
 * Gives a requested name to an existing item, except for a DELETE: if the items have no names of their own,
 * anywhere but at their own path; if several names identify them, by their own name until a client creates
 * one. Returns true if an item has the name now.
 */
function isAdopted({ operation, world }: Granted, collection: Collection, name: PathName): boolean {
  const { isUnnamed, resource } = collection.known
  const isFree =
    resource.namesAbove === undefined
      ? isUnnamed === true && name.key !== blankPath(resource.item ?? '')
      : isItsOwnName(resource, name) &&
        isOnlySeeded(
          name.key === blankPath(resource.item ?? '') ? [collection] : world.collectionsOf(resource),
        )
  return operation.method !== 'DELETE' && isFree && collection.adopt(name.text) !== undefined
}

function isOnlySeeded(collections: readonly Collection[]): boolean {
  return collections.every(({ items }) => items.every((item) => item.isSeeded))
}

type PathName = Granted['pathValues']['templates'][number]

/**
 * True if a name is one of a few listed ones and is directly followed by another name, like the kind in
 * "/packages/{kind}/{name}".
 */
function isKind({ operation, world }: Granted, { name }: Template): boolean {
  const { schema } =
    operation.parameters?.find((parameter) => parameter.in === 'path' && parameter.name === name) ?? {}
  const isListed = 'enum' in world.maker.schema(schema).keywords
  return isListed && operation.path.includes(`{${name}}/{`)
}
