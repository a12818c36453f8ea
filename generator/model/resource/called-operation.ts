import { isDeepStrictEqual } from 'node:util'
import {
  behindNames,
  calls,
  details,
  identifiers,
  pluralsOf,
  singularOf,
  snakeCase,
  stemInPath,
  wordsOfName,
} from '@concordat/contract/lexicon'
import {
  type AddressedDescriptor,
  type OperationDescriptor,
  type ResourceRole,
  resourcePath,
  successSchema,
} from '@concordat/runtime/http'
import { lastDraftSegment } from './draft.ts'

/** An operation whose role is determined by a verb at the end of its path, or by its method. */
export interface CalledOperation {
  readonly operation: OperationDescriptor
  /** Path of the collection: "/boats" for "/boats/list", "/boats.list" and "/ListBoats". */
  readonly collection: string
  /** The verb; absent if the method determines the role: "DELETE /boats?id=7". */
  readonly verb?: string
  /** Template for the item's name next to the verb: "id" in "/boats/{id}/get" and "/boats/getBoat/{id}". */
  readonly template?: string
}

/**
 * Reads an operation's collection and its verb, if there is one, from the end of its path; `undefined` if the
 * path does not identify a collection.
 */
export function calledOperation(operation: OperationDescriptor): CalledOperation | undefined {
  const path = resourcePath(operation.path)
  const beside = besideName(operation, path)
  if (beside !== undefined) return beside
  const [, before = '', end = ''] = /^(.*)\/([^/{}]+)$/.exec(path) ?? []
  if (end === '') return undefined
  const isOfSeveral = calls.several.has(end) && wordsOfName(end).length === 1
  if (operation.method === 'DELETE' && isOfSeveral && isName(before))
    return { operation, collection: before, verb: 'delete' }
  return { operation, ...(calledAt(before, end) ?? { collection: path }) }
}

/**
 * True for a GET at a path with a creating verb, if the path's POST creates the items: "GET /boats/create"
 * then shows a form or the list, because it responds with something else than the POST.
 */
export function isShownBesideCreate(
  operation: OperationDescriptor,
  here: readonly OperationDescriptor[] = [],
): boolean {
  const post = here.find(({ method }) => method === 'POST')
  if (operation.method !== 'GET' || post === undefined) return false
  const { verb } = calledOperation(operation) ?? {}
  const isCreating = verb !== undefined && resourceRoleOfVerb(verb) === 'create'
  return isCreating && !isDeepStrictEqual(successSchema(operation), successSchema(post))
}

/** An operation with a verb before or after its item's name, in which verb and name are separate segments. */
function besideName(operation: OperationDescriptor, path: string): CalledOperation | undefined {
  const [, above = '', own, verb = ''] = /^(.*[^/{}])\/\{([^{}]+)\}\/([^/{}]+)$/.exec(path) ?? []
  if (own !== undefined && operation.method === 'POST' && behindNames.has(verb))
    return { operation, collection: above, verb, template: own }
  const [, before = '', end = '', template = ''] = /^(.*)\/([^/{}]+)\/\{([^{}]+)\}$/.exec(path) ?? []
  const called = calledAt(before, end) ?? shownIn(operation, before, end)
  const isNaming =
    identifiers.usual.has(template) || isNameOfItemInCollection(template, called?.collection ?? '')
  return called === undefined || !isNaming ? undefined : { operation, ...called, template }
}

/** The collection of a read whose path has a noun in place of a verb: "GET /boats/detail/{id}". */
function shownIn({ method }: OperationDescriptor, before: string, end: string): Called | undefined {
  return method === 'GET' && details.has(end) && isName(before)
    ? { collection: before, verb: 'get' }
    : undefined
}

interface Called {
  readonly collection: string
  readonly verb: string
}

/** Collection and verb in the last segment of a path; `undefined` if it contains no verb. */
function calledAt(before: string, end: string): Called | undefined {
  const [, things, verb = ''] = /^(.+)[.:]([^.:]+)$/.exec(end) ?? []
  if (things !== undefined && resourceRoleOfVerb(verb) !== undefined)
    return { collection: `${before}/${things}`, verb }
  if (resourceRoleOfVerb(end) !== undefined)
    return isName(before) ? { collection: before, verb: end } : undefined
  const [first = '', ...others] = wordsOfName(end)
  const last = others.pop() ?? ''
  const [verbOfIt, named] =
    resourceRoleOfVerb(first) === undefined ? [last, [first, ...others]] : [first, namedBy([...others, last])]
  if (last === '' || resourceRoleOfVerb(verbOfIt) === undefined) return undefined
  // "set_members" replaces everything that an item has.
  if (/^set$/i.test(verbOfIt)) return undefined
  const isThere = named.length === 0 || singular(named.join('_')) === singular(lastDraftSegment(before))
  if (isThere) return isName(before) ? { collection: before, verb: verbOfIt } : undefined
  return { collection: `${before}/${called(named)}`, verb: verbOfIt }
}

/**
 * The words after a verb that stand for a thing, such as "Boat" in "getBoatById", "getAllBoat" and
 * "get_boat_data". Empty for "getById" and "createWithList".
 */
function namedBy(words: readonly string[]): readonly string[] {
  const by = words.findIndex((word) => /^(?:by|with)$/i.test(word))
  const named = words.slice(/^all$/i.test(words[0] ?? '') ? 1 : 0, by < 0 ? words.length : by)
  return named.length > 1 && details.has(named.at(-1) ?? '') ? named.slice(0, -1) : named
}

/** True if a path ends with a name, so that a verb can follow it. */
function isName(path: string): boolean {
  return /\/[^/{}]+$/.test(path)
}

/** A collection's name: "plans" for "Plan" and "Plans". */
function called(words: readonly string[]): string {
  const one = singular(words.join('_'))
  return pluralsOf(one)[0] ?? one
}

function singular(name: string): string {
  return singularOf(snakeCase(name))
}

/**
 * Role of a verb, of a creating and an updating verb joined by "or", such as "createOrUpdate", or of a verb
 * that reads or removes several items, such as "batchDelete"; `undefined` for anything else.
 */
export function resourceRoleOfVerb(verb: string): ResourceRole | undefined {
  const words = wordsOfName(verb)
  const ofOne = words.filter((word) => !calls.several.has(word))
  if (ofOne.length === 1 && words.length === 2) return roleOfSeveral(resourceRoleOfVerb(ofOne.join()))
  const [first = '', or = '', second = '', ...others] = words
  if (others.length > 0) return undefined
  if (or !== '') {
    const isEither = /^or$/i.test(or) && calls.creating.has(first) && calls.updating.has(second)
    // No role for "setTopic", which sets a single property of an item.
    return isEither ? 'replace' : undefined
  }
  return VERBS.find(([, verbs]) => verbs.has(verb))?.[0]
}

/** The verbs of each role. A verb with several roles has the first one. */
const VERBS = [
  ['list', calls.listing],
  ['read', calls.reading],
  ['create', calls.creating],
  ['replace', calls.putting],
  ['update', calls.updating],
  ['delete', calls.deleting],
] as const

/** Role of a verb with a word for several items. A body with several new items is not that of a create. */
function roleOfSeveral(role: ResourceRole | undefined): ResourceRole | undefined {
  if (role === 'read' || role === 'list') return 'list'
  return role === 'delete' ? role : undefined
}

/**
 * True if a name refers to an item in the collection: "boatId" and "boat" for "/boats" or "/pkg.BoatService".
 */
export function isNameOfItemInCollection(name: string, collection: string): boolean {
  const thing = snakeCase(
    lastDraftSegment(collection)
      .replace(/^.*\./, '')
      .replace(/service$/i, ''),
  )
  const stem = stemInPath(name)
  return stem !== '' && [thing, singularOf(thing)].includes(stem)
}

/**
 * Returns an operation with each collection that could contain its path, and the remaining verb.
 * "/boats/launch" can be "launch" in "/boats", "/rpc/LaunchBoat" can be "launch" in "/rpc/boats",
 * "/rpc/set_boat_name" can be "set_name" in "/rpc/boats", and "/rpc/boatManagerAddOar" can be "add_oar" in
 * "/rpc/boat_managers".
 */
export function calledBelowCollections(operation: OperationDescriptor): readonly CalledOperation[] {
  const path = resourcePath(operation.path)
  const [, collection, verb = ''] = /^(.+)[/.:]([^/{}.:]+)$/.exec(path) ?? []
  const [, before = '', end = ''] = /^(.*)\/([^/{}]+)$/.exec(path) ?? []
  const words = wordsOfName(end)
  const [first = '', thing = '', ...others] = words
  const at = words.findIndex((word) => resourceRoleOfVerb(word) !== undefined)
  const below = (...words: readonly string[]) => `${before}/${called(words)}`
  return [
    ...(collection === undefined ? [] : [{ operation, collection, verb }]),
    ...(thing === '' ? [] : [{ operation, collection: below(thing, ...others), verb: first }]),
    ...(others.length === 0
      ? []
      : [{ operation, collection: below(thing), verb: snakeCase([first, ...others].join('_')) }]),
    ...(at > 0 && at < words.length - 1 && !/[.:]/.test(end)
      ? [{ operation, collection: below(...words.slice(0, at)), verb: snakeCase(words.slice(at).join('_')) }]
      : []),
  ]
}

/**
 * Returns a POST whose last segment is a phrase, with the path before it, such as "move_to_pier" with "/rpc".
 * A single noun is more likely to be a collection.
 */
export function calledByVerbPhrase(operation: OperationDescriptor): readonly CalledOperation[] {
  const [, collection = '', verb = ''] = /^(.*)\/([^/{}]+)$/.exec(resourcePath(operation.path)) ?? []
  return operation.method === 'POST' && wordsOfName(verb).length > 1 ? [{ operation, collection, verb }] : []
}

/** True for a path that ends with a listing verb and nothing else, unlike "/boats/findByColor". */
export function isPlainList({ path, parameters = [] }: OperationDescriptor): boolean {
  const isFree = parameters.every(({ in: location, required = false }) => location === 'path' || !required)
  return isFree && wordsOfName(lastDraftSegment(resourcePath(path))).length === 1
}

/**
 * True if a request says something about an item. A bodyless "POST /boats/save" saves the boats that the
 * server already has.
 */
export function hasContent({ requestBody, parameters = [] }: OperationDescriptor): boolean {
  return requestBody !== undefined || parameters.some((parameter) => parameter.in === 'query')
}

/** An operation with the method, path and path parameters of its inferred address, if it has one. */
export function withInferredAddress(
  operation: OperationDescriptor,
  addressed: AddressedDescriptor | undefined,
): OperationDescriptor {
  if (addressed === undefined) return operation
  const { method, path, names, chosen = {} } = addressed
  const inQuery = new Set(Object.values(names).flatMap((place) => (place.in === 'query' ? place.path : [])))
  const others = (operation.parameters ?? []).filter(
    ({ in: location, name }) =>
      (location !== 'query' || !inQuery.has(name)) && (location !== 'path' || !Object.hasOwn(chosen, name)),
  )
  const own = Object.keys(names).map((name) => ({ name, in: 'path', required: true }) as const)
  return { ...operation, method, path, parameters: [...others, ...own] }
}
