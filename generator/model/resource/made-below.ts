import { makers, singularsOf } from '@concordat/contract/lexicon'
import { type OperationDescriptor, resourcePath } from '@concordat/runtime/http'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import { isMaking } from './making.ts'

/** Operations by their blank paths, in which templates have no names: "/pets/{}". */
export type ByBlankPath = ReadonlyMap<string, readonly OperationDescriptor[]>

/** Operations on the collection of items that are nearer to the root than the operation that makes them. */
export interface MadeBelow {
  readonly create: OperationDescriptor
  /**
   * Operation that lists the items below the same parent; absent if the items are listed nowhere but at their
   * own collection.
   */
  readonly list?: OperationDescriptor
}

/**
 * Items that are made and listed below a parent and have a path of their own nearer to the root: "POST
 * /users/{id}/todos" and "/todos/{id}", or "/user_todos/{id}", where nothing else makes them.
 * @returns operations by the blank path of their own collection: "/todos".
 */
export function madeBelow(byBlankPath: ByBlankPath, facts: SchemaFacts): ReadonlyMap<string, MadeBelow> {
  const found = new Map<string, MadeBelow>()
  for (const [blankPath, group] of byBlankPath) {
    const create = group.find(({ method }) => method === 'POST')
    if (create === undefined || blankPath.endsWith('{}') || byBlankPath.has(`${blankPath}/{}`)) continue
    const own = ownCollection(blankPath, byBlankPath)
    if (own === undefined || found.has(own) || !isMaking(create, byBlankPath.get(`${own}/{}`) ?? [], facts))
      continue
    const list = group.find(({ method }) => method === 'GET')
    found.set(own, { create, ...(list !== undefined && { list }) })
  }
  return found
}

/**
 * Operations that make items of a collection at a path of their own beside them: "POST /containers/create"
 * and "/containers/{id}".
 * @returns operations by the blank path of the collection.
 */
export function madeBeside(byBlankPath: ByBlankPath): ReadonlyMap<string, OperationDescriptor> {
  return new Map(
    [...byBlankPath].flatMap(([blankPath, group]) => {
      const [, collection, maker = ''] = /^(.+)\/([^/]+)$/.exec(blankPath) ?? []
      const create = group.find(({ method }) => method === 'POST')
      const isBesideItems = makers.has(maker) && byBlankPath.has(`${collection}/{}`)
      return create === undefined || collection === undefined || !isBesideItems
        ? []
        : [[collection, create] as const]
    }),
  )
}

/**
 * Collections that have no path of their own, of items that are made under a name in theirs, read and
 * removed: "/keys" of "POST /keys/{set}".
 * @returns Their blank paths.
 */
export function madeByName(byBlankPath: ByBlankPath): readonly string[] {
  return [...byBlankPath].flatMap(([blankPath, group]) => {
    const collection = /^(.*[^}])\/\{\}$/.exec(blankPath)?.[1]
    const isThere = collection === undefined || byBlankPath.has(collection)
    const has = (method: string): boolean => group.some((each) => each.method === method)
    const isMade =
      has('PUT') || group.some(({ method, responses }) => method === 'POST' && '201' in responses)
    return isThere || !isMade || !has('GET') || !has('DELETE') ? [] : [collection]
  })
}

/**
 * The nearest collection of the same name above, or of that name after its parent's, whose items have
 * paths, and none of those a POST.
 */
function ownCollection(blankPath: string, byBlankPath: ByBlankPath): string | undefined {
  const segments = blankPath.split('/')
  const name = segments.at(-1)
  const takesPost = (path: string): boolean =>
    (byBlankPath.get(path) ?? []).some(({ method }) => method === 'POST')
  return segments
    .map((_, length) => ({ above: segments.slice(0, length), between: segments.slice(length, -1) }))
    .filter(({ above, between }) => above.length > 0 && between.includes('{}'))
    .flatMap(({ above, between }) => {
      const [parent = ''] = between
      const called = [...singularsOf(parent), parent].map((singular) => `${singular}_${name}`)
      return [...called, name].map((own) => [...above, own].join('/'))
    })
    .findLast((own) => byBlankPath.has(`${own}/{}`) && !takesPost(own) && !takesPost(`${own}/{}`))
}

/** The path of items without its last template: what their collection would be called. */
export function collectionOf(items: readonly OperationDescriptor[]): string {
  const path = resourcePath(items[0]?.path ?? '')
  return path.slice(0, path.lastIndexOf('/'))
}
