import { calls, pluralsOf, singularOf, snakeCase, stemInPath, wordsOf } from '@concordat/contract/lexicon'
import { type OperationDescriptor, type ResourceRole, resourcePath } from '@concordat/runtime/http'
import { lastSegment } from './draft.ts'

/** An operation whose role follows from a verb at the end of its path, or without a verb from its method. */
export interface CalledOperation {
  readonly operation: OperationDescriptor
  /**
   * The path of the items that it is about, as a collection would have it: "/boats" for "/boats/list",
   * "/boats.list" and "/ListBoats".
   */
  readonly collection: string
  /** Verb; absent if the method has the meaning: "DELETE /boats?id=7". */
  readonly verb?: string
}

/** Role of an operation and its items, by the end of its path; `undefined` for a path that does not tell. */
export function calledOperation(operation: OperationDescriptor): CalledOperation | undefined {
  const path = resourcePath(operation.path)
  const [, before = '', end = ''] = /^(.*)\/([^/{}]+)$/.exec(path) ?? []
  if (end === '') return undefined
  const [, things, verb = ''] = /^(.+)[.:]([^.:]+)$/.exec(end) ?? []
  if (things !== undefined && roleOfVerb(verb) !== undefined)
    return { operation, collection: `${before}/${things}`, verb }
  const [first = '', ...others] = wordsOf(end)
  const last = others.at(-1) ?? ''
  if (others.length === 0)
    return roleOfVerb(end) === undefined || !isName(before)
      ? { operation, collection: path }
      : { operation, collection: before, verb: end }
  if (roleOfVerb(first) !== undefined)
    return { operation, collection: `${before}/${called(others)}`, verb: first }
  if (roleOfVerb(last) !== undefined)
    return { operation, collection: `${before}/${called([first, ...others.slice(0, -1)])}`, verb: last }
  return { operation, collection: path }
}

/** True if a path ends in a name, so that something can be its verb. */
function isName(path: string): boolean {
  return /\/[^/{}]+$/.test(path)
}

/** Words as a collection is called: "plans" for "Plan" and "Plans". */
function called(words: readonly string[]): string {
  const singular = singularOf(snakeCase(words.join('_')))
  return pluralsOf(singular)[0] ?? singular
}

/** Role of a verb; `undefined` for a word that is no verb of this kind. */
export function roleOfVerb(verb: string): ResourceRole | undefined {
  // "setTopic" sets one thing of an item.
  if (wordsOf(verb).length !== 1) return undefined
  if (calls.listing.has(verb)) return 'list'
  if (calls.reading.has(verb)) return 'read'
  if (calls.creating.has(verb)) return 'create'
  if (calls.putting.has(verb)) return 'replace'
  if (calls.updating.has(verb)) return 'update'
  return calls.deleting.has(verb) ? 'delete' : undefined
}

/**
 * True for a name that refers to an item of the collection: "boatId" and "boat" of "/boats",
 * "/pkg.BoatService".
 */
export function isOfItems(name: string, collection: string): boolean {
  const thing = snakeCase(
    lastSegment(collection)
      .replace(/^.*\./, '')
      .replace(/service$/i, ''),
  )
  const stem = stemInPath(name)
  return stem !== '' && [thing, singularOf(thing)].includes(stem)
}

/**
 * An operation with each collection that its path may be below, and the verb that it then has: "launch" of
 * "/boats" for "/boats/launch", and of "/rpc/boats" for "/rpc/LaunchBoat".
 */
export function belowCollections(operation: OperationDescriptor): readonly CalledOperation[] {
  const path = resourcePath(operation.path)
  const [, collection, verb = ''] = /^(.+)[/.:]([^/{}.:]+)$/.exec(path) ?? []
  const [, before = '', end = ''] = /^(.*)\/([^/{}]+)$/.exec(path) ?? []
  const [first = '', ...others] = wordsOf(end)
  return [
    ...(collection === undefined ? [] : [{ operation, collection, verb }]),
    ...(others.length === 0 ? [] : [{ operation, collection: `${before}/${called(others)}`, verb: first }]),
  ]
}
