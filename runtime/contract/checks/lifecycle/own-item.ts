import type { OperationDescriptor } from '../../../http/operation.ts'
import type { CheckContext } from '../../check.ts'
import type { Item } from '../../fixtures/fixtures.ts'
import { type Observation, observe } from './observe.ts'

/** The last look at an item, and how many writes the run had made by then. */
const looks = new WeakMap<Item, { readonly seen: Observation; readonly writes: number }>()

/** A fresh look, which `lastLook` knows from then on. @throws NotRun when no operation shows the item. */
export async function look(context: CheckContext, item: Item): Promise<Observation> {
  const seen = await observe(context, item)
  looks.set(item, { seen, writes: context.writes() })
  return seen
}

/**
 * What an item is like before a rule begins: the last look where nothing was written since, else a fresh one. A refused
 * request counts as nothing: whoever expects a refusal looks afresh in the end, and that look is the one known here.
 * @throws NotRun when no operation shows the item.
 */
export function lastLook(context: CheckContext, item: Item): Promise<Observation> {
  const known = looks.get(item)
  return known?.writes === context.writes() ? Promise.resolve(known.seen) : look(context, item)
}

/**
 * The operation's own item as it is now; another one where an earlier write made it vanish.
 * @throws NotRun when none can be created or shown.
 */
export async function ownItem(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<{ readonly item: Item; readonly seen: Observation }> {
  const item = await context.fixtures.own(operation)
  const seen = await lastLook(context, item)
  if (seen.value !== undefined) return { item, seen }
  const other = await context.fixtures.ownAnew(operation)
  return { item: other, seen: await look(context, other) }
}
