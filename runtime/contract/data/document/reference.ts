import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import {
  descriptions,
  isReferenceName,
  namesResourceItem,
  pageLinkWords,
  requestKeys,
  singularOf,
} from '../../lexicon/lexicon.ts'
import { idPathOf } from './identifier.ts'
import { jsonBody } from './json-body.ts'
import { blankPath, pathTemplates } from './path-binding.ts'
import { namedResource, operationById } from './resource-lookup.ts'
import { schemaIn } from './schema-in.ts'
import { shownProperties, shownSchemas } from './shown.ts'

/** A value in a request that refers to a resource's item. */
export interface Reference {
  readonly resource: ResourceDescriptor
  /** Returns the value that identifies the item with this id. */
  write(id: string): unknown
}

/** The location of a reference; without `operation`, it can be in any request or response. */
export interface ReferringPlace {
  readonly document: DocumentDescriptor
  readonly operation?: OperationDescriptor
}

/**
 * The reference from a body property or parameter to a resource. The resource is found by the schema, if its
 * items have the same schema, or else by the name.
 */
export function referencedResource(
  name: string,
  schema: Schema,
  within: ReferringPlace,
): Reference | undefined {
  const { document } = within
  const { keywords, types } = schema
  if (schema.values.listed !== undefined || keywords.readOnly === true) return undefined
  const shown = types.includes('array') ? undefined : resourceShownAs(schema.own.$ref, document)
  const [idName, ...deeper] = (shown && idPathOf(shown)) ?? []
  return shown === undefined || idName === undefined || deeper.length > 0
    ? referenceByName(name, schema, within)
    : referenceByMember(idName, schema, shown)
}

/**
 * The property of a JSON body that identifies the request, such as "client_request_id". A property that a
 * response shows belongs to the item.
 */
export function requestKeyInBody(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): { readonly name: string; readonly schema: Schema } | undefined {
  const body = jsonBody(operation)
  if (body === undefined) return undefined
  const shown = shownProperties(operation, document)
  const [name, schema] =
    [...schemaIn(document, body.schema).properties].find(
      ([own]) => requestKeys.has(own) && !shown.has(own),
    ) ?? []
  const isKey = name !== undefined && schema !== undefined
  return isKey && referencedResource(name, schema, { document }) === undefined ? { name, schema } : undefined
}

/** A reference that is an object with the item's id in one of its properties. */
function referenceByMember(
  name: string,
  schema: Schema,
  resource: ResourceDescriptor,
): Reference | undefined {
  const { types = [], keywords } = schema.properties.get(name) ?? {}
  if (types.length === 0 || keywords?.readOnly === true) return undefined
  return { resource, write: (id) => ({ [name]: types.includes('integer') ? Number(id) : id }) }
}

/**
 * "owner_id", "ownerUuid" and "owner_ids" refer to items of "owners". So does "owner" if it can only be an
 * id, and a list "owners" of numbers. If there are no "owners", a short description can say what is meant.
 */
function referenceByName(name: string, schema: Schema, within: ReferringPlace): Reference | undefined {
  const { document } = within
  const { types, values } = schema.member
  const isOfNumbers = schema.types.includes('array') && values.mayBeNumbers
  const isLink = schema.member.keywords.format?.toString().startsWith('uri') === true
  const isCalledSo = isOfNumbers || isReferenceName(name) || isId(schema.member) || isLink
  const canName = isOfNumbers || types.some((type) => type === 'string' || type === 'integer')
  if (!isCalledSo || !canName) return undefined
  const called = singularOf(name)
  const resource = namedResource(called, document) ?? otherwiseNamed(name, { isLink, schema, within })
  const hrefOf = resource && hrefsOf(resource, document)
  if (resource === undefined || (isLink && hrefOf === undefined)) return undefined
  return { resource, write: (id) => writtenReferenceId(hrefOf?.(id) ?? id, schema) }
}

/** Returns the resource near the operation that a link means, or the one that a short description names. */
function otherwiseNamed(
  name: string,
  { isLink, schema, within }: { isLink: boolean; schema: Schema; within: ReferringPlace },
): ResourceDescriptor | undefined {
  const near = isLink ? nearestNamed(singularOf(name), within) : undefined
  if (near !== undefined || !isReferenceName(name)) return near
  return describedResource(schema, within.document) ?? describedElsewhere(name, within.document)
}

/** Maximum length of a description that is likely to name only the item that is referred to. */
const SHORT = 60

/**
 * Returns the only resource that the description of a reference names: "A person." for "assignee_id". If a
 * description names several, it is the one that is its subject: "A person of the workspace."
 */
function describedResource(
  { keywords: { description = '' } }: Schema,
  document: DocumentDescriptor,
): ResourceDescriptor | undefined {
  const named = (text: string): readonly ResourceDescriptor[] => {
    const words = text.toLowerCase().match(/[a-z]+/g) ?? []
    return [...new Set(words.flatMap((word) => namedResource(word, document) ?? []))]
  }
  const all = named(description.length > SHORT ? '' : description)
  const [only, ...others] = all.length > 1 ? named(descriptions.subjectOf(description)) : all
  return others.length === 0 ? only : undefined
}

/** Returns the only resource that descriptions of properties of this name in other bodies name. */
function describedElsewhere(name: string, document: DocumentDescriptor): ResourceDescriptor | undefined {
  const known = describedNames.get(document) ?? resourcesByDescribedName(document)
  describedNames.set(document, known)
  const [only, ...others] = known.get(name) ?? []
  return others.length === 0 ? only : undefined
}

const describedNames = new WeakMap<DocumentDescriptor, ReturnType<typeof resourcesByDescribedName>>()

function resourcesByDescribedName(
  document: DocumentDescriptor,
): ReadonlyMap<string, Set<ResourceDescriptor>> {
  const found = new Map<string, Set<ResourceDescriptor>>()
  for (const operation of document.operations)
    for (const [name, schema] of schemaIn(document, jsonBody(operation)?.schema).properties) {
      const resource = isReferenceName(name) ? describedResource(schema, document) : undefined
      if (resource !== undefined) found.set(name, (found.get(name) ?? new Set()).add(resource))
    }
  return found
}

/**
 * Returns the collection to whose items a link leads if its name is that of a segment above several
 * collections: "pier" for "/piers/stone" and "/piers/wood". It is the one whose path has the most segments in
 * common with the operation's.
 */
function nearestNamed(name: string, { document, operation }: ReferringPlace): ResourceDescriptor | undefined {
  const near = new Set(operation?.path.split('/'))
  const sharedBy = ({ collection }: ResourceDescriptor): number =>
    collection.split('/').filter((segment) => near.has(segment)).length
  const [nearest] = document.resources
    .filter(({ collection }) => collection.split('/').some((segment) => namesResourceItem(name, segment)))
    .filter((resource) => hrefsOf(resource, document) !== undefined)
    .toSorted((one, other) => sharedBy(other) - sharedBy(one))
  return nearest
}

/**
 * Returns a function that writes an item's path; `undefined` unless items show their own path in place of an
 * id, so that other items refer to them by their paths.
 */
function hrefsOf(
  { names: [name] = [], operations }: ResourceDescriptor,
  document: DocumentDescriptor,
): ((id: string) => string) | undefined {
  const { path } = operationById(document, operations.read) ?? {}
  if (name?.isBelowCollection !== true || !pageLinkWords.ofItems.has(name.path.at(-1) ?? '')) return undefined
  if (path === undefined || pathTemplates(path).length !== 1) return undefined
  return (id) => path.replace(/\{[^{}]+\}/, () => encodeURIComponent(id))
}

/**
 * The resource whose items a message refers to: "vertexlabels" or "vertex-labels" for "vertex label".
 * @param kinds Names of a kind, the most specific first.
 */
export function resourceOfKind(
  kinds: readonly string[],
  document: DocumentDescriptor,
): ResourceDescriptor | undefined {
  // The last word of "property key" belongs to the kind, while that of "project key" stands for the project.
  const found = kinds.flatMap((kind) =>
    ['_id', ''].flatMap((behind) =>
      ['_', ''].map((between) => namedResource(`${kind.replaceAll(' ', between)}${behind}`, document)),
    ),
  )
  return found.find((resource) => resource !== undefined)
}

/** An id in the form that a schema requires: a string or a number, on its own or in a list. */
export function writtenReferenceId(id: string, { types, member }: Schema): unknown {
  const written = member.values.mayBeNumbers && /^\d+$/.test(id) ? Number(id) : id
  return types.includes('array') ? [written] : written
}

/**
 * The reference of a list of ids that is not named after a resource. It refers to items of the collection
 * that the operation's path is in or below: "GET /charts/export?q=[1,2]".
 */
export function referenceToListed(
  { path }: OperationDescriptor,
  schema: Schema,
  document: DocumentDescriptor,
): Reference | undefined {
  const { items } = schema
  if (!schema.types.includes('array') || 'enum' in items.keywords || !isId(items)) return undefined
  const resource = document.resources
    .filter(({ collection }) => `${blankPath(path)}/`.startsWith(`${blankPath(collection)}/`))
    .toSorted((one, other) => other.collection.length - one.collection.length)[0]
  const isNumber = items.types.includes('integer')
  return resource && { resource, write: (id) => [isNumber ? Number(id) : id] }
}

function isId({ keywords, types }: Schema): boolean {
  return keywords.format === 'uuid' || types.includes('integer')
}

function resourceShownAs(
  reference: string | undefined,
  document: DocumentDescriptor,
): ResourceDescriptor | undefined {
  if (reference === undefined) return undefined
  const known = shownAs.get(document.resources) ?? resourcesByReference(document)
  shownAs.set(document.resources, known)
  return known.get(reference)
}

/**
 * Resources, keyed by the schema reference in a response about one item. If several resources have the same
 * reference, the first one is used.
 */
const shownAs = new WeakMap<DocumentDescriptor['resources'], ReadonlyMap<string, ResourceDescriptor>>()

function resourcesByReference(document: DocumentDescriptor): ReadonlyMap<string, ResourceDescriptor> {
  const found = document.resources.flatMap((resource) =>
    [resource.operations.read, resource.operations.create]
      .map((operationId) => operationById(document, operationId))
      .flatMap((operation) => (operation === undefined ? [] : shownSchemas(operation, document)))
      .flatMap(({ own: { $ref } }) => ($ref === undefined ? [] : [[$ref, resource] as const])),
  )
  return new Map(found.toReversed())
}

/** Properties in a sent body that can refer to other items, according to their name or format. */
export function referencesInSentBody(
  body: Readonly<Record<string, unknown>>,
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): string[] {
  return membersThatMayRefer(operation, document).filter((name) => Object.hasOwn(body, name))
}

/** Properties of a body that can refer to other items, according to their name or format. */
export function membersThatMayRefer(operation: OperationDescriptor, document: DocumentDescriptor): string[] {
  const [content] = Object.values(operation.requestBody?.content ?? {})
  const called = membersNamedAfterResources(operation, document)
  return [...schemaIn(document, content?.schema).member.properties].flatMap(([name, { keywords, items }]) => {
    const formats = [keywords.format, items.keywords.format]
    return called.includes(name) || isReferenceName(name) || formats.includes('uuid') ? [name] : []
  })
}

/**
 * Properties of a body that are named after a resource other than the operation's own, whatever their schemas
 * are.
 */
export function membersNamedAfterResources(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): string[] {
  const [body] = Object.values(operation.requestBody?.content ?? {})
  return [...schemaIn(document, body?.schema).member.properties.keys()].filter((name) => {
    const resource = namedResource(name, document)
    return resource !== undefined && resource.name !== operation.resource?.name
  })
}
