import type { OperationDescriptor } from '../../../http/operation.ts'
import type { Item } from '../../fixtures/item.ts'
import { idOf } from '../../fixtures/resource-lookup.ts'
import type { Trespass } from '../isolation.ts'
import type { Listing } from '../lifecycle/observe.ts'

/** Items that came or went beside the one that was to. */
export function checkMembership(
  operation: OperationDescriptor,
  { before, after, item }: { before: Listing; after: Listing; item: Item },
): Trespass[] {
  // An action of which the document states no effect may well copy or merge.
  if (operation.resource?.role === 'action' && operation.effect === undefined) return []
  const answer = after.pages.at(-1)?.answer
  const own = idOf(item.resource, item.value)
  if (answer === undefined || own === undefined) return []
  const ids = ({ items }: Listing): string[] => items.flatMap((other) => idOf(item.resource, other) ?? [])
  const come = without(ids(after), [...ids(before), own])
  const gone = without(ids(before), [...ids(after), own])
  const by = `in ${after.by.operationId} after ${operation.operationId}`
  return [
    ...(come.length > 0 ? [{ answer, expected: `no other new item ${by}`, received: come.join(', ') }] : []),
    ...(gone.length > 0
      ? [{ answer, expected: `every other item still ${by}`, received: `a list without ${gone.join(', ')}` }]
      : []),
  ]
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}
