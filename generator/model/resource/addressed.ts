import { identifiers, stemInPath } from '@concordat/contract/lexicon'
import {
  type AddressedDescriptor,
  type OperationDescriptor,
  type ResourceRole,
  resourcePath,
  successSchema,
} from '@concordat/runtime/http'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import {
  type CalledOperation,
  calledBelowCollections,
  calledByVerbPhrase,
  calledOperation,
  hasContent,
  isNameOfItemInCollection,
  isPlainList,
  isShownBesideCreate,
  resourceRoleOfVerb,
} from './called-operation.ts'
import { blankDraftPath, lastDraftSegment, WHOLE_TEMPLATE } from './draft.ts'
import { draftItemsBelow } from './items-below.ts'
import { makersIn } from './making.ts'
import {
  commonItemName,
  isNamingOfSeveral,
  isSameNameInCollection,
  isWholeBody,
  itemNamingInPath,
  itemNamings,
  type Naming,
} from './naming-members.ts'

/** The method for each role in relation to a collection and its items. */
const METHODS = {
  ...{ list: 'GET', create: 'POST', action: 'POST' },
  ...{ read: 'GET', replace: 'PUT', update: 'PUT', delete: 'DELETE' },
} as const
/** Roles by method for the item that the request identifies, if the path contains no verb. */
const ROLES: Readonly<Record<string, ResourceRole>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
}
const OF_ITEMS: ReadonlySet<ResourceRole> = new Set(['read', 'update', 'replace', 'delete', 'action'])

/** Roles whose operations prove that items exist. */
const FILLING = ['create', 'replace', 'list'] as const
/** Roles for which any name of the item is enough, even if other requests use a different name for it. */
const BY_ANY_NAME: ReadonlySet<ResourceRole | undefined> = new Set(['read', 'delete'] as const)

/** Addresses of operations whose path does not contain their item's name. */
export interface Addressed {
  readonly addresses: ReadonlyMap<OperationDescriptor, AddressedDescriptor>
  /** Additional operations that create items of a collection, with the collection's blank path. */
  readonly makers: ReadonlyMap<OperationDescriptor, string>
}

/** Operations of one collection. */
interface Group {
  readonly collection: string
  readonly called: readonly CalledOperation[]
  /** Operations at the collection's path; `items` are those at its items' paths. */
  readonly own: readonly OperationDescriptor[]
  readonly items: readonly OperationDescriptor[]
  /** Operations with other verbs: "/boats/launch". */
  readonly below: readonly CalledOperation[]
  /** Operations whose paths do not contain the collection's path: "/rpc/move_to_pier". */
  readonly beside: readonly CalledOperation[]
}

interface Placed {
  readonly call: CalledOperation
  readonly role: ResourceRole
  /** The name with which an operation on an item identifies it. */
  readonly naming: Naming | undefined
}

/**
 * Finds the addresses of operations that have a verb in the path or the item's name in the body or query, as
 * if the name were in the path. "POST /boats/get" with `{ id }` becomes "GET /boats/{id}", and "DELETE
 * /boats?id=7" becomes "DELETE /boats/{id}".
 */
export function inferredAddresses(operations: readonly OperationDescriptor[], facts: SchemaFacts): Addressed {
  const addresses = new Map<OperationDescriptor, AddressedDescriptor>()
  const makers = new Map<OperationDescriptor, string>()
  const collections = groupsOf(operations, facts).flatMap((group) => {
    const placed = provable(placedIn(group, facts), group)
    return isCollection(group, placed) ? [{ group, placed, free: new Addresses(group, placed) }] : []
  })
  const take = (all: readonly Placed[], { group, free }: { group: Group; free: Addresses }): void => {
    // A request for one item takes an item's address before one for several.
    const isOfSeveral = ({ naming }: Placed): number =>
      Number(naming !== undefined && isNamingOfSeveral(naming))
    for (const each of all.toSorted((one, other) => isOfSeveral(one) - isOfSeveral(other))) {
      const address = free.take(each)
      if (address !== undefined) addresses.set(each.call.operation, address)
      else if (each.role === 'create') makers.set(each.call.operation, blankDraftPath(group.collection))
    }
  }
  for (const collection of collections) take(collection.placed, collection)
  const isLeft = ({ operation }: CalledOperation): boolean =>
    !addresses.has(operation) && !makers.has(operation)
  for (const collection of collections)
    take(
      actionsOn(collection.group, collection.placed, facts).filter(({ call }) => isLeft(call)),
      collection,
    )
  return { addresses, makers }
}

function groupsOf(operations: readonly OperationDescriptor[], facts: SchemaFacts): readonly Group[] {
  const byBlankPath = Map.groupBy(operations, ({ path }) => blankDraftPath(path))
  const called = operations
    .filter((operation) => !isShownBesideCreate(operation, byBlankPath.get(blankDraftPath(operation.path))))
    .flatMap((operation) => calledOperation(operation) ?? [])
  const below = Map.groupBy(operations.flatMap(calledBelowCollections), ({ collection }) => collection)
  const phrases = Map.groupBy(operations.flatMap(calledByVerbPhrase), ({ collection }) => collection)
  return [...Map.groupBy(called, ({ collection }) => blankDraftPath(collection))].flatMap(
    ([key, calls]): Group[] => {
      const collection = resourcePath(calls[0]?.collection ?? '')
      const others = (all: readonly CalledOperation[] = [], known = calls) =>
        all.filter(({ operation }) => !isAmong(operation, known))
      const named = others(below.get(collection))
      const beside = phrases.get(collection.slice(0, collection.lastIndexOf('/')))
      return [
        {
          ...{ collection, called: calls },
          own: byBlankPath.get(key) ?? [],
          items: draftItemsBelow(key, { byBlankPath, facts }),
          below: named,
          beside: others(beside, [...calls, ...named]),
        },
      ]
    },
  )
}

function placedIn(group: Group, facts: SchemaFacts): readonly Placed[] {
  const { collection, called, items } = group
  const isMade = makersIn(group).length > 0
  const namings = called.filter(canHaveRole).map((call) => {
    const all = namingsIn(call, { collection, facts })
    // Without a verb, only names that clearly identify items count, because "name" or "code" could mean
    // anything, unless paths identify items by it.
    const isId = ({ name, isRequired }: Naming): boolean =>
      (isMade && name === parameterOf(items)) ||
      identifiers.sure.has(name) ||
      isNameOfItemInCollection(name, collection) ||
      (isRequired && identifiers.keys.has(name))
    return { call, all: call.verb === undefined ? all.filter(isId) : all }
  })
  const having = (roles: ReadonlySet<ResourceRole | undefined>): readonly Naming[] =>
    namings.flatMap(({ call: { verb, operation }, all }) =>
      roles.has(verb === undefined ? ROLES[operation.method] : resourceRoleOfVerb(verb)) ? all : [],
    )
  const isListed = group.own.some(({ method }) => method === 'GET')
  const name = parameterOf(items) ?? nameInRequests(group, { having, facts })
  return namings.flatMap(({ call, all }) => {
    const same = all.filter(
      (each) => name !== undefined && isSameNameInCollection(each.name, name, collection),
    )
    const exact = same.filter((each) => each.name === name)
    const isOfAnyName = BY_ANY_NAME.has(resourceRoleOfVerb(call.verb ?? ''))
    const naming =
      [exact, same].flatMap((each) => each.find(({ isRequired }) => isRequired) ?? each[0] ?? [])[0] ??
      all.find((each) => isOfAnyName && each.isTelling && !isWholeBody(each))
    const role = roleOf(call, { naming, facts, isMade, hasItems: items.length > 0, isListed })
    return role === undefined ? [] : [{ call, role, naming: OF_ITEMS.has(role) ? naming : undefined }]
  })
}

/** True unless an operation has neither a verb nor a method that says what it does to an item. */
function canHaveRole({ verb, operation }: CalledOperation): boolean {
  return verb !== undefined || ROLES[operation.method] !== undefined
}

/** The name with which a collection's requests identify an item. */
function nameInRequests(
  group: Group,
  {
    having,
    facts,
  }: {
    /** The names in the requests with these roles. */
    readonly having: (roles: ReadonlySet<ResourceRole | undefined>) => readonly Naming[]
    readonly facts: SchemaFacts
  },
): string | undefined {
  const { collection, called, below } = group
  const bare = having(BY_ANY_NAME)
  const wanted = () =>
    [...called, ...below].flatMap(({ operation }) =>
      itemNamings(operation, { collection, facts }).filter(({ isRequired }) => isRequired),
    )
  const made = makersIn(group).flatMap((maker) => [...facts.properties(successSchema(maker)).keys()])
  return commonItemName(bare.length > 0 ? bare : having(OF_ITEMS), wanted, new Set(made))
}

/** Without removals of several items that no list of the collection can prove to be right. */
function provable(placed: readonly Placed[], { own }: Group): readonly Placed[] {
  const isListed = own.some(({ method }) => method === 'GET') || placed.some(({ role }) => role === 'list')
  return placed.filter(
    ({ role, naming }) => isListed || role !== 'delete' || naming === undefined || !isNamingOfSeveral(naming),
  )
}

/** Item names in a request. Names of several items count only if the request removes them. */
function namingsIn(
  { operation, verb = '', template }: CalledOperation,
  place: { readonly collection: string; readonly facts: SchemaFacts },
): readonly Naming[] {
  const isDelete = resourceRoleOfVerb(verb) === 'delete'
  const all = itemNamings(operation, place).filter((naming) => isDelete || !isNamingOfSeveral(naming))
  if (template === undefined) return all
  // If the request also contains a key, "/stores/{store}/get" returns an item in the store rather than the
  // store.
  const isOfPart =
    BY_ANY_NAME.has(resourceRoleOfVerb(verb)) && all.some((one) => one.isTelling && one.isRequired)
  return isOfPart ? [] : [itemNamingInPath(template)]
}

function parameterOf([item]: readonly OperationDescriptor[]): string | undefined {
  return WHOLE_TEMPLATE.exec(lastDraftSegment(resourcePath(item?.path ?? '')))?.[1]
}

interface Circumstances {
  readonly naming: Naming | undefined
  readonly facts: SchemaFacts
  readonly isMade: boolean
  /** True if items have their own paths. */
  readonly hasItems: boolean
  /** True if the collection's path has a GET. */
  readonly isListed: boolean
}

/**
 * Returns the role of an operation without a verb, in relation to the item that it identifies. A PUT whose
 * item name is optional could create the item, so it has no role unless other operations create items.
 */
function roleOfMethod(
  operation: OperationDescriptor,
  { naming, facts, isMade }: Circumstances,
): ResourceRole | undefined {
  const { method } = operation
  const isList = method === 'GET' && facts.items(successSchema(operation)) !== undefined
  const isRequired = method === 'GET' || (method === 'PUT' && !isMade)
  return naming === undefined || isList || (isRequired && !naming.isRequired) ? undefined : ROLES[method]
}

/**
 * Returns the role of an operation with a reading verb. Without an item name, an operation has a role only if
 * it returns a list.
 */
function roleOfRead(
  operation: OperationDescriptor,
  { naming, facts }: Circumstances,
): ResourceRole | undefined {
  const shown = successSchema(operation)
  if (shown === undefined) return undefined
  if (naming !== undefined) return 'read'
  return facts.items(shown) === undefined ? undefined : 'list'
}

/** Role of an operation; `undefined` if it keeps its original address. */
function roleOf(
  { operation, verb }: CalledOperation,
  circumstances: Circumstances,
): ResourceRole | undefined {
  const { naming } = circumstances
  if (verb === undefined) return roleOfMethod(operation, circumstances)
  const role = resourceRoleOfVerb(verb)
  if (role === 'read') return roleOfRead(operation, circumstances)
  if (role === 'list' && canListOthers(operation, circumstances)) return undefined
  // Without an identifier in the request, the server assigns one, so a new item is created.
  const isUnnamed = naming === undefined || (!naming.isRequired && identifiers.sure.has(naming.name))
  if (role === 'replace' && isUnnamed) return hasContent(operation) ? 'create' : undefined
  return role !== undefined && OF_ITEMS.has(role) && naming === undefined ? undefined : role
}

/** True if a GET with a listing verb could list other things, because the items have their own paths. */
function canListOthers(operation: OperationDescriptor, { hasItems, isListed }: Circumstances): boolean {
  return operation.method === 'GET' && hasItems && (isListed || !isPlainList(operation))
}

/** True if the operations are sufficient to treat a path as a collection. */
function isCollection({ own, items }: Group, placed: readonly Placed[]): boolean {
  const roles = new Set(placed.map(({ role }) => role))
  if (own.some(({ method }) => method === 'POST')) roles.add('create')
  const isFilled = FILLING.some((role) => roles.has(role))
  return isFilled && (items.length > 0 || (roles.size > 1 && [...roles].some((role) => OF_ITEMS.has(role))))
}

/**
 * Returns other operations on items, with any verb. "/boats/launch" is one if the request identifies the item
 * as other requests do, and "/rpc/move_to_pier" is one if the item's name in the request contains the
 * collection's name. The name must be required, unless no request of the collection requires its item's name:
 * documents of protobuf messages require nothing.
 */
function actionsOn(
  { collection, below, beside }: Group,
  placed: readonly Placed[],
  facts: SchemaFacts,
): readonly Placed[] {
  const namings = placed.flatMap(({ naming }) => naming ?? [])
  if (namings.length === 0) return []
  const names = namings.map(({ name }) => name)
  const isNoneRequired = namings.every((naming) => !naming.isRequired || isWholeBody(naming))
  const isAfter = (name: string): boolean =>
    stemInPath(name) !== '' && isNameOfItemInCollection(name, collection)
  return [...below, ...beside].flatMap((call): Placed[] => {
    const naming = itemNamings(call.operation, { collection, facts }).find(
      (each) =>
        (each.path.length === 1 || isNamingOfSeveral(each)) &&
        (each.isRequired || isNoneRequired || isNameOfItemInCollection(each.name, collection)) &&
        (below.includes(call) || (each.isRequired && isAfter(each.name))) &&
        names.some((other) => isSameNameInCollection(each.name, other, collection)),
    )
    return naming === undefined ? [] : [{ call, role: 'action', naming }]
  })
}

function isAmong(operation: OperationDescriptor, calls: readonly CalledOperation[]): boolean {
  return calls.some((call) => call.operation === operation)
}

/** Methods and paths of a collection that are not used yet. */
class Addresses {
  readonly #collection: string
  /** The path before the items' names: the collection's, or its singular. */
  readonly #aboveItems: string
  /**
   * Name of the path parameter for items: the one in an item's path or, failing that, a name in requests for
   * items.
   */
  readonly #parameter: string | undefined
  readonly #taken: Set<string>

  constructor({ collection, own, items }: Group, placed: readonly Placed[]) {
    this.#collection = collection
    const [above = ''] = items.map(({ path }) => resourcePath(path).replace(/\/[^/]*$/, ''))
    this.#aboveItems =
      above === '' || blankDraftPath(above) === blankDraftPath(collection) ? collection : above
    this.#parameter =
      parameterOf(items) ??
      commonItemName(
        placed.flatMap(({ naming }) => naming ?? []),
        () => [],
        new Set(placed.flatMap(({ naming }) => naming?.name ?? [])),
      )
    this.#taken = new Set([
      ...own.map(({ method }) => `${method} `),
      ...items.map(({ method }) => `${method} /{}`),
    ])
  }

  /**
   * Assigns an address that is not used yet; `undefined` if there is none. If an operation's role is already
   * assigned to another operation, its verb can become an address below the item.
   */
  take({ call: { operation, verb }, role, naming }: Placed): AddressedDescriptor | undefined {
    const isRead = role === 'action' && operation.method === 'GET'
    // Beside a PUT with the same verb, a PATCH changes the item in part.
    const isPart = role === 'update' && operation.method === 'PATCH'
    const method = verb === undefined || isRead || isPart ? operation.method : METHODS[role]
    if (naming === undefined)
      return this.#isFree(`${method} `) ? { method, path: this.#collection, names: {} } : undefined
    const { path, in: location } = naming
    const isInPath = location === 'path'
    const template = this.#templateFor(naming)
    const item = `${this.#aboveItems}/{${template}}`
    const isFree = role !== 'action' && this.#isFree(`${method} /{}`)
    if (isInPath) return isFree ? { method, path: item, names: {} } : undefined
    if (!isFree && verb === undefined) return undefined
    return { method, path: isFree ? item : `${item}/${verb}`, names: { [template]: { in: location, path } } }
  }

  /** The path parameter for an item's name: that of the items' paths if a request names items by it. */
  #templateFor({ name, in: location }: NonNullable<Placed['naming']>): string {
    const isSame =
      this.#parameter !== undefined && isSameNameInCollection(name, this.#parameter, this.#collection)
    return isSame && location !== 'path' ? (this.#parameter ?? name) : name
  }

  #isFree(slot: string): boolean {
    return !this.#taken.has(slot) && this.#taken.add(slot) !== undefined
  }
}
