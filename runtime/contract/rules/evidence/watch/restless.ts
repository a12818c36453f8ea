import { isObject } from '@concordat/runtime/json'
import type { Item } from '../../../world/items/item.ts'
import { isSame } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { observe } from '../observe.ts'
import { twiceApart } from './at-rest.ts'

/** Names of members that change while nothing is sent, such as places that are freed after a while. */
export async function restlessMembers(context: CheckContext, item: Item): Promise<ReadonlySet<string>> {
  const [first, second] = await twiceApart(async () => (await observe(context, item)).value)
  if (!isObject(first) || !isObject(second)) return new Set()
  return new Set(Object.keys(first).filter((name) => !isSame(first[name], second[name])))
}
