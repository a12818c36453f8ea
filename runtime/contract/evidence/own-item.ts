import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Item } from '../items/item.ts'
import type { CheckContext } from '../rule/check.ts'
import { lastLook, type Observation, observe } from './observe.ts'

/**
 * The operation's own item as it is now; another one where an earlier write made it vanish.
 * @throws NotRun when none can be created or shown.
 */
export async function ownItem(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<{ readonly item: Item; readonly seen: Observation }> {
  const item = await context.pool.items.own(operation)
  const seen = await lastLook(context, item)
  if (seen.value !== undefined) return { item, seen }
  const other = await context.pool.items.ownAnew(operation)
  return { item: other, seen: await observe(context, other) }
}
