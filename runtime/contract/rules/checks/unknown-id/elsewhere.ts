import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { type PathBinding, pathTemplates, type Template } from '../../../data/document/path-binding.ts'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { Cause } from '../../../data/outcome/cause.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { onceOrMissing } from '../../../data/outcome/missing.ts'
import { nothingCompared, resultOrNotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import { findListed, type Listing, listAll, requestItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

const WRITES = ['update', 'replace', 'delete', 'action']

/** A server that does not check the parents in one path is assumed to check them in none. */
export const UNVALIDATED_PARENT: Cause = { kind: 'unvalidated', what: 'what the path goes on from' }

/** Another item of each parent resource, by the resource's name. */
const newParents = () => new Map<string, Promise<Item>>()

interface Nested {
  readonly resource: ResourceDescriptor
  readonly parent: ResourceDescriptor
  readonly template: Template
}

/** Results of a list and a read for an item that is addressed below another parent. */
interface Elsewhere {
  readonly item: Item
  /** The item, addressed as if it were below the other parent. */
  readonly moved: Item
  readonly listing: Listing
  readonly isListed: boolean
  readonly read: Answer
}

/**
 * Checks that an item does not exist below another parent. A server is allowed to show its items below
 * several parents, but only consistently. If its list and its read contradict each other, or if a write
 * affects an item that neither shows below that parent, one of them does not check the parent.
 */
export async function checkElsewhere(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const nested = nestedOf(context.document, operation)
  if (nested === undefined || !context.asks(rules['below-another-parent'])) return nothingCompared()
  return resultOrNotRun(async () => {
    if (!(await isFoundElsewhere(context, operation, nested))) return []
    const seen = await lookElsewhere(context, operation, nested)
    return seen === undefined ? nothingCompared() : judge(context, operation, seen)
  })
}

function nestedOf(document: DocumentDescriptor, operation: OperationDescriptor): Nested | undefined {
  const resource = resourceByName(document, operation.resource?.name)
  const parent = resourceByName(document, resource?.parent?.name)
  const template = pathTemplates(parent?.item ?? '').at(-1)
  if (resource?.item === undefined || parent === undefined || template === undefined) return undefined
  const { read, list } = resource.operations
  const looks = [operation, ...[read, list].map((operationId) => operationById(document, operationId))]
  const isBelow = looks.every(
    (look) => look !== undefined && pathTemplates(look.path).some(({ key }) => key === template.key),
  )
  const areMade = [resource, parent].every((one) => creatorOfItems(document, one) !== undefined)
  return isBelow && areMade && isAboutItems(operation, resource) ? { resource, parent, template } : undefined
}

function isAboutItems({ resource: of, path, list }: OperationDescriptor, { item = '' }: ResourceDescriptor) {
  if (of?.role === 'list') return list !== undefined
  return path.startsWith(item) && (of?.role === 'read' || WRITES.includes(of?.role ?? ''))
}

function isWrite({ resource }: OperationDescriptor): boolean {
  return WRITES.includes(resource?.role ?? '')
}

/** Sends one request for an item below another parent. More evidence is needed only if the item is found. */
async function isFoundElsewhere(
  context: CheckContext,
  operation: OperationDescriptor,
  nested: Nested,
): Promise<boolean> {
  const { items, bindings } = context.pool
  if (isWrite(operation)) {
    const binding = await bindingElsewhere(context, await bindings.find(operation, 'refuse'), nested)
    if (binding === undefined) return false
    return isSuccess((await context.attempt(operation, { expecting: 'refusal', at: { binding } })).answer)
  }
  const item = await items.shared(nested.resource)
  const binding = await bindingElsewhere(context, item.binding, nested)
  if (binding === undefined) return false
  const moved = { ...item, binding }
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
  const { items } = context.pool
  const { resource } = nested
  const item = isWrite(operation) ? await items.create(resource, operation) : await items.shared(resource)
  const binding = await bindingElsewhere(context, item.binding, nested)
  if (binding === undefined) return undefined
  const moved = { ...item, binding }
  const [listing, listedAtHome] = [await listAll(context, moved), await listAll(context, item)]
  const read = await requestItem(context, moved)
  // If an item is missing from its own list, its absence from other lists proves nothing.
  const isAtHome = listedAtHome !== undefined && findListed(listedAtHome, item)?.value !== undefined
  if (listing === undefined || read === undefined || !isAtHome) return undefined
  const isListed = findListed(listing, moved)?.value !== undefined
  return { item, moved, listing, isListed, read: read.answer }
}

/** Returns the path binding of a run's item below another parent; `undefined` if there is no such parent. */
async function bindingElsewhere(
  context: CheckContext,
  binding: PathBinding,
  { parent, template }: Nested,
): Promise<PathBinding | undefined> {
  const own = binding.get(template.key)
  if (own?.origin !== 'created') return undefined
  const other = await otherParent(context, parent)
  const elsewhere = bindingBelow(binding, other.binding)
  return elsewhere?.get(template.key)?.text === own.text ? undefined : elsewhere
}

/**
 * Creates another parent. One suffices for all operations, because every request is for an item that this
 * parent does not have.
 */
export function otherParent({ state, pool }: CheckContext, parent: ResourceDescriptor): Promise<Item> {
  return onceOrMissing(state.of(newParents), parent.name, () => pool.items.create(parent))
}

/**
 * Replaces the parent in a path and keeps the names below it; `undefined` if the two parents themselves have
 * different parents.
 */
function bindingBelow(binding: PathBinding, parent: PathBinding): PathBinding | undefined {
  const above = [...parent].slice(0, -1)
  if (above.some(([key, { text }]) => binding.get(key)?.text !== text)) return undefined
  const below = [...binding].map(([key, value]) => [key, { ...value, origin: 'unknown' as const }] as const)
  return new Map([...below, ...parent])
}

/**
 * Reports an item that a list or read shows below another parent, or that a write below that parent affects.
 */
async function judge(
  context: CheckContext,
  operation: OperationDescriptor,
  seen: Elsewhere,
): Promise<Verdict> {
  const home = await requestItem(context, seen.item)
  if (home === undefined || !isSuccess(home.answer)) return nothingCompared()
  const { role } = operation.resource ?? {}
  const fault = isWrite(operation)
    ? await writtenElsewhere(context, operation, { ...seen, home: home.answer })
    : role === 'list'
      ? listedElsewhere(seen)
      : readElsewhere({ ...seen, home: home.answer })
  if (fault === undefined) return []
  const { is, ...answers } = fault
  return [
    context.finding({
      operation,
      clause: pointerBelow(operation.pointer, 'responses'),
      breaks: rules['below-another-parent'],
      cause: UNVALIDATED_PARENT,
      fact: { kind: 'below another parent', is, by: seen.listing.by.operationId },
      ...answers,
    }),
  ]
}

/** A finding about an item below another parent, with the response that showed it. */
interface Misplaced extends Pick<KnownViolation, 'answer' | 'beside'> {
  readonly is: Fact<'below another parent'>['is']
}

type AtHome = Elsewhere & {
  /** Response to a read of the item below its own parent. */
  readonly home: Answer
}

/**
 * Reports that the list below another parent shows the item although a read below that parent does not find
 * it.
 */
function listedElsewhere({ listing, isListed, read }: Elsewhere): Misplaced | undefined {
  if (!isListed || !isAbsence(read)) return undefined
  return { is: 'listed', answer: listing.last.answer, beside: [read] }
}

/** Reports that a read below another parent shows the item although the list below that parent does not. */
function readElsewhere({ listing, isListed, read, home }: AtHome): Misplaced | undefined {
  const isSeen = !isListed && isSuccess(read) && isSameToClients(home.value, read.value, read)
  if (!isSeen) return undefined
  return { is: 'read', answer: read, beside: listing.pages.map(({ answer }) => answer) }
}

/**
 * Reports that a write below another parent changes the item although neither the list nor a read below that
 * parent finds it.
 */
async function writtenElsewhere(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, moved, isListed, read, home }: AtHome,
): Promise<Misplaced | undefined> {
  if (isListed || !isAbsence(read)) return undefined
  const { answer } = await context.attempt(operation, { expecting: 'refusal', at: asFixture(moved) })
  const after = isSuccess(answer) ? await requestItem(context, item) : undefined
  if (after === undefined) return undefined
  const now = after.answer
  const isTouched = isAbsence(now) || (isSuccess(now) && !isSameToClients(home.value, now.value, now))
  return isTouched ? { is: 'written', answer, beside: [now] } : undefined
}
