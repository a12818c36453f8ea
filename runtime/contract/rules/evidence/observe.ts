import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { identifierInPath } from '../../data/document/identifier.ts'
import { nameInPath } from '../../data/document/path-binding.ts'
import { idPathOf, itemIdOf, operationById } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { shownSchemas } from '../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { NotRun } from '../../data/outcome/not-run.ts'
import { everything } from '../../lexicon/lexicon.ts'
import { itemIdSchema } from '../../world/items/identity/candidates.ts'
import type { Item } from '../../world/items/item.ts'
import { Refusal } from '../../world/refusal/refusal.ts'
import { isIdentifierMember } from '../../world/requests/members/identifier-members.ts'
import { schemaContradiction } from '../../world/values/arbitraries/contradiction.ts'
import type { CheckContext } from '../check.ts'
import { Collection, type ListedPage } from './collection.ts'

/** Result of a fresh look at an item. */
export interface Observation {
  /** The operation that was used to look. */
  readonly by: OperationDescriptor
  readonly answer: Answer
  /** `undefined` if the item does not exist. */
  readonly value: unknown
}

/** Maximum page size of most servers. */
export const LARGE_PAGE = 100

/**
 * Requests an item through its read operation, whatever the answer; `undefined` if there is no such
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
 * Looks at an item through its read operation.
 * @returns `undefined` if there is no such operation.
 * @throws NotRun if the answer shows neither the item nor its absence.
 */
export async function readItem(context: CheckContext, item: Item): Promise<Observation | undefined> {
  const read = await requestItem(context, item)
  return read === undefined ? undefined : asObservation(read)
}

/** @throws NotRun if the answer shows neither an item nor its absence. */
export function asObservation({ by, answer }: Omit<Observation, 'value'>): Observation {
  if (isSuccess(answer) && answer.value === undefined)
    throw new NotRun({ kind: 'not JSON', operation: by.operationId })
  if (isSuccess(answer)) return { by, answer, value: answer.value }
  // It is gone, or hidden from callers without access.
  if (new Refusal(answer, by).mayBeAbout('absence')) return { by, answer, value: undefined }
  throw new NotRun({ kind: 'answered', operation: by.operationId, status: answer.status })
}

/** Every item in a list. */
export interface Listing {
  readonly by: OperationDescriptor
  readonly pages: readonly ListedPage[]
  readonly items: readonly unknown[]
}

/**
 * Reads the whole list with the items of a path binding.
 * @returns `undefined` if there is no list, or if the list is too long to be sure.
 * @throws NotRun if the server does not return the list.
 */
export async function listAll(
  context: CheckContext,
  { resource, binding }: Pick<Item, 'resource' | 'binding'>,
): Promise<Listing | undefined> {
  const by = operationById(context.document, resource.operations.list)
  if (by?.list === undefined || showsOtherTexts(context.document, { by, resource })) return undefined
  const { pages, items, isWhole } = await new Collection(context, by, { binding }).walk(
    wholeList(context.document, by),
  )
  return isWhole ? { by, pages, items } : undefined
}

/**
 * True if the texts in a list are not names of its items: none of them is valid in their path, such as keys
 * of 64 characters in a path that takes 32.
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

/** Observation of an item in a list; `undefined` if the item has no identifier to search for. */
export function findListed({ by, pages }: Listing, item: Item): Observation | undefined {
  const id = identifierOf(item)
  const last = pages.at(-1)
  if (id === undefined || last === undefined) return undefined
  for (const { answer, items } of pages) {
    const found = items.find((candidate) => isNamed(item, candidate, id))
    if (found !== undefined) return { by, answer, value: found }
  }
  return { by, answer: last.answer, value: undefined }
}

/**
 * Searches for an item in its list.
 * @returns `undefined` if there is no list, or if the list is too long to be sure.
 */
export async function findInList(context: CheckContext, item: Item): Promise<Observation | undefined> {
  if (identifierOf(item) === undefined) return undefined
  const listing = await listAll(context, item)
  return listing === undefined ? undefined : findListed(listing, item)
}

/** True if a candidate has any name of the item: its name in paths may differ from the one it shows. */
export function isObservedItem(item: Item, candidate: unknown): boolean {
  const id = itemIdOf(item.resource, candidate)
  return id !== undefined && [nameInPath(item), itemIdOf(item.resource, item.value)].includes(id)
}

/** Name of the item in paths, else its shown identifier. */
function identifierOf(item: Item): string | undefined {
  return nameInPath(item) ?? itemIdOf(item.resource, item.value)
}

/**
 * True if an item in a list has this name in paths. If the item itself shows that the name is in a different
 * property than expected, compares every text. If no documented property names items, compares every
 * identifier, whatever a link to the item says.
 */
function isNamed({ resource, value }: Item, candidate: unknown, id: string): boolean {
  if (itemIdOf(resource, candidate) === id) return true
  if (!isObject(candidate)) return false
  const mayBeAny = itemIdOf(resource, value) !== id
  const isCalledSo = (name: string) => idPathOf(resource) === undefined && isIdentifierMember(resource, name)
  return Object.entries(candidate).some(
    ([name, own]) => (mayBeAny && own === id) || (isCalledSo(name) && identifierInPath(own) === id),
  )
}

/** The last look at each item of a run, by path binding, and the number of the run's writes at that time. */
const newLooks = () => new Map<string, { readonly seen: Observation; readonly writes: number }>()

function keyOf({ resource, binding }: Item): string {
  return JSON.stringify([resource.name, [...binding].map(([key, { text }]) => [key, text])])
}

/**
 * State of an item before a rule begins: the last look if nothing was written since, else a fresh one.
 * Refused requests do not count as writes: a rule that expects a refusal looks again at its end, and that
 * look is the one known here.
 * @throws NotRun if no operation shows the item.
 */
export async function lastLook(context: CheckContext, item: Item): Promise<Observation> {
  const known = context.state.of(newLooks).get(keyOf(item))
  return known !== undefined && known.writes === context.pool.writes ? known.seen : observeItem(context, item)
}

/**
 * Looks again, through the read operation or, failing that, in the list. @throws NotRun if there is neither.
 */
export async function observeItem(context: CheckContext, item: Item): Promise<Observation> {
  const observation = (await readItem(context, item)) ?? (await findInList(context, item))
  if (observation === undefined) throw new NotRun({ kind: 'nothing shows', resource: item.resource.name })
  context.state.of(newLooks).set(keyOf(item), { seen: observation, writes: context.pool.writes })
  return observation
}

/** The query that makes a list show as many items as possible at once, of all kinds; may be empty. */
export function wholeList(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
): Readonly<Record<string, unknown>> {
  return { ...largePage(document, operation), ...ofAllKinds(document, operation) }
}

/** Values of parameters that select some of the items by default: "?state=all". */
function ofAllKinds(
  document: DocumentDescriptor,
  { parameters = [] }: OperationDescriptor,
): Readonly<Record<string, unknown>> {
  const chosen = parameters.flatMap(({ name, in: location, schema }) => {
    const all = schemaIn(document, schema).listed?.find(
      (value) => typeof value === 'string' && everything.has(value),
    )
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
