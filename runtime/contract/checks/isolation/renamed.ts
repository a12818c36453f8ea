import { isObject } from '@concordat/runtime/json'
import type { RequestPlan } from '../../exchange/request.ts'
import type { Item } from '../../items/item.ts'

/**
 * Whether an identifier changed because it is made of a member that the write changed: "key-2." where "name" became
 * "key-2". Who may write such a member may rename the item.
 */
export function isRenamed(
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
