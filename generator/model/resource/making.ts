import { isDeepStrictEqual } from 'node:util'
import {
  calls,
  identifiers,
  isReferenceName,
  singularsOf,
  snakeCase,
  verbOfName,
  verbs,
} from '@concordat/contract/lexicon'
import { type OperationDescriptor, resourcePath, successSchema } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import { type CalledOperation, resourceRoleOfVerb } from './called-operation.ts'

/**
 * True if a request contains properties that the item then has, or contains no properties and has a
 * documented 201 response. A request that only identifies an existing item moves it and creates nothing.
 */
export function isMakingItem(
  create: OperationDescriptor,
  items: readonly OperationDescriptor[],
  facts: SchemaFacts,
): boolean {
  const sent = Object.values(create.requestBody?.content ?? {}).flatMap(({ schema }) =>
    namesIn(schema, facts),
  )
  const shown = [create, ...items].flatMap((operation) => namesIn(successSchema(operation), facts))
  const names = new Set(shown.filter((name) => !identifiers.naming.has(name) && !isReferenceName(name)))
  return sent.some((name) => names.has(name)) || (sent.length === 0 && '201' in create.responses)
}

/** Operations that could create items in a collection: POST at its path, and calls with a creating verb. */
export function makersIn({
  own,
  called,
}: {
  /** Operations at the collection's path. */
  readonly own: readonly OperationDescriptor[]
  readonly called: readonly CalledOperation[]
}): readonly OperationDescriptor[] {
  const creates = called.filter(({ verb = '' }) => resourceRoleOfVerb(verb) === 'create')
  return [...own.filter(({ method }) => method === 'POST'), ...creates.map(({ operation }) => operation)]
}

/** Property names in an object and its nested objects, because the item can be in an envelope. */
export function namesIn(schema: JsonSchema | undefined, facts: SchemaFacts): readonly string[] {
  const members = facts.properties(schema)
  return [...members.keys(), ...[...members.values()].flatMap((inner) => [...facts.properties(inner).keys()])]
}

/** Minimum share of a list item's properties that a single item must have. */
export const LEAST_SHARED = 2 / 3

/**
 * True if a POST to a collection is a search. It must return a list, and none of its required properties,
 * such as "ids" and "page", may belong to items. If no properties are required, this applies to its optional
 * properties. A response that has the properties of an item is not a list.
 */
export function isSearchingItems(
  operation: OperationDescriptor,
  items: readonly OperationDescriptor[],
  facts: SchemaFacts,
): boolean {
  const alone = new Set(items.flatMap((item) => namesIn(successSchema(item), facts)))
  const success = successSchema(operation)
  const isItem = (names: readonly string[]): boolean =>
    names.length > 0 && names.filter((name) => alone.has(name)).length >= names.length * LEAST_SHARED
  // The response is an item rather than a list, even if it contains a list of its own, as a boat contains its
  // oars.
  if (isItem([...facts.properties(success).keys()])) return false
  const listed = [success, ...facts.properties(success).values()]
    .map((schema) => [...facts.properties(facts.items(schema)).keys()])
    .find(isItem)
  if (listed === undefined) return false
  const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
  const said = bodies.flatMap((body) => {
    const required = facts.required(body)
    const names = required.length > 0 ? required : [...facts.properties(body).keys()]
    return names.flatMap((name) => {
      const held = facts.items(facts.properties(body).get(name))
      return [name, ...facts.properties(held).keys()]
    })
  })
  const isTheirs = (name: string): boolean =>
    listed.includes(name) || (name !== 'ids' && singularsOf(name).some((one) => listed.includes(one)))
  return said.length > 0 && !said.some(isTheirs)
}

/**
 * True if a POST to a collection searches, changes or removes existing items, according to its name. For
 * searching and changing, its body takes precedence over its name: a body like that of the item's PUT creates
 * an item, unless it identifies one.
 */
export function isAboutExistingItems(
  operation: OperationDescriptor,
  items: readonly OperationDescriptor[],
  facts: SchemaFacts,
): boolean {
  if (isRemovingItems(operation)) return true
  if (takesWhatReplaces(operation, items, facts)) return false
  return isLooking(operation) || (isChanging(operation) && !isNumbered(operation))
}

/**
 * True if a generator numbered the operationId because other writes have the same ID: "updateContact_1",
 * "updatePetUsingPOST_3".
 */
function isNumbered({ operationId }: OperationDescriptor): boolean {
  return /_\d+$/.test(operationId)
}

function takesWhatReplaces(
  { requestBody }: OperationDescriptor,
  items: readonly OperationDescriptor[],
  facts: SchemaFacts,
): boolean {
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
  const replacing = items
    .filter(({ method }) => method === 'PUT')
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}).map(({ schema }) => schema))
  return bodies.some(
    (body) =>
      facts.properties(body).size > 0 &&
      !facts.required(body).some((name) => tellsItem(name, items)) &&
      replacing.some((schema) => isDeepStrictEqual(schema, body)),
  )
}

/** True if a body identifies its item with this property. */
function tellsItem(name: string, items: readonly OperationDescriptor[]): boolean {
  if (identifiers.sure.has(name)) return true
  return items.some(({ path }) => {
    const parameter = /\{([^{}]+)\}$/.exec(resourcePath(path))?.[1]
    return parameter !== undefined && snakeCase(parameter) === snakeCase(name)
  })
}

/** True if a POST to a collection removes items, according to the verb in its operationId: "deletePets". */
export function isRemovingItems(operation: OperationDescriptor): boolean {
  return verbs.removing.has(verbOfName(operation.operationId))
}

/**
 * True if a POST's operationId contains a verb for searching: "queryTasks" or "getManyTasks", but not
 * "getOrCreateTask".
 */
function isLooking(operation: OperationDescriptor): boolean {
  const verb = verbOfName(operation.operationId)
  const isRead = calls.reading.has(verb) && !verbs.adding.has(operation.operationId)
  return isRead || verbs.looking.has(verb) || verbs.asking.has(verb)
}

/**
 * True if the verb in a POST's operationId means that it changes existing items and creates none:
 * "modifyVariables".
 */
function isChanging(operation: OperationDescriptor): boolean {
  return verbs.changing.has(verbOfName(operation.operationId)) && !verbs.adding.has(operation.operationId)
}

/** True if the verb in an operationId means that the operation creates something: "createVariable". */
export function isCreatingByName(operation: OperationDescriptor): boolean {
  return calls.creating.has(verbOfName(operation.operationId))
}

/**
 * True if a PUT to a collection adds to it: its body is not a whole new collection but one item like those in
 * the list, or several such items if a POST to the collection only removes items. A PUT that identifies its
 * item only changes it.
 * @param items operations on the collection's items.
 * @param listed schema for items in its list.
 * @param removing the POST that removes items.
 */
export function isPuttingItem(
  { requestBody }: OperationDescriptor,
  {
    items,
    listed,
    removing,
  }: {
    readonly items: readonly OperationDescriptor[]
    readonly listed: JsonSchema | undefined
    readonly removing: OperationDescriptor | undefined
  },
  facts: SchemaFacts,
): boolean {
  const shown = facts.properties(listed)
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => {
    const held =
      removing === undefined ? [] : [...facts.properties(schema).values()].map((inner) => facts.items(inner))
    return [schema, ...held]
  })
  return bodies.some((body) => {
    const sent = [...facts.properties(body).keys()]
    const isOne = sent.length > 0 && sent.every((name) => shown.has(name))
    return isOne && !facts.required(body).some((name) => tellsItem(name, items))
  })
}
