import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { type PathBinding, pathTemplates, type Template } from '../../../data/document/path-binding.ts'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { Cause } from '../../../data/outcome/cause.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { once } from '../../../data/outcome/missing.ts'
import { nothingCompared, resultOrNotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { isSameButForVersionMarkers } from '../../evidence/client-members.ts'
import { findListed, type Listing, listAll, requestItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

const WRITES = ['update', 'replace', 'delete', 'action']

/** A server that does not check the parents in a path does so everywhere. */
export const UNVALIDATED_PARENT: Cause = { kind: 'unvalidated', what: 'what the path goes on from' }

/** Other parents, by the names of their resources. */
const newParents = () => new Map<string, Promise<Item>>()

/** Items below a parent item, and the template of that parent. */
interface Nested {
  readonly resource: ResourceDescriptor
  readonly parent: ResourceDescriptor
  readonly template: Template
}

/** Answers from a list and a read about an item below another item's parent. */
interface Elsewhere {
  readonly item: Item
  /** The item as if it were below the other parent. */
  readonly moved: Item
  readonly listing: Listing
  readonly isListed: boolean
  readonly read: Answer
}

/**
 * Below another parent an item does not exist. A server may show its items below several parents, but then
 * consistently: only if its list and its read contradict each other, or a write affects an item that neither
 * shows there, one of them does not check the parent.
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

/** One request, which most servers refuse: only an accepted one needs evidence. */
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
  // An item that its own list does not show need not be in any list.
  const isAtHome = listedAtHome !== undefined && findListed(listedAtHome, item)?.value !== undefined
  if (listing === undefined || read === undefined || !isAtHome) return undefined
  const isListed = findListed(listing, moved)?.value !== undefined
  return { item, moved, listing, isListed, read: read.answer }
}

/** The path binding of an item of the run below another parent; `undefined` if it has none. */
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

/** One other parent is enough for all operations: requests only ask for items that it does not have. */
function otherParent({ state, pool }: CheckContext, parent: ResourceDescriptor): Promise<Item> {
  return once(state.of(newParents), parent.name, () => pool.items.create(parent))
}

/** The same names below another parent; `undefined` if that has another parent itself. */
function bindingBelow(binding: PathBinding, parent: PathBinding): PathBinding | undefined {
  const above = [...parent].slice(0, -1)
  if (above.some(([key, { text }]) => binding.get(key)?.text !== text)) return undefined
  const below = [...binding].map(([key, value]) => [key, { ...value, origin: 'unknown' as const }] as const)
  return new Map([...below, ...parent])
}

/** Findings if a list or a read shows an item below another parent, or a write affects it there. */
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

/** Finding of an item below another parent, with the answer that showed it. */
interface Misplaced extends Pick<KnownViolation, 'answer' | 'beside'> {
  readonly is: Fact<'below another parent'>['is']
}

type AtHome = Elsewhere & {
  /** Answer to a read below its own parent. */
  readonly home: Answer
}

/** A list shows the item, but its read does not find it there. */
function listedElsewhere({ listing, isListed, read }: Elsewhere): Misplaced | undefined {
  const answer = listing.pages.at(-1)?.answer
  if (answer === undefined || !isListed || !isAbsence(read)) return undefined
  return { is: 'listed', answer, beside: [read] }
}

/** A read shows the item, but the list does not have it there. */
function readElsewhere({ listing, isListed, read, home }: AtHome): Misplaced | undefined {
  const isSeen = !isListed && isSuccess(read) && isSameButForVersionMarkers(home.value, read.value, read)
  if (!isSeen) return undefined
  return { is: 'read', answer: read, beside: listing.pages.map(({ answer }) => answer) }
}

/** A write changes the item, but neither of them finds it there. */
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
  const isTouched =
    isAbsence(now) || (isSuccess(now) && !isSameButForVersionMarkers(home.value, now.value, now))
  return isTouched ? { is: 'written', answer, beside: [now] } : undefined
}
