import { isObject } from '@concordat/runtime/json'
import type { Item } from '../../../world/items/item.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { observeItem } from '../observe.ts'
import { lookTwiceApart } from './at-rest.ts'

/**
 * Finds the names of properties that change even though nothing is written, such as the number of free seats
 * when reservations expire.
 */
export async function restlessMembers(context: CheckContext, item: Item): Promise<ReadonlySet<string>> {
  const [first, second] = await lookTwiceApart(async () => (await observeItem(context, item)).value)
  if (!isObject(first) || !isObject(second)) return new Set()
  return new Set(Object.keys(first).filter((name) => !isSameAsKept(first[name], second[name])))
}
