import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { EACH, placesIn } from '@concordat/runtime/schema-view'
import {
  counts,
  countsThings,
  descriptions,
  isQuantityName,
  plainName,
  rangeEnd,
} from '../../lexicon/lexicon.ts'
import { bodyOfMembers } from './json-body.ts'
import { pathTemplates } from './path-binding.ts'
import { creatorOfItems, operationById, resourceByName } from './resource-lookup.ts'
import { schemaIn } from './schema-in.ts'
import { shownProperties, shownSchemas } from './shown.ts'

/** Maximum depth at which to search for a number, including any envelope: "stats.frames". */
const DEEPEST = 3

/** A number in a response that counts a resource's items. */
export interface DocumentedCount {
  readonly by: OperationDescriptor
  readonly path: readonly string[]
}

function readOfParent(
  document: DocumentDescriptor,
  { parent }: ResourceDescriptor,
): OperationDescriptor | undefined {
  return operationById(document, resourceByName(document, parent?.name)?.operations.read)
}

/** Returns the integers in a parent whose names say that they count a resource's items. */
export function countsAbove(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
): readonly DocumentedCount[] {
  const by = readOfParent(document, resource)
  if (by === undefined) return []
  return countsIn(integersIn(document, by), { document, by, resource })
}

/**
 * Returns the numbers in a parent that, according to their descriptions, count some of a collection's items,
 * such as "unread" with "How many messages nobody has read".
 */
export function countsOfSomeAbove(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
): readonly DocumentedCount[] {
  const by = readOfParent(document, resource)
  if (by === undefined) return []
  const things = plainName(resource.collection.slice(resource.collection.lastIndexOf('/') + 1))
  const known = new Set(countsAbove(document, resource).map(({ path }) => path.join()))
  return shownSchemas(by, document).flatMap((schema) =>
    integersIn(document, by).flatMap((path) => {
      const { description = '' } = schema.at(path)?.keywords ?? {}
      const isOfThese = (description.match(/[a-z-]+/gi) ?? []).some((word) => plainName(word) === things)
      return isOfThese && descriptions.isCount(description) && !known.has(path.join()) ? [{ by, path }] : []
    }),
  )
}

/**
 * Returns the numbers that count a collection's items in reads of something else, such as statistics, whose
 * path has the same parameters as the collection's. A number that might also count another collection is left
 * out.
 */
export function countsBeside(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
): readonly DocumentedCount[] {
  return document.operations.flatMap((by) => {
    if (!isBeside(by, resource)) return []
    const integers = integersIn(document, by)
    const own = countsIn(integers, { document, by, resource })
    return own.length === 0
      ? []
      : unambiguous(document, by, integers).filter((counted) => counted.resource === resource)
  })
}

/** A number that counts the items of a resource. */
type CountOf = DocumentedCount & { readonly resource: ResourceDescriptor }

/** Returns the resources whose items a read of something else counts, with the paths of the numbers. */
export function resourcesCountedBy(
  document: DocumentDescriptor,
  by: OperationDescriptor,
): readonly CountOf[] {
  const isCounting = document.resources.some((resource) => isBeside(by, resource))
  return isCounting ? unambiguous(document, by, integersIn(document, by)) : []
}

/** Returns the integers that count the items of exactly one resource. */
function unambiguous(
  document: DocumentDescriptor,
  by: OperationDescriptor,
  integers: readonly (readonly string[])[],
): readonly CountOf[] {
  const found = document.resources
    .filter((resource) => isBeside(by, resource))
    .flatMap((resource) =>
      countsIn(integers, { document, by, resource }).map((count) => ({
        ...count,
        resource,
      })),
    )
  const isOnly = ({ path }: DocumentedCount): boolean =>
    found.filter((other) => other.path.join() === path.join()).length === 1
  return found.filter(isOnly)
}

/** Returns the names of the numbers that a resource's list shows for each item. */
export function listedNumbers(document: DocumentDescriptor, resource: ResourceDescriptor): readonly string[] {
  const list = operationById(document, resource.operations.list)
  return [...(list?.list === undefined ? [] : shownProperties(list, document))].flatMap(
    ([name, { values }]) => (values.mayBeNumbers && isQuantityName(name) ? [name] : []),
  )
}

/**
 * Returns the paths of numbers in a parent that might be sums of numbers of its items: all that no create
 * accepts.
 */
export function sumsAbove(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
): readonly (readonly string[])[] {
  const above = resourceByName(document, resource.parent?.name)
  const [read, create] = [operationById(document, above?.operations.read), creatorOfItems(document, above)]
  if (above === undefined || read === undefined || create === undefined) return []
  if (listedNumbers(document, resource).length === 0) return []
  const written = schemaIn(document, bodyOfMembers(create)?.schema).properties
  const held = around(document, read)
  return shownSchemas(read, document).flatMap((schema) =>
    [...placesIn(schema, { deepest: DEEPEST })].flatMap(({ schema: { values }, path }) => {
      const name = path.at(-1) ?? ''
      const isOwn = path.length === held.length + 1 && !path.includes(EACH) && !written.has(name)
      return isOwn && values.mayBeNumbers && isQuantityName(name) && !counts.versions.has(name) ? [path] : []
    }),
  )
}

/** Returns the path of an item in the response of a read, from the envelopes of its resource. */
function around(
  document: DocumentDescriptor,
  { operationId, resource }: OperationDescriptor,
): readonly string[] {
  return resourceByName(document, resource?.name)?.envelopes?.[operationId]?.shown ?? []
}

function isBeside({ method, list, path }: OperationDescriptor, { collection }: ResourceDescriptor): boolean {
  if (method !== 'GET' || list !== undefined || path.endsWith('}')) return false
  const keys = new Set(pathTemplates(collection).map(({ key }) => key))
  const own = pathTemplates(path)
  return own.length === keys.size && own.every(({ key }) => keys.has(key))
}

function integersIn(document: DocumentDescriptor, by: OperationDescriptor): readonly (readonly string[])[] {
  return shownSchemas(by, document).flatMap((schema) =>
    [...placesIn(schema, { deepest: DEEPEST })].flatMap(({ schema: { types }, path }) => {
      if (!types.includes('integer') || path.includes(EACH)) return []
      return path.some((_, length) => isOfPeriod(schema.at(path.slice(0, length)))) ? [] : [path]
    }),
  )
}

/** True for an object that shows both ends of a period, as its numbers may count only the items in it. */
function isOfPeriod(schema: Schema | undefined): boolean {
  const ends = [...(schema?.properties.keys() ?? [])].flatMap((name) => rangeEnd(name) ?? [])
  return ends.some(
    ({ end, of }) => end === 'least' && ends.some((other) => other.end === 'greatest' && other.of === of),
  )
}

/**
 * Returns the integers that count a resource's items, according to their names or, as in "GET
 * /people-count", to the path.
 */
function countsIn(
  integers: readonly (readonly string[])[],
  { document, by, resource }: CountedWhere,
): readonly DocumentedCount[] {
  const held = around(document, by)
  const thing = resource.collection.slice(resource.collection.lastIndexOf('/') + 1)
  const [above = '', last = ''] = by.path.split('/').slice(-2)
  const isOfPath = [last, `${above}_${last}`].some((name) => countsThings(name, thing))
  return integers.flatMap((path) => {
    const name = path.at(-1) ?? ''
    const isCount = countsThings(name, thing) || (isOfPath && counts.beside.has(name))
    const isHeld =
      held.every((step, index) => path[index] === step) &&
      path.slice(held.length, -1).every(counts.around.has)
    return isCount && isHeld ? [{ by, path }] : []
  })
}

interface CountedWhere {
  readonly document: DocumentDescriptor
  readonly by: OperationDescriptor
  readonly resource: ResourceDescriptor
}
