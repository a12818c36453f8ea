import { identifiers, makers, places, singularsOf } from '@concordat/contract/lexicon'
import { type OperationDescriptor, resourcePath } from '@concordat/runtime/http'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import { lastDraftSegment, WHOLE_TEMPLATE } from './draft.ts'
import { isMakingItem } from './making.ts'

/** Operations by blank path, without template names: "/pets/{}". */
export type ByBlankPath = ReadonlyMap<string, readonly OperationDescriptor[]>

/** Operations on a collection that is below a parent, although its items have shorter paths. */
export interface MadeBelow {
  readonly create: OperationDescriptor
  /**
   * Operation that lists the items below the same parent; absent if they are listed only in their own
   * collection.
   */
  readonly list?: OperationDescriptor
}

/**
 * Finds items that are created below a parent but have shorter paths, if nothing else creates them: "POST
 * /users/{id}/todos" with "/todos/{id}" or "/user_todos/{id}".
 * @returns operations by the blank path of the items' own collection: "/todos".
 */
export function resourcesMadeBelow(
  byBlankPath: ByBlankPath,
  facts: SchemaFacts,
): ReadonlyMap<string, MadeBelow> {
  const found = new Map<string, MadeBelow>()
  for (const [blankPath, group] of byBlankPath) {
    const create = group.find(({ method }) => method === 'POST')
    if (create === undefined || blankPath.endsWith('{}') || byBlankPath.has(`${blankPath}/{}`)) continue
    const own = ownCollection(blankPath, byBlankPath)
    if (
      own === undefined ||
      found.has(own) ||
      !isMakingItem(create, byBlankPath.get(`${own}/{}`) ?? [], facts)
    )
      continue
    const list = group.find(({ method }) => method === 'GET')
    found.set(own, { create, ...(list !== undefined && { list }) })
  }
  return found
}

/**
 * Operations that create a collection's items at a separate path next to them: "POST /containers/create" with
 * "/containers/{id}".
 * @returns operations by the collection's blank path.
 */
export function resourcesMadeBeside(byBlankPath: ByBlankPath): ReadonlyMap<string, OperationDescriptor> {
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
 * Collections without a path, whose items are created, read and removed by name: "/keys" for "POST
 * /keys/{set}".
 * @returns the collections' blank paths.
 */
export function resourcesMadeByName(byBlankPath: ByBlankPath): readonly string[] {
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
 * Returns the POST that creates an item of a tree below the item in its path, such as "POST /nodes/{path}"
 * with the new item's name in its body. Without a name there, the path contains the new item's own.
 */
export function createInTree(
  items: readonly OperationDescriptor[],
  facts: SchemaFacts,
): OperationDescriptor | undefined {
  return items.find(
    ({ method, path, requestBody }) =>
      method === 'POST' &&
      places.has(WHOLE_TEMPLATE.exec(lastDraftSegment(resourcePath(path)))?.[1] ?? '') &&
      Object.values(requestBody?.content ?? {}).some(({ schema }) =>
        [...facts.properties(schema).keys()].some((name) => identifiers.naming.has(name)),
      ),
  )
}

/**
 * Finds the nearest collection at a higher level whose name is the same, or is the parent's name followed by
 * the same name. Its items must have paths, and neither the collection nor its items may have a POST.
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

/** The path of the items' collection, which is their path without its last template. */
export function collectionOfItems(items: readonly OperationDescriptor[]): string {
  const path = resourcePath(items[0]?.path ?? '')
  return path.slice(0, path.lastIndexOf('/'))
}
