import {
  type ItemName,
  type OperationDescriptor,
  type ResourceDescriptor,
  type ResourceRole,
  resourcePath,
  successSchema,
} from '@concordat/runtime/http'
import type { JsonSchema, Schemas } from '@concordat/runtime/schema'
import type { List } from '../list/list.ts'
import { fileNameInKebabCase } from '../naming/name.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import { type DistinctDrafts, distinctDrafts } from './aliases.ts'
import {
  blankDraftPath,
  draftIdParameter,
  draftItemPath,
  lastDraftSegment,
  type ResourceDraft,
  WHOLE_TEMPLATE,
} from './draft.ts'
import { EnvelopeFinder } from './envelopes.ts'
import { itemNamesOf, likeliestNames, namesBelowOthers } from './item-names.ts'
import { draftItemsBelow } from './items-below.ts'
import {
  collectionOfItems,
  collectionsWithoutPath,
  createInTree,
  namesAboveIn,
  resourcesMadeBelow,
  resourcesMadeBeside,
  resourcesNamedByTemplates,
} from './made-below.ts'
import {
  isAboutExistingItems,
  isCreatingByName,
  isPuttingItem,
  isRemovingItems,
  isSearchingItems,
} from './making.ts'

const COLLECTION_ROLES: Readonly<Record<string, ResourceRole>> = { GET: 'list', POST: 'create' }
const ITEM_ROLES: Readonly<Record<string, ResourceRole>> = {
  GET: 'read',
  PATCH: 'update',
  PUT: 'replace',
  DELETE: 'delete',
}
/**
 * Roles at the paths of items, for a collection without POST and PUT in which clients choose an item's name
 * in the path.
 */
const NAMING_ROLES: Readonly<Record<string, ResourceRole>> = { POST: 'create' }

export interface InferredResources {
  readonly resources: readonly ResourceDescriptor[]
  /** Roles by operationId. */
  readonly roles: ReadonlyMap<string, { readonly name: string; readonly role: ResourceRole }>
}

/** Facts that are known before resources are inferred. */
export interface KnownBeforeResources {
  readonly facts: SchemaFacts
  readonly schemas: Schemas
  /** Additional operations that create items of a collection, with the collection's blank path. */
  readonly makers: ReadonlyMap<OperationDescriptor, string>
}

/**
 * Infers collections and items from paths: "/pets" and "/pets/{petId}" form a resource. Other paths below an
 * item or a collection are its actions if they do not form a resource. A POST creates items if it responds
 * with 201, or if items have paths below it and it does not search, change or remove them.
 */
export function inferResources(
  operations: readonly OperationDescriptor[],
  lists: ReadonlyMap<string, List>,
  { facts, schemas, makers }: KnownBeforeResources,
): InferredResources {
  const byBlankPath = Map.groupBy(operations, (operation) => blankDraftPath(operation.path))
  const names = new Map<string, string>()
  const below = new Map([
    ...resourcesMadeBelow(byBlankPath, facts),
    ...resourcesNamedByTemplates(byBlankPath, { lists, facts }),
  ])
  const beside = resourcesMadeBeside(byBlankPath, facts)
  const paths: Paths = {
    byBlankPath,
    below,
    beside,
    taken: new Set(
      [...below].flatMap(([own, { create, list, others = [] }]) =>
        byBlankPath.has(own) ? [create] : [create, list, ...others],
      ),
    ),
    lists,
    facts,
  }
  const unlisted = [...below.keys(), ...beside.keys(), ...collectionsWithoutPath(byBlankPath)]
  const all = [...new Set([...byBlankPath.keys(), ...unlisted])].flatMap((blankPath): ResourceDraft[] => {
    const draft = draftAt(blankPath, paths)
    return draft === undefined ? [] : [{ name: uniqueName(draft.collection, names), ...draft }]
  })
  const { distinct: drafts, aliasedBy } = distinctDrafts(all)
  const byCollection = new Map(drafts.map((draft) => [draft.blankPath, draft]))
  const actions = actionsByDraft(operations, { drafts: byCollection, aliasedBy })
  const itemNames = itemNamesOf(drafts, { lists, facts })
  const envelopes = new EnvelopeFinder(lists, schemas)
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  const resources = drafts.map((draft) =>
    describe(draft, { drafts: byCollection, byId, actions, itemNames, envelopes, schemas, facts }),
  )
  const roles = rolesByOperation(resources)
  const others = [...below, ...beside].flatMap(([own, made]) =>
    (made.others ?? []).map((other) => [other, own] as const),
  )
  for (const [{ operationId }, collection] of [...makers, ...others, ...makersAtItems(drafts)]) {
    const made = byCollection.get(collection)
    if (made !== undefined) roles.set(operationId, { name: made.name, role: 'create' })
  }
  return { resources, roles }
}

/**
 * Operations at the paths of items that create another item, as their descriptions say, and respond like the
 * collection's own create: a deprecated "PUT /files/{id}" that uploads a new file. Each has the collection's
 * blank path.
 */
function makersAtItems(
  drafts: readonly ResourceDraft[],
): readonly (readonly [OperationDescriptor, string])[] {
  return drafts.flatMap(({ items, roles, blankPath }) => {
    const create = roles.get('create')
    const isMaker = (item: OperationDescriptor): boolean =>
      item.makesNew === true &&
      item !== create &&
      create !== undefined &&
      isAlike(successSchema(item), successSchema(create))
    return items.filter(isMaker).map((item): [OperationDescriptor, string] => [item, blankPath])
  })
}

function rolesByOperation(resources: readonly ResourceDescriptor[]) {
  const roles = new Map<string, { name: string; role: ResourceRole }>()
  for (const resource of resources) {
    for (const operationId of resource.actions)
      roles.set(operationId, { name: resource.name, role: 'action' })
    for (const [role, operationId] of Object.entries(resource.operations))
      roles.set(operationId, { name: resource.name, role: role as ResourceRole })
  }
  return roles
}

/** The operations by path, and those that create or return items at other paths. */
interface Paths {
  readonly byBlankPath: ReadonlyMap<string, readonly OperationDescriptor[]>
  readonly below: ReturnType<typeof resourcesMadeBelow>
  readonly beside: ReturnType<typeof resourcesMadeBeside>
  /** Operations assigned to a path other than their own. */
  readonly taken: ReadonlySet<OperationDescriptor | undefined>
  readonly lists: ReadonlyMap<string, List>
  readonly facts: SchemaFacts
}

/** Operations at a path, and those on its items. */
interface Group {
  readonly own: readonly OperationDescriptor[]
  readonly items: readonly OperationDescriptor[]
}

/** The collection at a path; `undefined` if there is none. */
function draftAt(blankPath: string, paths: Paths): Omit<ResourceDraft, 'name'> | undefined {
  const { byBlankPath, below, taken, lists, facts } = paths
  const here = byBlankPath.get(blankPath) ?? []
  const own = here.filter((operation) => !taken.has(operation))
  const items = draftItemsBelow(blankPath, paths).filter((operation) => !taken.has(operation))
  const path = (own[0] ?? here[0])?.path
  const collection = path === undefined ? collectionOfItems(items) : resourcePath(path)
  if (WHOLE_TEMPLATE.test(lastDraftSegment(collection)) && !below.has(blankPath)) return undefined
  const ofCollection = collectionRoles(blankPath, { own, items }, paths)
  const isMade = ofCollection.some(([role]) => role === 'create')
  const child = isMade ? undefined : createInTree(items, facts)
  const unmade = child === undefined ? madeUnderName({ own, items }, paths) : rolesOf([child], NAMING_ROLES)
  const named = isMade ? [] : unmade
  const acting = isMade ? items.filter(({ makesNew }) => makesNew !== true) : items
  const all = [...ofCollection, ...named, ...rolesOf(acting, ITEM_ROLES)]
  const roles = new Map(all)
  const isList = all.some(([role, operation]) => role === 'list' && lists.has(operation.operationId))
  // An item at the root might describe the server itself instead of a resource.
  const mayHaveItems = items.length > 0 && (blankPath !== '' || roles.has('create'))
  if (!isList && !(mayHaveItems && isAboveItems(roles, facts))) return undefined
  return { blankPath, collection, items, roles, isTree: child !== undefined }
}

/** Operations that list a collection or create its items, at any path. */
function collectionRoles(
  blankPath: string,
  { own, items }: Group,
  { byBlankPath, below, beside, facts }: Paths,
): [ResourceRole, OperationDescriptor][] {
  const isMaking = (operation: OperationDescriptor) =>
    '201' in operation.responses ||
    (items.length > 0 &&
      !isSearchingItems(operation, items, facts) &&
      !isAboutExistingItems(operation, items, facts))
  const here = own.filter((operation) => operation.method !== 'POST' || isMaking(operation))
  const isMadeHere = here.some(({ method }) => method === 'POST')
  const { create, list } = below.get(blankPath) ?? (isMadeHere ? undefined : beside.get(blankPath)) ?? {}
  const elsewhere = [create, byBlankPath.has(blankPath) ? undefined : list]
  return rolesOf([...here, ...elsewhere.filter((each) => each !== undefined)], COLLECTION_ROLES)
}

/**
 * Returns operations that create items without a POST to the collection: a PUT of an item to the collection,
 * or a POST or PUT to an item's path. If an item's path has both, its PUT creates the item if it responds
 * with 201 (RFC 9110, 9.3.4), and the POST is then an action, unless its name says that it creates. If there
 * is no such POST, a PUT creates items only if the collection's path has no operations.
 */
function madeUnderName(
  { own, items }: Group,
  { lists, facts }: Paths,
): [ResourceRole, OperationDescriptor][] {
  const put = own.find(({ method }) => method === 'PUT')
  if (put === undefined) {
    const posted = rolesOf(items, NAMING_ROLES)
    const puts = rolesOf(items, { PUT: 'create' })
    const isCalledSo = posted.some(([, operation]) => isCreatingByName(operation))
    const isByPut =
      posted.length === 0
        ? own.length === 0
        : !isCalledSo && puts.some(([, { responses }]) => '201' in responses)
    return isByPut ? puts : posted
  }
  const listed = lists.get(own.find(({ method }) => method === 'GET')?.operationId ?? '')?.item
  const removing = own.find((operation) => operation.method === 'POST' && isRemovingItems(operation))
  const isAdding = items.length > 0 && isPuttingItem(put, { items, listed, removing }, facts)
  return isAdding ? rolesOf([put], { PUT: 'create' }) : []
}

/**
 * True if the paths below a path without a documented list identify its items. Either something creates the
 * items, or the path's GET counts as a list with undocumented content, because its response differs from that
 * of reading an item. If items can only be acted on, the operation that creates one must respond with 201 or
 * return it.
 */
function isAboveItems(roles: ReadonlyMap<ResourceRole, OperationDescriptor>, facts: SchemaFacts): boolean {
  const [list, create, read] = (['list', 'create', 'read'] as const).map((role) => roles.get(role))
  const shown = list && successSchema(list)
  const isSame = !isAnyObject(shown, facts) && isAlike(shown, read && successSchema(read))
  const hasItems = [...roles.keys()].some((role) => Object.values(ITEM_ROLES).includes(role))
  const isMade =
    create !== undefined &&
    ('201' in create.responses || facts.properties(successSchema(create)).size > 0 || hasItems)
  return isMade || (hasItems && list !== undefined && !isSame)
}

/** True for objects with any properties. Two such schemas are equal, but describe different content. */
function isAnyObject(schema: JsonSchema | undefined, facts: SchemaFacts): boolean {
  const behind = facts.behind(schema)
  return typeof behind === 'object' && behind.type === 'object' && !facts.hasMembers(behind)
}

function isAlike(one: JsonSchema | undefined, other: JsonSchema | undefined): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other)
}

interface Surroundings {
  /** Drafts by blank path. */
  readonly drafts: ReadonlyMap<string, ResourceDraft>
  readonly actions: ReadonlyMap<ResourceDraft, readonly string[]>
  readonly byId: ReadonlyMap<string, OperationDescriptor>
  readonly itemNames: ReadonlyMap<ResourceDraft, ItemName>
  readonly envelopes: EnvelopeFinder
  readonly schemas: Schemas
  readonly facts: SchemaFacts
}

function rolesOf(
  operations: readonly OperationDescriptor[],
  roles: Readonly<Record<string, ResourceRole>>,
): [ResourceRole, OperationDescriptor][] {
  return operations.flatMap((operation) => {
    const role = roles[operation.method]
    return role === undefined ? [] : [[role, operation]]
  })
}

function describe(
  draft: ResourceDraft,
  { drafts, byId, actions, itemNames, envelopes, schemas, facts }: Surroundings,
): ResourceDescriptor {
  const item = draftItemPath(draft)
  const idParameter = draftIdParameter(draft)
  const found = itemNames.get(draft)
  const parent = findParent(draft, drafts)
  const own = actions.get(draft) ?? []
  const { shown, items } = envelopes.of({
    draft,
    actions: own.flatMap((operationId) => byId.get(operationId) ?? []),
    name: found?.path ?? [],
  })
  const likeliest = likeliestNames(found, { draft, items, schemas })
  const create = draft.roles.get('create')
  const isNamedByAll =
    item !== undefined &&
    WHOLE_TEMPLATE.test(lastDraftSegment(draft.collection)) &&
    create?.path !== draft.collection
  const namesAbove = isNamedByAll && create ? namesAboveIn(item, successSchema(create), facts) : undefined
  const names = namesAbove === undefined ? likeliest : namesBelowOthers(likeliest)
  return {
    name: draft.name,
    collection: draft.collection,
    ...(item !== undefined && { item }),
    ...(idParameter !== undefined && { idParameter }),
    ...(draft.isTree && { isTree: true as const }),
    ...(names.length > 0 && { names }),
    ...(namesAbove !== undefined && { namesAbove }),
    ...shown,
    ...(parent !== undefined && { parent }),
    operations: Object.fromEntries(
      [...draft.roles].map(([role, operation]) => [role, operation.operationId]),
    ),
    actions: own,
  }
}

function uniqueName(collection: string, taken: Map<string, string>): string {
  const segments = collection.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  const wanted = segments.map(fileNameInKebabCase).join('.') || 'root'
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`
  taken.set(name, collection)
  return name
}

/** The nearest resource whose items' path is the beginning of the collection's path. */
function findParent(
  draft: ResourceDraft,
  drafts: ReadonlyMap<string, ResourceDraft>,
): ResourceDescriptor['parent'] {
  const nearest = holders(draft.blankPath)
    .filter((holder) => holder.endsWith('/{}'))
    .map((holder) => drafts.get(holder.slice(0, -'/{}'.length)))
    .find((other) => other !== undefined)
  if (nearest === undefined) return undefined
  const segment = draft.collection.split('/')[nearest.blankPath.split('/').length]
  const parameter = WHOLE_TEMPLATE.exec(segment ?? '')?.[1]
  return parameter === undefined ? undefined : { name: nearest.name, parameter }
}

/** The paths above a path, nearest first. */
function holders(blankPath: string): readonly string[] {
  const segments = blankPath.split('/')
  return segments.map((_, end) => segments.slice(0, end).join('/')).reverse()
}

/**
 * Operations without another role, by the resource to which they belong: the nearest one whose collection or
 * items are above them.
 */
function actionsByDraft(
  operations: readonly OperationDescriptor[],
  {
    drafts,
    aliasedBy,
  }: Pick<DistinctDrafts, 'aliasedBy'> & { readonly drafts: ReadonlyMap<string, ResourceDraft> },
): ReadonlyMap<ResourceDraft, readonly string[]> {
  const owned = new Set([...drafts.values()].flatMap(({ roles }) => [...roles.values()]))
  const actions = new Map<ResourceDraft, string[]>()
  for (const operation of operations) {
    const path = blankDraftPath(operation.path)
    const nearest = holders(path)
      .filter((holder) => holder !== '' || path.startsWith('/{}'))
      .map((holder) => drafts.get(holder) ?? aliasedBy(holder))
      .find((draft) => draft !== undefined)
    if (nearest === undefined) continue
    if (owned.has(operation)) continue
    const own = actions.get(nearest)
    if (own === undefined) actions.set(nearest, [operation.operationId])
    else own.push(operation.operationId)
  }
  return actions
}
