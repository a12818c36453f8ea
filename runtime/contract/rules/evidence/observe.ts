import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { asIdentifier } from '../../data/document/identifier.ts'
import { nameInPath } from '../../data/document/path-binding.ts'
import { idOf, idPathOf, operationOf } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { shownSchemas } from '../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { NotRun } from '../../data/outcome/not-run.ts'
import { everything } from '../../lexicon/lexicon.ts'
import { idSchemaOf } from '../../world/items/identity/candidates.ts'
import type { Item } from '../../world/items/item.ts'
import { Refusal } from '../../world/refusal/refusal.ts'
import { isIdentifier } from '../../world/requests/identifier-members.ts'
import { contradictionOf } from '../../world/values/arbitraries/contradiction.ts'
import type { CheckContext } from '../check.ts'
import { Collection, type Page } from './collection.ts'

/** Result of a fresh look at an item. */
export interface Observation {
  /** The operation that was used to look. */
  readonly by: OperationDescriptor
  readonly answer: Answer
  /** `undefined`: the item is not there. */
  readonly value: unknown
}

/** As many items as most servers give at once. */
export const LARGE_PAGE = 100

/** Asks the read operation for an item, whatever it answers; `undefined` when there is no such operation. */
export async function requestItem(
  context: CheckContext,
  item: Item,
): Promise<Omit<Observation, 'value'> | undefined> {
  const by = operationOf(context.document, item.resource.operations.read)
  if (by === undefined) return undefined
  return {
    by,
    answer: await context.read(context.pool.requests.best(by, item.binding)),
  }
}

/**
 * Looks at an item by its read operation.
 * @returns `undefined` when there is no such operation.
 * @throws NotRun when the operation answers neither the item nor its absence.
 */
export async function readItem(context: CheckContext, item: Item): Promise<Observation | undefined> {
  const read = await requestItem(context, item)
  return read === undefined ? undefined : asObservation(read)
}

/** @throws NotRun when the answer shows neither an item nor its absence. */
export function asObservation({ by, answer }: Omit<Observation, 'value'>): Observation {
  if (isSuccess(answer) && answer.value === undefined)
    throw new NotRun({ kind: 'not JSON', operation: by.operationId })
  if (isSuccess(answer)) return { by, answer, value: answer.value }
  // It is gone, or hidden from who may not see it.
  if (new Refusal(answer, by).mayBeAbout('absence')) return { by, answer, value: undefined }
  throw new NotRun({ kind: 'answered', operation: by.operationId, status: answer.status })
}

/** Every item that a list shows. */
export interface Listing {
  readonly by: OperationDescriptor
  readonly pages: readonly Page[]
  readonly items: readonly unknown[]
}

/**
 * Reads the whole list that has the items of a path binding.
 * @returns `undefined` when there is no list, or it is too long to be sure.
 * @throws NotRun when the list is not answered.
 */
export async function listAll(
  context: CheckContext,
  { resource, binding }: Pick<Item, 'resource' | 'binding'>,
): Promise<Listing | undefined> {
  const by = operationOf(context.document, resource.operations.list)
  if (by?.list === undefined || showsOtherTexts(context.document, { by, resource })) return undefined
  const { pages, items, isWhole } = await new Collection(context, by, { binding }).walk(
    wholeList(context.document, by),
  )
  return isWhole ? { by, pages, items } : undefined
}

/**
 * True if a list shows texts that are no names of its items: none of them may stand in their path, such as
 * keys of 64 characters where that has 32.
 */
function showsOtherTexts(
  document: DocumentDescriptor,
  { by, resource }: { readonly by: OperationDescriptor; readonly resource: ResourceDescriptor },
): boolean {
  const named = idSchemaOf(document, resource)
  return shownSchemas(by, document).some((shown) => {
    if (named?.keywords.type !== 'string' || shown.keywords.type !== 'string') return false
    return contradictionOf(schemaIn(document, { allOf: [shown.written, named.written] })) !== undefined
  })
}

/** Observation of an item in a list; `undefined` when the item has no identifier to find it by. */
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
 * Looks for an item in its list.
 * @returns `undefined` when there is no list, or it is too long to be sure.
 */
export async function findInList(context: CheckContext, item: Item): Promise<Observation | undefined> {
  if (identifierOf(item) === undefined) return undefined
  const listing = await listAll(context, item)
  return listing === undefined ? undefined : findListed(listing, item)
}

/** True if a candidate has any name of the item: its name in paths may be another one than it shows. */
export function isItem(item: Item, candidate: unknown): boolean {
  const id = idOf(item.resource, candidate)
  return id !== undefined && [nameInPath(item), idOf(item.resource, item.value)].includes(id)
}

/** Name of the item in paths, else the identifier that it shows. */
function identifierOf(item: Item): string | undefined {
  return nameInPath(item) ?? idOf(item.resource, item.value)
}

/**
 * True if an item of a list is the one that paths name so. Where the item itself shows that another property
 * than the expected one does, any text of it may. Where no property of the document names items, one that is
 * called an identifier does, whatever a link to the item says.
 */
function isNamed({ resource, value }: Item, candidate: unknown, id: string): boolean {
  if (idOf(resource, candidate) === id) return true
  if (!isObject(candidate)) return false
  const mayBeAny = idOf(resource, value) !== id
  const isCalledSo = (name: string) => idPathOf(resource) === undefined && isIdentifier(resource, name)
  return Object.entries(candidate).some(
    ([name, own]) => (mayBeAny && own === id) || (isCalledSo(name) && asIdentifier(own) === id),
  )
}

/** The last look at each item of a run, by its path binding, and how many writes the run had made by then. */
const newLooks = () => new Map<string, { readonly seen: Observation; readonly writes: number }>()

function keyOf({ resource, binding }: Item): string {
  return JSON.stringify([resource.name, [...binding].map(([key, { text }]) => [key, text])])
}

/**
 * State of an item before a rule begins: the last look if nothing was written since, else a fresh one. A
 * refused request counts as nothing: a rule that expects a refusal looks afresh in the end, and that look is
 * the one known here.
 * @throws NotRun when no operation shows the item.
 */
export async function lastLook(context: CheckContext, item: Item): Promise<Observation> {
  const known = context.state.of(newLooks).get(keyOf(item))
  return known !== undefined && known.writes === context.pool.writes ? known.seen : observe(context, item)
}

/** Looks afresh: by the read operation, else in the list. @throws NotRun when there is neither. */
export async function observe(context: CheckContext, item: Item): Promise<Observation> {
  const observation = (await readItem(context, item)) ?? (await findInList(context, item))
  if (observation === undefined) throw new NotRun({ kind: 'nothing shows', resource: item.resource.name })
  context.state.of(newLooks).set(keyOf(item), { seen: observation, writes: context.pool.writes })
  return observation
}

/** The query by which a list shows as many items at once as it may, and all kinds; may be empty. */
export function wholeList(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
): Readonly<Record<string, unknown>> {
  return { ...largePage(document, operation), ...ofAllKinds(document, operation) }
}

/** Values of parameters that choose some of the items unless they are asked for all: "?state=all". */
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
