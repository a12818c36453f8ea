import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import { type Place, type Template, templatesOf } from '../../document/place.ts'
import { creatorOf, operationOf, resourceOf } from '../../document/resource-lookup.ts'
import { isSameButForStamps } from '../../evidence/client-members.ts'
import { findListed, type Listing, listAll, requestItem } from '../../evidence/observe.ts'
import { type Answer, isAbsence, isSuccess } from '../../exchange/answer.ts'
import { alone, type Item } from '../../items/item.ts'
import { memoize } from '../../items/memoize.ts'
import type { Finding } from '../../outcome/finding.ts'
import type { Fact } from '../../outcome/kinds/fact.ts'
import { NotRun } from '../../outcome/not-run.ts'
import type { CheckContext, KnownViolation } from '../../rule/check.ts'
import { UNHEEDED_PARENT } from './unheeded.ts'

const WRITES = ['update', 'replace', 'delete', 'action']

/** Other parents, by the names of their resources. */
const newParents = () => new Map<string, Promise<Item>>()

/** Items that stand below others, and the template that says below which. */
interface Nested {
  readonly resource: ResourceDescriptor
  readonly parent: ResourceDescriptor
  readonly template: Template
}

/** What a list and a read say of an item below another parent than its own. */
interface Elsewhere {
  readonly item: Item
  /** The item as if it stood below the other parent. */
  readonly moved: Item
  readonly listing: Listing
  readonly isListed: boolean
  readonly read: Answer
}

/**
 * Below another parent an item is not there. A server may show its items below several parents, but then it does so alike: only where its
 * list and its read contradict each other, or a write reaches what neither of them shows there, one of them does not look at the parent.
 */
export async function checkElsewhere(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Finding[]> {
  const nested = nestedOf(context.document, operation)
  if (nested === undefined) return []
  try {
    if (!(await isFoundElsewhere(context, operation, nested))) return []
    const seen = await lookElsewhere(context, operation, nested)
    return seen === undefined ? [] : await judge(context, operation, seen)
  } catch (error) {
    if (error instanceof NotRun) return []
    throw error
  }
}

function nestedOf(document: DocumentDescriptor, operation: OperationDescriptor): Nested | undefined {
  const resource = resourceOf(document, operation.resource?.name)
  const parent = resourceOf(document, resource?.parent?.name)
  const template = templatesOf(parent?.item ?? '').at(-1)
  if (resource?.item === undefined || parent === undefined || template === undefined) return undefined
  const { read, list } = resource.operations
  const looks = [operation, ...[read, list].map((operationId) => operationOf(document, operationId))]
  const isBelow = looks.every(
    (look) => look !== undefined && templatesOf(look.path).some(({ key }) => key === template.key),
  )
  const areMade = [resource, parent].every((one) => creatorOf(document, one) !== undefined)
  return isBelow && areMade && isAboutItems(operation, resource) ? { resource, parent, template } : undefined
}

function isAboutItems({ resource: of, path, list }: OperationDescriptor, { item = '' }: ResourceDescriptor) {
  if (of?.role === 'list') return list !== undefined
  return path.startsWith(item) && (of?.role === 'read' || WRITES.includes(of?.role ?? ''))
}

function isWrite({ resource }: OperationDescriptor): boolean {
  return WRITES.includes(resource?.role ?? '')
}

/** One request, which most servers refuse: only what one takes needs evidence. */
async function isFoundElsewhere(
  context: CheckContext,
  operation: OperationDescriptor,
  nested: Nested,
): Promise<boolean> {
  const { items } = context
  if (isWrite(operation)) {
    const place = await placeElsewhere(context, await items.place(operation, 'refuse'), nested)
    if (place === undefined) return false
    return isSuccess((await context.attempt(operation, { expecting: 'refusal', at: { place } })).answer)
  }
  const item = await items.shared(nested.resource)
  const place = await placeElsewhere(context, item.place, nested)
  if (place === undefined) return false
  const moved = { ...item, place }
  const isList = operation.resource?.role === 'list'
  const listing = isList ? await listAll(context, moved) : undefined
  if (listing !== undefined) return findListed(listing, moved)?.value !== undefined
  const read = isList ? undefined : await requestItem(context, moved)
  return read !== undefined && isSuccess(read.answer)
}

async function lookElsewhere(
  context: CheckContext,
  operation: OperationDescriptor,
  nested: Nested,
): Promise<Elsewhere | undefined> {
  const { items } = context
  const { resource } = nested
  const item = isWrite(operation) ? await items.create(resource, operation) : await items.shared(resource)
  const place = await placeElsewhere(context, item.place, nested)
  if (place === undefined) return undefined
  const moved = { ...item, place }
  const [listing, listedAtHome] = [await listAll(context, moved), await listAll(context, item)]
  const read = await requestItem(context, moved)
  // What its own list does not show, none may.
  const isAtHome = listedAtHome !== undefined && findListed(listedAtHome, item)?.value !== undefined
  if (listing === undefined || read === undefined || !isAtHome) return undefined
  const isListed = findListed(listing, moved)?.value !== undefined
  return { item, moved, listing, isListed, read: read.answer }
}

/** The place of an item of the run below another parent; `undefined` where it has none. */
async function placeElsewhere(
  context: CheckContext,
  place: Place,
  { parent, template }: Nested,
): Promise<Place | undefined> {
  const own = place.get(template.key)
  if (own?.origin !== 'created') return undefined
  const other = await otherParent(context, parent)
  const elsewhere = placeBelow(place, other.place)
  return elsewhere?.get(template.key)?.text === own.text ? undefined : elsewhere
}

/** Nothing is done to it but that is asked for what it does not have: one is enough for all operations. */
function otherParent({ state, items }: CheckContext, parent: ResourceDescriptor): Promise<Item> {
  return memoize(state.of(newParents), parent.name, () => items.create(parent))
}

/** The same names below another parent; `undefined` where that stands somewhere else itself. */
function placeBelow(place: Place, parent: Place): Place | undefined {
  const above = [...parent].slice(0, -1)
  if (above.some(([key, { text }]) => place.get(key)?.text !== text)) return undefined
  const below = [...place].map(([key, value]) => [key, { ...value, origin: 'unknown' as const }] as const)
  return new Map([...below, ...parent])
}

async function judge(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, moved, listing, isListed, read }: Elsewhere,
): Promise<Finding[]> {
  const isGone = isAbsence(read)
  const report = (violation: Pick<KnownViolation, 'answer' | 'beside' | 'fact'>): Finding[] => [
    context.finding({
      operation,
      clause: below(operation.pointer, 'responses'),
      basis: 'derived',
      weight: 'lost data',
      cause: UNHEEDED_PARENT,
      ...violation,
    }),
  ]
  const by = listing.by.operationId
  const lists = listing.pages.map(({ answer }) => answer)
  const home = await requestItem(context, item)
  if (home === undefined || !isSuccess(home.answer)) return []
  const { role } = operation.resource ?? {}
  if (role === 'list') {
    const answer = lists.at(-1)
    if (answer === undefined || !isListed || !isGone) return []
    return report({ answer, beside: [read], fact: { kind: 'below another parent', is: 'listed', by } })
  }
  if (isListed) return []
  if (role === 'read') {
    const isSeen = isSuccess(read) && isSameButForStamps(home.answer.value, read.value, read)
    return isSeen
      ? report({ answer: read, beside: lists, fact: { kind: 'below another parent', is: 'read', by } })
      : []
  }
  if (!isGone) return []
  const { answer } = await context.attempt(operation, { expecting: 'refusal', at: alone(moved) })
  if (!isSuccess(answer)) return []
  const after = await requestItem(context, item)
  const isTouched =
    after !== undefined &&
    (isAbsence(after.answer) ||
      (isSuccess(after.answer) && !isSameButForStamps(home.answer.value, after.answer.value, after.answer)))
  const fact: Fact = { kind: 'below another parent', is: 'written', by }
  return isTouched ? report({ answer, beside: [after.answer], fact }) : []
}
