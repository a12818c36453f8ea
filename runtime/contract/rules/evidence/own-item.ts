import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { PathBinding } from '../../data/document/path-binding.ts'
import { resultIfRun } from '../../data/outcome/not-run.ts'
import type { Item } from '../../world/items/item.ts'
import { requestWithBody } from '../../world/requests/with-body.ts'
import type { CheckContext } from '../check.ts'
import { lastLook, type Observation, observeItem } from './observe.ts'

/**
 * Returns the operation's own item in its current state, or another item if an earlier write removed that
 * item.
 * @throws NotRun if no item can be created or shown.
 */
export async function ownItem(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<{ readonly item: Item; readonly seen: Observation }> {
  const item = await context.pool.items.exclusive(operation)
  const seen = await lastLook(context, item)
  if (seen.value !== undefined) return { item, seen }
  const other = await context.pool.items.exclusiveAnew(operation)
  return { item: other, seen: await observeItem(context, other) }
}

/**
 * Creates an item with the given values and those of a valid body. If the server rejects it, uses generated
 * values, because the document's values might have to be unique and already be in use.
 * @returns `undefined` if both attempts fail.
 */
export async function itemWith(
  context: CheckContext,
  create: OperationDescriptor,
  { binding, values }: { readonly binding: PathBinding; readonly values: (sent: object) => object },
): Promise<Item | undefined> {
  const { requests } = context.pool
  for (const plan of [() => requests.best(create, binding), () => requests.plan(create, binding, 'full')]) {
    const created = await resultIfRun(async () => {
      const valid = plan()
      const sent = isObject(valid.body?.value) ? valid.body.value : {}
      const sending = requestWithBody(valid, { ...sent, ...values(sent) })
      return (await context.attempt(create, { expecting: 'either', at: { binding }, sending })).created
    })
    if (created !== undefined) return created
  }
  return undefined
}
