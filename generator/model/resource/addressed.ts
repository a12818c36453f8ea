import { identifiers } from '@concordat/contract/lexicon'
import {
  type AddressedDescriptor,
  type OperationDescriptor,
  type ResourceRole,
  resourcePath,
  successSchema,
} from '@concordat/runtime/http'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import {
  belowCollections,
  type CalledOperation,
  calledOperation,
  isOfItems,
  roleOfVerb,
} from './called-operation.ts'
import { blank, lastSegment, WHOLE_TEMPLATE } from './draft.ts'
import { commonName, isSameName, type Naming, namingsOf } from './naming-members.ts'

/** Methods that do to a collection and its items what a role says. */
const METHODS = {
  ...{ list: 'GET', create: 'POST', action: 'POST' },
  ...{ read: 'GET', replace: 'PUT', update: 'PUT', delete: 'DELETE' },
} as const
/** Roles of methods without a verb beside them, for the item that a request names. */
const ROLES: Readonly<Record<string, ResourceRole>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
}
const OF_ITEMS: ReadonlySet<ResourceRole> = new Set(['read', 'update', 'replace', 'delete', 'action'])

/** Roles that show that there are items. */
const FILLING = ['create', 'replace', 'list'] as const
/** They need no more than a name, whichever an item has besides the one in other requests. */
const BY_ANY_NAME: ReadonlySet<ResourceRole | undefined> = new Set(['read', 'delete'] as const)

/** Addresses of operations that name their items elsewhere than in their paths. */
export interface Addressed {
  readonly addresses: ReadonlyMap<OperationDescriptor, AddressedDescriptor>
  /**
   * Further operations that create items of a collection, beside the one at its path, with
   * the blank path of the collection.
   */
  readonly makers: ReadonlyMap<OperationDescriptor, string>
}

/** Operations of one collection. */
interface Group {
  readonly collection: string
  readonly called: readonly CalledOperation[]
  /** Operations at the path of the collection, and at that of its items. */
  readonly own: readonly OperationDescriptor[]
  readonly items: readonly OperationDescriptor[]
  /** Those with verbs of other kinds: "/boats/launch". */
  readonly below: readonly CalledOperation[]
}

/** An operation of a group, with its role. */
interface Placed {
  readonly call: CalledOperation
  readonly role: ResourceRole
  /** Name of the item, for an operation on one. */
  readonly naming: Naming | undefined
}

/**
 * Operations that say by a verb what they do, and name the item in their body or their query, as they would
 * be with the item in their path: "POST /boats/get" of `{ id }` is "GET /boats/{id}", and "DELETE
 * /boats?id=7" is "DELETE /boats/{id}".
 */
export function addressedOperations(
  operations: readonly OperationDescriptor[],
  facts: SchemaFacts,
): Addressed {
  const byBlankPath = Map.groupBy(operations, ({ path }) => blank(path))
  const called = operations.flatMap((operation) => calledOperation(operation) ?? [])
  const below = Map.groupBy(operations.flatMap(belowCollections), ({ collection }) => collection)
  const addresses = new Map<OperationDescriptor, AddressedDescriptor>()
  const makers = new Map<OperationDescriptor, string>()
  for (const [key, calls] of Map.groupBy(called, ({ collection }) => blank(collection))) {
    const [first] = calls
    if (first === undefined) continue
    const group = {
      ...{ collection: resourcePath(first.collection), called: calls },
      own: byBlankPath.get(key) ?? [],
      items: byBlankPath.get(`${key}/{}`) ?? [],
      below: (below.get(resourcePath(first.collection)) ?? []).filter(
        ({ operation }) => !isAmong(operation, calls),
      ),
    }
    const placed = placedIn(group, facts)
    if (!isCollection(group, placed)) continue
    const acting = actionsOn(group, placed, facts)
    const free = new Addresses(group, [...placed, ...acting])
    for (const each of [...placed, ...acting]) {
      const address = free.take(each)
      if (address !== undefined) addresses.set(each.call.operation, address)
      else if (each.role === 'create') makers.set(each.call.operation, key)
    }
  }
  return { addresses, makers }
}

function placedIn(group: Group, facts: SchemaFacts): readonly Placed[] {
  const { collection, called, items, below } = group
  const namings = called.map((call) => {
    const all = namingsOf(call.operation, { collection, facts })
    // Beside a method alone, a name or a code may be anything.
    const isId = ({ name, isRequired }: Naming): boolean =>
      identifiers.sure.has(name) || isOfItems(name, collection) || (isRequired && identifiers.keys.has(name))
    return { call, all: call.verb === undefined ? all.filter(isId) : all }
  })
  const having = (roles: ReadonlySet<ResourceRole | undefined>): readonly Naming[] =>
    namings.flatMap(({ call: { verb, operation }, all }) =>
      roles.has(verb === undefined ? ROLES[operation.method] : roleOfVerb(verb)) ? all : [],
    )
  const bare = having(BY_ANY_NAME)
  const wanted = [...called, ...below].flatMap(({ operation }) =>
    namingsOf(operation, { collection, facts }).filter(({ isRequired }) => isRequired),
  )
  const isMade = isMadeIn(group)
  const name = parameterOf(items) ?? commonName(bare.length > 0 ? bare : having(OF_ITEMS), wanted)
  return namings.flatMap(({ call, all }) => {
    const same = all.filter((each) => name !== undefined && isSameName(each.name, name, collection))
    const naming =
      same.find(({ isRequired }) => isRequired) ??
      same[0] ??
      all.find(({ isTelling }) => isTelling && BY_ANY_NAME.has(roleOfVerb(call.verb ?? '')))
    const role = roleOf(call, { naming, facts, isMade, hasItems: items.length > 0 })
    return role === undefined ? [] : [{ call, role, naming: OF_ITEMS.has(role) ? naming : undefined }]
  })
}

function parameterOf([item]: readonly OperationDescriptor[]): string | undefined {
  return WHOLE_TEMPLATE.exec(lastSegment(resourcePath(item?.path ?? '')))?.[1]
}

/** True if another operation than a PUT makes items of the collection. */
function isMadeIn({ own, called }: Group): boolean {
  return (
    own.some(({ method }) => method === 'POST') ||
    called.some(({ verb = '' }) => roleOfVerb(verb) === 'create')
  )
}

interface Circumstances {
  readonly naming: Naming | undefined
  readonly facts: SchemaFacts
  readonly isMade: boolean
  /** Items have paths of their own. */
  readonly hasItems: boolean
}

/**
 * Role of an operation without a verb for the item that it names: a PUT that need not name one may make it.
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

/** Role of an operation with a verb for looking: without a name it looks at all. */
function roleOfRead(
  operation: OperationDescriptor,
  { naming, facts }: Circumstances,
): ResourceRole | undefined {
  const shown = successSchema(operation)
  if (shown === undefined) return undefined
  if (naming !== undefined) return 'read'
  return facts.items(shown) === undefined ? undefined : 'list'
}

/** Role of an operation; `undefined` for one that stays where it is. */
function roleOf(
  { operation, verb }: CalledOperation,
  circumstances: Circumstances,
): ResourceRole | undefined {
  const { naming, hasItems } = circumstances
  if (verb === undefined) return roleOfMethod(operation, circumstances)
  const role = roleOfVerb(verb)
  if (role === 'read') return roleOfRead(operation, circumstances)
  // Beside items with paths of their own, a search may be among others.
  if (role === 'list' && operation.method === 'GET' && hasItems) return undefined
  // A server that stores what has no identifier makes one.
  const isUnnamed = naming === undefined || (!naming.isRequired && identifiers.sure.has(naming.name))
  if (role === 'replace' && isUnnamed) return 'create'
  return role !== undefined && OF_ITEMS.has(role) && naming === undefined ? undefined : role
}

/** True if operations do enough with the items of a path for it to be a collection. */
function isCollection({ own, items }: Group, placed: readonly Placed[]): boolean {
  const roles = new Set(placed.map(({ role }) => role))
  if (own.some(({ method }) => method === 'POST')) roles.add('create')
  const isFilled = FILLING.some((role) => roles.has(role))
  return isFilled && (items.length > 0 || (roles.size > 1 && [...roles].some((role) => OF_ITEMS.has(role))))
}

/**
 * Other operations on items, by verbs of every kind: "/boats/launch", if the body must name the item as the
 * bodies of the others do.
 */
function actionsOn(
  { collection, below }: Group,
  placed: readonly Placed[],
  facts: SchemaFacts,
): readonly Placed[] {
  const names = placed.flatMap(({ naming }) => naming?.name ?? [])
  return below.flatMap((call): Placed[] => {
    const naming = namingsOf(call.operation, { collection, facts }).find(
      ({ name, path, isRequired }) =>
        path.length === 1 &&
        (isRequired || isOfItems(name, collection)) &&
        names.some((other) => isSameName(name, other, collection)),
    )
    return naming === undefined ? [] : [{ call, role: 'action', naming }]
  })
}

function isAmong(operation: OperationDescriptor, calls: readonly CalledOperation[]): boolean {
  return calls.some((call) => call.operation === operation)
}

/** The methods and paths of a collection that no operation has yet. */
class Addresses {
  readonly #collection: string
  /** Name of the item's parameter in most paths of items. */
  readonly #parameter: string | undefined
  readonly #taken: Set<string>

  constructor({ collection, own, items }: Group, placed: readonly Placed[]) {
    this.#collection = collection
    this.#parameter =
      parameterOf(items) ??
      commonName(
        placed.flatMap(({ naming }) => naming ?? []),
        [],
      )
    this.#taken = new Set([
      ...own.map(({ method }) => `${method} `),
      ...items.map(({ method }) => `${method} /{}`),
    ])
  }

  /** The address of an operation; one of its own below the item where another has that of its role. */
  take({ call: { operation, verb }, role, naming }: Placed): AddressedDescriptor | undefined {
    const method = verb === undefined ? operation.method : METHODS[role]
    if (naming === undefined)
      return this.#isFree(`${method} `) ? { method, path: this.#collection, names: {} } : undefined
    const { name, path, in: location } = naming
    const isSame = this.#parameter !== undefined && isSameName(name, this.#parameter, this.#collection)
    const template = isSame ? (this.#parameter ?? name) : name
    const item = `${this.#collection}/{${template}}`
    const isFree = role !== 'action' && this.#isFree(`${method} /{}`)
    if (!isFree && verb === undefined) return undefined
    return { method, path: isFree ? item : `${item}/${verb}`, names: { [template]: { in: location, path } } }
  }

  #isFree(slot: string): boolean {
    return !this.#taken.has(slot) && this.#taken.add(slot) !== undefined
  }
}

/** An operation at its address, as far as the model looks at it. */
export function atAddress(
  operation: OperationDescriptor,
  addressed: AddressedDescriptor | undefined,
): OperationDescriptor {
  if (addressed === undefined) return operation
  const { method, path, names } = addressed
  const inQuery = new Set(Object.values(names).flatMap((place) => (place.in === 'query' ? place.path : [])))
  const others = (operation.parameters ?? []).filter(
    ({ in: location, name }) => location !== 'query' || !inQuery.has(name),
  )
  const own = Object.keys(names).map((name) => ({ name, in: 'path', required: true }) as const)
  return { ...operation, method, path, parameters: [...others, ...own] }
}
