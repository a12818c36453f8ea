import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { itemIdOf } from '../../data/document/identifier.ts'
import { operationById } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { shownSchemas } from '../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { NotRun, resultIfRun } from '../../data/outcome/not-run.ts'
import { everything, isReferenceName } from '../../lexicon/lexicon.ts'
import { itemIdSchema } from '../../world/items/identity/candidates.ts'
import { certaintyOfEntry, nameOfItem } from '../../world/items/identity/same-item.ts'
import type { Item } from '../../world/items/item.ts'
import { Refusal } from '../../world/refusal/refusal.ts'
import { isListScopeOfOthers } from '../../world/requests/list-scope.ts'
import { schemaContradiction } from '../../world/values/arbitraries/contradiction.ts'
import type { CheckContext } from '../check.ts'
import { Collection } from './collection.ts'
import type { ListedPage } from './pages/page.ts'

/** The result of reading an item again. */
export interface Observation {
  /** The operation that read the item. */
  readonly by: OperationDescriptor
  readonly answer: Answer
  /** `undefined` if the item does not exist. */
  readonly value: unknown
  /** True if the value is only likely to be the item: a list shows the item's name in another property. */
  readonly isLikely?: true
}

/** The largest page size that most servers allow. */
export const LARGE_PAGE = 100

/**
 * Requests an item with its read operation and returns any response; `undefined` if there is no such
 * operation.
 */
export async function requestItem(
  context: CheckContext,
  item: Item,
): Promise<Omit<Observation, 'value'> | undefined> {
  const by = operationById(context.document, item.resource.operations.read)
  if (by === undefined) return undefined
  return {
    by,
    answer: await context.read(context.pool.requests.best(by, item.binding)),
  }
}

/**
 * Reads an item with its read operation.
 * @returns `undefined` if there is no such operation.
 * @throws NotRun if the response shows neither the item nor its absence.
 */
export async function readItem(context: CheckContext, item: Item): Promise<Observation | undefined> {
  const read = await requestItem(context, item)
  return read === undefined ? undefined : asObservation(read)
}

/** @throws NotRun if the response shows neither an item nor its absence. */
export function asObservation({ by, answer }: Omit<Observation, 'value'>): Observation {
  if (isSuccess(answer) && answer.value === undefined)
    throw new NotRun({ kind: 'not JSON', operation: by.operationId })
  if (isSuccess(answer)) return { by, answer, value: answer.value }
  // Such a rejection means that the item is gone, or is hidden from callers without access.
  if (new Refusal(answer, by).mayBeAbout('absence')) return { by, answer, value: undefined }
  throw new NotRun({ kind: 'answered', operation: by.operationId, status: answer.status })
}

/** True if an operation reads a part of each of a resource's items, such as its document or its readings. */
export function readsPartOf({ method, path }: OperationDescriptor, { item }: ResourceDescriptor): boolean {
  return (
    method === 'GET' &&
    item !== undefined &&
    path.startsWith(`${item}/`) &&
    !path.slice(item.length).includes('{')
  )
}

/** Maximum number of parts of an item that are read. */
const MOST_PARTS = 4

/** Reads the parts of an item. The suite compares the responses with the document, like all others. */
export async function readParts(context: CheckContext, { resource, binding }: Item): Promise<void> {
  const { document, pool } = context
  const reads = document.operations.filter((operation) => readsPartOf(operation, resource))
  for (const by of reads.slice(0, MOST_PARTS))
    await resultIfRun(async () =>
      context.read(pool.requests.best(by, await pool.bindings.around(by, binding))),
    )
}

/** All items of a list. */
export interface Listing {
  readonly by: OperationDescriptor
  readonly pages: readonly ListedPage[]
  readonly last: ListedPage
  readonly items: readonly unknown[]
}

/**
 * Reads the whole list that contains a path binding's items.
 * @returns `undefined` if there is no list, if it cannot show the items' names, or if it is too long to read
 * completely.
 * @throws NotRun if the server does not return the list.
 */
export async function listAll(
  context: CheckContext,
  { resource, binding }: Pick<Item, 'resource' | 'binding'>,
): Promise<Listing | undefined> {
  const by = operationById(context.document, resource.operations.list)
  if (by?.list === undefined || showsOtherTexts(context.document, { by, resource })) return undefined
  const walk = await new Collection(context, by, { binding }).walk(wholeListQuery(context.document, by))
  return walk.isWhole ? { by, ...walk } : undefined
}

/**
 * True if the strings in a list cannot be names of its items, because none would be valid in the items' path.
 * For example, the list shows keys of 64 characters, but the path accepts at most 32.
 */
function showsOtherTexts(
  document: DocumentDescriptor,
  { by, resource }: { readonly by: OperationDescriptor; readonly resource: ResourceDescriptor },
): boolean {
  const named = itemIdSchema(document, resource)
  return shownSchemas(by, document).some((shown) => {
    if (named?.keywords.type !== 'string' || shown.keywords.type !== 'string') return false
    return schemaContradiction(schemaIn(document, { allOf: [shown.written, named.written] })) !== undefined
  })
}

/**
 * Finds an item in a list; `undefined` if the item has no identifier to search for, or if no entry of the
 * list shows one. An entry that is certainly the item is preferred to one that is only likely to be.
 */
export function findListed({ by, pages, last }: Listing, item: Item): Observation | undefined {
  const id = nameOfItem(item)
  if (id === undefined) return undefined
  for (const wanted of ['known', 'likely'] as const)
    for (const { answer, items } of pages) {
      const found = items.find((candidate) => certaintyOfEntry(item, candidate, id) === wanted)
      if (found !== undefined)
        return { by, answer, value: found, ...(wanted === 'likely' && { isLikely: true }) }
    }
  const entries = pages.flatMap(({ items }) => items)
  const areNamed =
    entries.length === 0 || entries.some((entry) => itemIdOf(item.resource, entry) !== undefined)
  return areNamed ? { by, answer: last.answer, value: undefined } : undefined
}

/**
 * Searches for an item in its list.
 * @returns `undefined` if the item has no identifier, if there is no suitable list, if the list is too long
 * to read completely, or if it was requested for other items.
 */
export async function findInList(context: CheckContext, item: Item): Promise<Observation | undefined> {
  if (nameOfItem(item) === undefined) return undefined
  const listing = await listAll(context, item)
  const found = listing && findListed(listing, item)
  if (found === undefined || found.value !== undefined) return found
  const { by, answer } = found
  const scope = { sent: undefined, made: item.value }
  return isListScopeOfOthers(by, answer.exchange.request.url, scope) ? undefined : found
}

/**
 * The last observation of each item in a run, by path binding, and the number of the run's writes at that
 * time.
 */
const newLooks = () => new Map<string, { readonly seen: Observation; readonly writes: number }>()

function keyOf({ resource, binding }: Item): string {
  return JSON.stringify([resource.name, [...binding].map(([key, { text }]) => [key, text])])
}

/**
 * Returns an item's state before a rule begins: the last observation if nothing has been written since,
 * otherwise a new one. Rejected requests do not count as writes, because a rule that expects a rejection
 * observes the item again at its end.
 * @throws NotRun if no operation shows the item.
 */
export async function lastLook(context: CheckContext, item: Item): Promise<Observation> {
  const known = context.state.of(newLooks).get(keyOf(item))
  return known !== undefined && known.writes === context.pool.writes ? known.seen : observeItem(context, item)
}

/**
 * Observes the item again, with its read operation or, if there is none, in its list. @throws NotRun if there
 * is neither.
 */
export async function observeItem(context: CheckContext, item: Item): Promise<Observation> {
  const observation = (await readItem(context, item)) ?? (await findInList(context, item))
  if (observation === undefined) throw new NotRun({ kind: 'nothing shows', resource: item.resource.name })
  context.state.of(newLooks).set(keyOf(item), { seen: observation, writes: context.pool.writes })
  return observation
}

/**
 * True if a response says that an item is missing, but a read still shows the item. A reference in the body
 * can be what is missing.
 */
export async function isDeniedThoughShown(
  context: CheckContext,
  item: Item,
  { operation, answer, body }: DeniedWrite,
): Promise<boolean> {
  const refers =
    isObject(body) && Object.keys(body).some((name) => isReferenceName(name) && body[name] !== null)
  if (isSuccess(answer) || refers || new Refusal(answer, operation).certaintyOf('absence') !== 'known')
    return false
  const seen = await context.budget.makeSure(() => resultIfRun(() => readItem(context, item)))
  return seen?.value !== undefined
}

/** A write to an item with the operation's credentials and a valid body. */
interface DeniedWrite {
  readonly operation: OperationDescriptor
  readonly answer: Answer
  readonly body: unknown
}

/**
 * Returns the query that makes a list show as many items as possible in one response, including all kinds of
 * items; can be empty.
 */
export function wholeListQuery(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
): Readonly<Record<string, unknown>> {
  return { ...largePage(document, operation), ...ofAllKinds(document, operation) }
}

/** Returns parameter values that select items of all kinds: "?state=all", "?all=true". */
function ofAllKinds(
  document: DocumentDescriptor,
  { parameters = [] }: OperationDescriptor,
): Readonly<Record<string, unknown>> {
  const chosen = parameters.flatMap(({ name, in: location, schema }) => {
    const { types, values } = schemaIn(document, schema)
    const isSwitch = everything.has(name) && types.join() === 'boolean'
    const all = isSwitch
      ? true
      : values.listed?.find((value) => typeof value === 'string' && everything.has(value))
    return location === 'query' && all !== undefined ? [[name, all] as const] : []
  })
  return Object.fromEntries(chosen)
}

function largePage(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
): Readonly<Record<string, number>> {
  const name = operation.list?.limit
  if (name === undefined) return {}
  const parameter = operation.parameters?.find(
    (candidate) => candidate.in === 'query' && candidate.name === name,
  )
  const { maximum } = schemaIn(document, parameter?.schema).keywords
  return { [name]: maximum === undefined ? LARGE_PAGE : Math.min(maximum, LARGE_PAGE) }
}
