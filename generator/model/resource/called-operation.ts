import { calls, pluralsOf, singularOf, snakeCase, stemInPath, wordsOf } from '@concordat/contract/lexicon'
import { type OperationDescriptor, type ResourceRole, resourcePath } from '@concordat/runtime/http'
import { lastSegment } from './draft.ts'

/** An operation whose role follows from a verb at the end of its path, or from its method. */
export interface CalledOperation {
  readonly operation: OperationDescriptor
  /** Path of the collection: "/boats" for "/boats/list", "/boats.list" and "/ListBoats". */
  readonly collection: string
  /** Verb; absent if the method tells the role: "DELETE /boats?id=7". */
  readonly verb?: string
}

/** Role and collection of an operation, from the end of its path; `undefined` if the path does not tell. */
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

/** True if a path ends in a name, so that a verb can follow. */
function isName(path: string): boolean {
  return /\/[^/{}]+$/.test(path)
}

/** Name of a collection: "plans" for "Plan" and "Plans". */
function called(words: readonly string[]): string {
  const singular = singularOf(snakeCase(words.join('_')))
  return pluralsOf(singular)[0] ?? singular
}

/** Role of a verb; `undefined` for any other word. */
export function roleOfVerb(verb: string): ResourceRole | undefined {
  // "setTopic" sets one property of an item.
  if (wordsOf(verb).length !== 1) return undefined
  if (calls.listing.has(verb)) return 'list'
  if (calls.reading.has(verb)) return 'read'
  if (calls.creating.has(verb)) return 'create'
  if (calls.putting.has(verb)) return 'replace'
  if (calls.updating.has(verb)) return 'update'
  return calls.deleting.has(verb) ? 'delete' : undefined
}

/**
 * True if a name refers to an item of the collection: "boatId" and "boat" of "/boats" or "/pkg.BoatService".
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
 * An operation with each collection that may contain its path, and the verb that remains: "launch" of
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
