import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { idOf } from '../../document/resource-lookup.ts'
import { isItem, type Listing } from '../../evidence/observe.ts'
import type { RequestPlan } from '../../exchange/request.ts'
import type { Item } from '../../items/item.ts'
import { isRenamed } from './renamed.ts'
import type { Trespass } from './trespass.ts'

/** Items that came or went besides the intended one. */
export function checkMembership(
  operation: OperationDescriptor,
  { before, after, item, plan }: { before: Listing; after: Listing; item: Item; plan: RequestPlan },
): Trespass[] {
  // An action of which the document states no effect may well copy or merge.
  if (operation.resource?.role === 'action' && operation.effect === undefined) return []
  const answer = after.pages.at(-1)?.answer
  // An item without an identifier may have another name in the list than in its path.
  const isKnown = idOf(item.resource, item.value) !== undefined
  if (
    answer === undefined ||
    !(isKnown || [...before.items, ...after.items].some((other) => isItem(item, other)))
  )
    return []
  const ids = ({ items }: Listing): string[] =>
    items.filter((other) => !isItem(item, other)).flatMap((other) => idOf(item.resource, other) ?? [])
  const own = idOf(item.resource, item.value)
  const come = without(ids(after), ids(before)).filter(
    (now) => !isRenamed({ item, plan }, { before: own, now }),
  )
  const gone = without(ids(before), ids(after))
  const by = `in ${after.by.operationId} after ${operation.operationId}`
  return [
    ...(come.length > 0 ? [{ answer, expected: `no other new item ${by}`, received: come.join(', ') }] : []),
    ...(gone.length > 0
      ? [{ answer, expected: `every other item still ${by}`, received: `a list without ${gone.join(', ')}` }]
      : []),
  ]
}

/** The same of a creation whose answer does not name what it made: the list has one item more at most, and all that it had. */
export function checkUnnamed(
  operation: OperationDescriptor,
  { before, after, resource }: { before: Listing; after: Listing; resource: ResourceDescriptor },
): Trespass[] {
  const answer = after.pages.at(-1)?.answer
  if (answer === undefined) return []
  const ids = ({ items }: Listing): string[] => items.flatMap((item) => idOf(resource, item) ?? [])
  const come = without(ids(after), ids(before))
  const gone = without(ids(before), ids(after))
  const by = `in ${after.by.operationId} after ${operation.operationId}`
  return [
    ...(come.length > 1 ? [{ answer, expected: `one new item ${by}`, received: come.join(', ') }] : []),
    ...(gone.length > 0
      ? [{ answer, expected: `every other item still ${by}`, received: `a list without ${gone.join(', ')}` }]
      : []),
  ]
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}
