import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { itemIdOf } from '../../../data/document/identifier.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { hasUniqueText } from '../../../data/exchange/texts.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { ENVELOPE_DEPTH } from '../../../lexicon/lexicon.ts'
import { isThisItem } from '../../../world/items/identity/same-item.ts'
import type { Item } from '../../../world/items/item.ts'
import type { Listing } from '../../evidence/observe.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { type IsolationBreach, rules } from './rules.ts'

/** Reports items that were added or removed in addition to the intended one. */
export function checkMembership(
  operation: OperationDescriptor,
  {
    before,
    after,
    item,
    plan,
    answer: made,
  }: Pick<PerformedWrite, 'plan' | 'answer'> & { before: Listing; after: Listing; item: Item },
): Verdict<IsolationBreach> {
  // An action without a documented effect is allowed to copy or merge items.
  if (operation.resource?.role === 'action' && operation.effect === undefined) return nothingCompared()
  const { answer } = after.last
  // An item without an identifier can have different names in the list and in its path, so it might not be
  // recognized.
  const isKnown = itemIdOf(item.resource, item.value) !== undefined
  if (!isKnown && ![...before.items, ...after.items].some((other) => isThisItem(item, other)))
    return nothingCompared()
  const ids = ({ items }: Listing): string[] =>
    items.filter((other) => !isThisItem(item, other)).flatMap((other) => itemIdOf(item.resource, other) ?? [])
  const own = itemIdOf(item.resource, item.value)
  const told = toldIn(made, { plan, resource: item.resource })
  const [wasThere, isThere] = [before, after].map(({ items }) =>
    items.some((other) => isThisItem(item, other)),
  )
  const isMoved = wasThere === true && isThere === false
  const come = without(ids(after), [...ids(before), ...told]).filter(
    (now) =>
      !isRenamedByWrite({ item, plan }, { before: own, now }) &&
      !(isMoved && hasUniqueText(plan.body?.value, new Set([now]))),
  )
  const lost = without(ids(before), ids(after))
  // If the list and the paths use different names, the item removed from the list may be the deleted one.
  const isDeleted =
    operation.resource?.role === 'delete' && !before.items.some((other) => isThisItem(item, other))
  const gone = isDeleted && lost.length === 1 ? [] : lost
  return touched(operation, { answer, by: after.by, gone, come, most: 'none beside' })
}

/**
 * Like `checkMembership`, for a create whose response does not identify the item. The list must have at most
 * one more item, and must still contain all earlier ones.
 */
export function checkUnnamed(
  operation: OperationDescriptor,
  {
    before,
    after,
    resource,
    plan,
    answer: made,
  }: Pick<PerformedWrite, 'plan' | 'answer'> & {
    before: Listing
    after: Listing
    resource: ResourceDescriptor
  },
): IsolationBreach[] {
  const { answer } = after.last
  const ids = ({ items }: Listing): string[] => items.flatMap((item) => itemIdOf(resource, item) ?? [])
  const come = without(ids(after), [...ids(before), ...toldIn(made, { plan, resource })])
  const gone = without(ids(before), ids(after))
  return touched(operation, { answer, by: after.by, gone, come: come.length > 1 ? come : [], most: 'one' })
}

/** Reports other items that were added or removed with a write. */
function touched(
  { operationId: operation }: OperationDescriptor,
  { answer, by: { operationId: by }, come, gone, most }: Touched,
): IsolationBreach[] {
  const appeared: Fact = { kind: 'others appeared', by, operation, most, ids: come }
  const vanished: Fact = { kind: 'others gone', by, operation, ids: gone }
  return [
    ...(come.length > 0 ? [{ answer, breaks: rules.membership, fact: appeared }] : []),
    ...(gone.length > 0 ? [{ answer, breaks: rules.membership, fact: vanished }] : []),
  ]
}

interface Touched {
  readonly answer: Answer
  readonly by: OperationDescriptor
  readonly come: readonly string[]
  readonly gone: readonly string[]
  readonly most: Fact<'others appeared'>['most']
}

/**
 * Ids of the items that a write says it created, if its response is a list of several items, such as the
 * labels that one request adds to an item. In an envelope, such as "{ made: [{ id: 1 }, { id: 2 }] }", a list
 * counts only if it has no more items than the request asked to create.
 */
function toldIn(
  { value }: Answer,
  { plan, resource }: Pick<PerformedWrite, 'plan'> & { readonly resource: ResourceDescriptor },
): readonly string[] {
  const most = Array.isArray(value)
    ? value.length
    : Math.max(0, ...listsIn(plan.body?.value).map((list) => list.length))
  const told = listsIn(value).filter(({ length }) => length > 1 && length <= most)
  return told.flatMap((list) => list.flatMap((each) => itemIdOf(resource, each) ?? []))
}

/** Lists in a body, down to the depth at which envelopes can be nested. */
function listsIn(value: unknown, depth = ENVELOPE_DEPTH): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value]
  return isObject(value) && depth > 0 ? Object.values(value).flatMap((each) => listsIn(each, depth - 1)) : []
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}

/**
 * True if an identifier changed because it contains the value of a property that the write changed: for
 * example, it became "key-2." when "name" became "key-2". A client that is allowed to write such a property
 * is thereby allowed to rename the item.
 */
export function isRenamedByWrite(
  { item, plan }: { readonly item: Pick<Item, 'value'>; readonly plan: RequestPlan },
  { before, now }: { readonly before: unknown; readonly now: unknown },
): boolean {
  const sent = plan.body?.value
  const old = item.value
  if (!isObject(sent) || !isObject(old)) return false
  return Object.entries(sent).some(([name, value]) => {
    const was = old[name]
    if (typeof was !== 'string' || typeof value !== 'string' || was === '' || was === value) return false
    const parts = String(before).split(was)
    return parts.length > 1 && parts.join(value) === String(now)
  })
}
