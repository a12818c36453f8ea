import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { identifierInPath, idPathOf, itemIdOf } from '../../../data/document/identifier.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import { blankPath, boundItemName, type PathBinding } from '../../../data/document/path-binding.ts'
import { operationAt, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import {
  documentedAsWholeItem,
  itemAtDocumentedPlace,
  listOfOne,
  shownProperties,
  shownSchemas,
} from '../../../data/document/shown.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import {
  allVerdicts,
  NotRun,
  nothingCompared,
  RunEnded,
  resultOrNotRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { snakeCase } from '../../../lexicon/lexicon.ts'
import type { Item } from '../../../world/items/item.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { ownedByClients } from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import {
  asObservation,
  findInList,
  findListed,
  type Observation,
  observeItem,
  readItem,
} from '../../evidence/observe.ts'
import { sharedWrite } from '../../evidence/performed-write.ts'
import { checkAddresses } from './addresses.ts'
import { checkCopy } from './copies.ts'
import { checkIdentifiers } from './identifiers.ts'
import { checkSharedMap, sharedMapOf } from './maps.ts'
import { differingInViews, haveSameTexts, isLeftOutOfView, PAUSES_MS, viewPairsOf } from './pairs.ts'
import { rules } from './rules.ts'

const WRITES = ['create', 'update', 'replace', 'action']

/** One item has the same values wherever it is shown. */
export const agreement: Check = {
  code: 'agreement',
  description:
    'The response to a write has the same property values as a fresh read, and a list shows the same values for an item as the operation that reads it. A read returns the item that its path identifies, and a copy lacks none of the values.',
  assertions: Object.values(rules),
  example: '`POST /pets` returns `"age": 3`, but `GET /pets/7` returns `"age": null`.',
  fix: 'Build every view of an item from the same source, and omit unknown values.',
  applies: (operation, document) =>
    (canBeCompared(operation, document) && shownProperties(operation, document).size > 0) ||
    sharedMapOf(document, operation) !== undefined,
  title: ({ resource }) => {
    if (resource?.role === 'read') return 'the response is about the requested item'
    return resource?.role === 'list'
      ? 'the list shows the same values as a read of the item'
      : 'the response shows the same values as a fresh read'
  },
  async run(context, operation) {
    const hasOnlyMap =
      !canBeCompared(operation, context.document) && sharedMapOf(context.document, operation) !== undefined
    const verdict = hasOnlyMap ? nothingCompared() : await resultOrNotRun(() => judge(context, operation))
    if (verdict instanceof RunEnded) return verdict
    const ofCopy = await resultOrNotRun(() => checkCopy(context, operation))
    const isAsked = context.asks(rules.link, rules['content-location'])
    const ofAddresses = isAsked ? [await resultOrNotRun(() => checkAddresses(context, operation))] : []
    const ofMap = await resultOrNotRun(() => checkSharedMap(context, operation))
    return allVerdicts([verdict, ofCopy, ...ofAddresses, ofMap])
  },
}

async function judge(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  if (operation.resource?.role === 'read')
    return checkIdentifiers(context, operation, await context.call(operation, { expecting: 'success' }))
  return operation.resource?.role === 'list'
    ? listAndDetail(context, operation)
    : answerAndRead(context, operation)
}

/**
 * True if an operation's response can be compared with another response, or with the operation's own path.
 */
function canBeCompared(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const { role, name } = operation.resource ?? {}
  const resource = resourceByName(document, name)
  if (resource?.item === undefined) return false
  if (role === 'read') return idPathOf(resource) !== undefined
  if (role === 'list') return resource.operations.read !== undefined && operation.list !== undefined
  const isWrite = WRITES.includes(role ?? '') && operation.method !== 'GET'
  return isWrite && isReadElsewhere(operation, document, resource) && !answersItsBody(operation, document)
}

/** True if another operation also shows the item that the response to a write shows. */
function isReadElsewhere(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
  { item = '', operations }: ResourceDescriptor,
): boolean {
  const role = operation.resource?.role
  if ((operations.read ?? operations.list) === undefined) return false
  if (role === 'action' && isReadAt(operation, document)) return false
  // The response to an action on the collection contains no specific item, so the path must begin with an
  // item's path.
  return role === 'create' || blankPath(operation.path).startsWith(blankPath(item))
}

/**
 * True if there is a GET at the path of a write, because the response then shows what is at this path rather
 * than the item.
 */
function isReadAt({ path }: OperationDescriptor, document: DocumentDescriptor): boolean {
  return operationAt(document, { method: 'GET', path }) !== undefined
}

async function answerAndRead(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const { answer, binding, item: acted, read, after } = await sharedWrite(context, operation)
  const resource = context.pool.resourceFor(operation)
  if (acted === undefined && operation.resource?.role === 'create')
    throw new NotRun({ kind: 'no identifier', operation: operation.operationId })
  if (isAboutAnother(operation, resource, { value: answer.value, binding }))
    throw new NotRun({ kind: 'another item', operation: operation.operationId })
  const item = acted ?? { resource, binding, value: answer.value }
  if (isOfAnotherKind(context, operation, resource))
    throw new NotRun({ kind: 'another kind', operation: operation.operationId })
  const seen = (read && asObservation(read)) ?? (after && findListed(after, item))
  return compareViews(context, operation, {
    first: { by: operation, answer, value: answer.value },
    second: whole(seen ?? (await observeItem(context, item))),
    look: async () => whole(await observeItem(context, item)),
    breaks: rules.views,
    // Work that was only accepted can end before the item is first read.
    ...(answer.status === ACCEPTED && { settled: ownedByClients(context, resource) }),
  })
}

/** The request was accepted, and the server works on it after the response. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

/**
 * True if an action returns what its request body describes rather than the item, such as a token or a
 * delivery address. Its response then has the body's schema, which a read of the item does not have, and
 * shares only property names with the item.
 */
function answersItsBody(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  if (operation.resource?.role !== 'action') return false
  const reader = operationById(document, resourceByName(document, operation.resource?.name)?.operations.read)
  const sent = JSON.stringify(jsonBody(operation)?.schema)
  const isIn = (schemas: readonly Schema[]): boolean =>
    schemas.some(({ written }) => JSON.stringify(written) === sent)
  return (
    sent !== undefined &&
    isIn(shownSchemas(operation, document)) &&
    reader !== undefined &&
    !isIn(shownSchemas(reader, document))
  )
}

/**
 * True if the response has a constant that the item cannot have. The properties of the response and of the
 * item then share only their names.
 */
function isOfAnotherKind(
  { document }: CheckContext,
  operation: OperationDescriptor,
  { operations }: ResourceDescriptor,
): boolean {
  const reader = operationById(document, operations.read ?? operations.list)
  const shown = reader === undefined ? undefined : shownProperties(reader, document)
  return [...shownProperties(operation, document)].some(([name, schema]) => {
    const theirs = shown?.get(name)?.values.listed
    const [constant, ...others] = schema.values.listed ?? []
    return constant !== undefined && others.length === 0 && theirs?.includes(constant) === false
  })
}

/**
 * True if a response shows something other than the item in the path, such as a clone or a payment that an
 * action created.
 */
function isAboutAnother(
  operation: OperationDescriptor,
  resource: ResourceDescriptor,
  { value, binding }: { readonly value: unknown; readonly binding: PathBinding },
): boolean {
  const own = boundItemName({ resource, binding })
  const answered = answeredId(resource, operation, value)
  return own !== undefined && answered !== undefined && own !== answered
}

/**
 * The item's identifier in a response, with or without an envelope, or under the name of the path parameter:
 * "exec_id" for "/executions/{execID}".
 */
function answeredId(
  resource: ResourceDescriptor,
  operation: OperationDescriptor,
  value: unknown,
): string | undefined {
  const members = isObject(value) ? Object.values(value) : []
  const alone = members.length === 1 ? members : []
  const inner = [itemAtDocumentedPlace(resource, operation, value), ...alone].filter(isObject)
  const { idParameter = '' } = resource
  const named = Object.entries(isObject(value) ? value : {}).find(
    ([name]) => snakeCase(name) === snakeCase(idParameter),
  )
  return (
    [value, ...inner].map((each) => itemIdOf(resource, each)).find((id) => id !== undefined) ??
    identifierInPath(named?.[1])
  )
}

async function listAndDetail(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const resource = context.pool.resourceFor(operation)
  const item = await context.pool.items.shared(resource)
  const listed = await findInList(context, item)
  if (listed === undefined || listed.value === undefined)
    throw new NotRun({ kind: 'does not show its item', operation: operation.operationId })
  return compareListed(context, operation, { item, listed })
}

/** Compares an item in a list with a read of the item. */
export async function compareListed(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, listed, breaks = rules.views }: Listed,
): Promise<Verdict> {
  const look = async (): Promise<Observation> => {
    const read = await readItem(context, item)
    if (read === undefined) throw new NotRun({ kind: 'not readable alone' })
    if (!isSuccess(read.answer))
      throw new NotRun({ kind: 'does not show the item', operation: read.by.operationId })
    return itemAlone(read, { resource: item.resource, listing: operation })
  }
  return compareViews(context, operation, { first: listed, second: await look(), look, breaks })
}

interface Listed {
  readonly item: Item
  readonly listed: Observation
  readonly breaks?: Assertion
}

function whole(observation: Observation): Observation {
  return { ...observation, by: documentedAsWholeItem(observation.by) }
}

/**
 * A read of the only item in a list, such as the list of all items, with that item as its value. Any other
 * read is unchanged.
 */
function itemAlone(
  read: Observation,
  { resource, listing }: { readonly resource: ResourceDescriptor; readonly listing: OperationDescriptor },
): Observation {
  const { by, value } = read
  const isSuchList = by.list !== undefined && isSameAsKept(by.list.items, listing.list?.items)
  const items = isSuchList ? by.list.items : listOfOne(resource, by)
  const listed = items && valueAt(value, items)
  if (items === undefined || !Array.isArray(listed) || listed.length !== 1) return read
  return { ...read, by: { ...by, list: { ...by.list, items } }, value: listed[0] }
}

interface Views {
  readonly first: Observation
  readonly second: Observation
  /** Repeats the second. */
  look(): Promise<Observation>
  readonly breaks: Assertion
  /** The only properties that the server does not change later by itself; absent if these are all. */
  readonly settled?: readonly string[]
}

/**
 * Reports properties that both operations show and that differ, unless they keep changing without a further
 * write.
 */
async function compareViews(
  context: CheckContext,
  operation: OperationDescriptor,
  { first, second, look, breaks, settled }: Views,
): Promise<Verdict> {
  const pairs = viewPairsOf(context, first, second)
  // A server need not keep the order of several texts.
  const isReordered = (name: string): boolean =>
    breaks !== rules.views && haveSameTexts(memberOf(first.value, name), memberOf(second.value, name))
  const isSettled = (name: string): boolean => settled?.includes(name) !== false
  const names = differingInViews(pairs).filter(
    (name) => !isLeftOutOfView(first, second, name) && isSettled(name) && !isReordered(name),
  )
  const { operationId: other } = second.by
  if (second.value === undefined) return new NotRun({ kind: 'does not show the item', operation: other })
  if (pairs.length === 0)
    return new NotRun({ kind: 'nothing shown by both', operation: first.by.operationId, other })
  const steady = await steadyOf(names, async () =>
    differingInViews(viewPairsOf(context, second, await look())),
  )
  return steady.map((name) =>
    context.finding({
      operation,
      answer: second.answer,
      beside: [first.answer],
      clause: pointerBelow(operation.pointer, 'responses'),
      breaks,
      cause: { kind: 'member', name },
      fact: {
        ...{ kind: 'views differ', member: name },
        ...{ first: first.by.operationId, sent: shownFieldText(memberOf(first.value, name)) },
        ...{ by: second.by.operationId, received: shownFieldText(memberOf(second.value, name)) },
      },
    }),
  )
}

/** Names of properties that stay the same in all further reads. */
async function steadyOf(names: readonly string[], changed: () => Promise<string[]>): Promise<string[]> {
  let steady = [...names]
  for (const pause of PAUSES_MS) {
    if (steady.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, pause))
    const moved = new Set(await changed())
    steady = steady.filter((name) => !moved.has(name))
  }
  return steady
}
