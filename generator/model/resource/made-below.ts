import {
  calls,
  identifiers,
  makers,
  pathOfName,
  places,
  singularsOf,
  wordsOfName,
} from '@concordat/contract/lexicon'
import { type OperationDescriptor, resourcePath, successSchema } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { List } from '../list/list.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import { blankDraftPath, lastDraftSegment, WHOLE_TEMPLATE } from './draft.ts'
import { isMakingItem, LEAST_SHARED, namesIn } from './making.ts'

/** Operations by blank path, without template names: "/pets/{}". */
export type ByBlankPath = ReadonlyMap<string, readonly OperationDescriptor[]>

/** The operations that create and list items at paths other than that of their own collection. */
export interface MadeBelow {
  readonly create: OperationDescriptor
  /**
   * Operation that lists the items below the same parent; absent if they are listed only in their own
   * collection.
   */
  readonly list?: OperationDescriptor
  /** Other operations that create such items, at other paths. */
  readonly others?: readonly OperationDescriptor[]
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

/** A path that names its items by several templates in a row: "/repos/{owner}/{repo}". */
const SEVERAL_TEMPLATES = /^(.*\/([^/{}]+))(?:\/\{\})+\/\{\}$/

/**
 * Finds items that several templates in a row name, if a POST to the path above creates them: "POST
 * /servers/{namespace}" with "/servers/{namespace}/{name}", or if a POST at another path with the same last
 * segment returns the values of all of them: "POST /user/repos" with "/repos/{owner}/{repo}". A list at
 * "/repos" must show these values too.
 * @returns operations by the blank path of the items' collection: "/repos/{}".
 */
export function resourcesNamedByTemplates(
  byBlankPath: ByBlankPath,
  { lists, facts }: { readonly lists: ReadonlyMap<string, List>; readonly facts: SchemaFacts },
): ReadonlyMap<string, MadeBelow> {
  const found = new Map<string, MadeBelow>()
  for (const [blankPath, items] of byBlankPath) {
    const [, collection = '', name] = SEVERAL_TEMPLATES.exec(blankPath) ?? []
    const own = blankPath.slice(0, -'/{}'.length)
    const [item] = items
    if (name === undefined || item === undefined || !hasItemOperations(items)) continue
    const above = onlyOf(byBlankPath.get(own))
    if (above?.method === 'POST' && isMakingItem(above, items, facts)) found.set(own, { create: above })
    const all = byBlankPath.get(collection) ?? []
    const listed = all.find(({ operationId }) =>
      namesAboveItem(item.path, lists.get(operationId)?.item, facts),
    )
    if (byBlankPath.has(own) || all.some((each) => each !== listed)) continue
    const [create, ...others] = createsElsewhere(byBlankPath, { collection, name })
      .filter((each) => isMakingItem(each, items, facts))
      .filter((each) => namesAboveIn(item.path, successSchema(each), facts) !== undefined)
    if (create === undefined) continue
    const beside = byBlankPath.get(blankDraftPath(create.path)) ?? []
    const list = listed ?? beside.find(({ method }) => method === 'GET')
    found.set(own, { create, others, ...(list !== undefined && { list }) })
  }
  return found
}

function onlyOf<Value>(values: readonly Value[] = []): Value | undefined {
  return values.length === 1 ? values[0] : undefined
}

/** POSTs at other paths that end with a collection's name, those with the fewest templates first. */
function createsElsewhere(
  byBlankPath: ByBlankPath,
  { collection, name }: { readonly collection: string; readonly name: string },
): readonly OperationDescriptor[] {
  return [...byBlankPath]
    .filter(([path]) => path.endsWith(`/${name}`) && !path.startsWith(`${collection}/`))
    .filter(([path]) => !byBlankPath.has(`${path}/{}`))
    .flatMap(([, group]) => group.filter(({ method }) => method === 'POST'))
    .toSorted((one, other) => countTemplates(one) - countTemplates(other))
}

/** True if the operations at a path read an item, and change or remove it. */
function hasItemOperations(operations: readonly OperationDescriptor[]): boolean {
  const methods = new Set(operations.map(({ method }) => method))
  return methods.has('GET') && ['DELETE', 'PATCH', 'PUT'].some((method) => methods.has(method))
}

function countTemplates({ path }: OperationDescriptor): number {
  return path.split('{').length
}

/** Returns the `namesAboveItem` of a response, which can contain the item in an envelope. */
export function namesAboveIn(
  itemPath: string,
  answer: JsonSchema | undefined,
  facts: SchemaFacts,
): readonly (readonly string[])[] | undefined {
  const members = facts.properties(answer)
  const isEnvelope = ![...members.keys()].some((name) => identifiers.naming.has(name))
  return [answer, ...(isEnvelope ? members.values() : [])]
    .map((part) => namesAboveItem(itemPath, part, facts))
    .find((names) => names !== undefined)
}

/**
 * Returns the paths of the properties that contain the values of the templates directly before the item's
 * own. For `{ownerId}`, that is `owner.id`; for `{owner}`, `owner` or, if `owner` is an object, the property
 * that names it, such as `owner.login`. `undefined` if one of the templates has no such property.
 */
function namesAboveItem(
  itemPath: string,
  item: JsonSchema | undefined,
  facts: SchemaFacts,
): readonly (readonly string[])[] | undefined {
  const segments = resourcePath(itemPath).split('/').slice(0, -1)
  const above = segments.slice(segments.findLastIndex((segment) => !WHOLE_TEMPLATE.test(segment)) + 1)
  const names = above.flatMap((segment) => {
    const path = pathOfName(WHOLE_TEMPLATE.exec(segment)?.[1] ?? '', item, (part) => facts.properties(part))
    if (path === undefined) return []
    const part = facts.properties(
      path.reduce((whole: JsonSchema | undefined, name) => facts.properties(whole).get(name), item),
    )
    if (part.size === 0) return [path]
    const texts = [...part].flatMap(([inner, schema]) => (isText(schema, facts) ? [inner] : []))
    const [inner] = identifiers.usual.among(texts)
    return inner === undefined ? [] : [[...path, inner]]
  })
  return above.length === 0 || names.length < above.length ? undefined : names
}

function isText(schema: JsonSchema, facts: SchemaFacts): boolean {
  return facts.parts(schema).some(({ type }) => [type].flat().includes('string'))
}

/**
 * Finds operations that create a collection's items at a separate path next to them: "POST
 * /containers/create" with "/containers/{id}". "POST /proofs/create-request" creates items of
 * "/proofs/records/{id}" if nothing else does, and if it returns such an item.
 * @returns operations by the collection's blank path.
 */
export function resourcesMadeBeside(
  byBlankPath: ByBlankPath,
  facts: SchemaFacts,
): ReadonlyMap<string, MadeBelow> {
  const plain = new Map<string, MadeBelow>()
  const made = new Map<string, OperationDescriptor[]>()
  for (const [blankPath, group] of byBlankPath) {
    const [, above = '', maker = ''] = /^(.+)\/([^/{}]+)$/.exec(blankPath) ?? []
    const create = group.find(({ method }) => method === 'POST')
    if (create === undefined || above === '') continue
    if (makers.has(maker) && byBlankPath.has(`${above}/{}`)) plain.set(above, { create })
    else if (calls.creating.has(wordsOfName(maker)[0] ?? ''))
      for (const collection of collectionsAt(above, byBlankPath))
        if (returnsItemOf(create, byBlankPath.get(`${collection}/{}`) ?? [], facts))
          made.set(collection, [...(made.get(collection) ?? []), create])
  }
  const returning = [...made].flatMap(([collection, [create, ...others]]): [string, MadeBelow][] =>
    create === undefined ? [] : [[collection, { create, others }]],
  )
  return new Map([...returning, ...plain])
}

/** A path and the paths directly below it, if they lead to items that nothing at these paths creates. */
function collectionsAt(above: string, byBlankPath: ByBlankPath): readonly string[] {
  const below = [...byBlankPath.keys()].filter(
    (path) => path.startsWith(`${above}/`) && !/[/{}]/.test(path.slice(above.length + 1)),
  )
  return [above, ...below].filter((path) => {
    const items = byBlankPath.get(`${path}/{}`) ?? []
    const all = [...(byBlankPath.get(path) ?? []), ...items]
    return hasItemOperations(items) && !all.some(({ method }) => method === 'POST')
  })
}

/**
 * True if a create returns what reading an item returns, or the greater part of it. A read can also wrap the
 * item in further details; the create must then return the name that the item has in paths.
 */
function returnsItemOf(
  create: OperationDescriptor,
  items: readonly OperationDescriptor[],
  facts: SchemaFacts,
): boolean {
  const read = items.find(({ method }) => method === 'GET')
  const shown = namesIn(read && successSchema(read), facts)
  const own = namesIn(successSchema(create), facts)
  const alone = [...facts.properties(successSchema(create)).keys()]
  const parameter = WHOLE_TEMPLATE.exec(lastDraftSegment(resourcePath(read?.path ?? '')))?.[1] ?? ''
  return (
    haveMost(shown, own) ||
    (!identifiers.sure.has(parameter) && alone.includes(parameter) && haveMost(alone, shown))
  )
}

/** True if most of the names are among the others. */
function haveMost(names: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others)
  return names.length > 0 && names.filter((name) => known.has(name)).length >= names.length * LEAST_SHARED
}

/**
 * Collections without a path, whose items are created, read and removed by name: "/keys" for "POST
 * /keys/{set}".
 * @returns the collections' blank paths.
 */
export function collectionsWithoutPath(byBlankPath: ByBlankPath): readonly string[] {
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
