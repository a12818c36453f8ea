import type { ResourceDescriptor } from '@concordat/runtime/http'
import { templatesOf } from '../document/place.ts'
import { creatorOf, resourceOf } from '../document/resource-lookup.ts'
import type { Item } from '../items/item.ts'
import type { CheckContext } from '../rule/check.ts'
import { type Observation, requestItem } from './observe.ts'

/** The item above another one, as it was known before and as it is now. */
export interface Above {
  readonly resource: ResourceDescriptor
  readonly before: unknown
  readonly after: Observation
}

/** What the last look at an item showed: one look after each write is also the one before the next. */
const newLooks = () => new Map<Item, unknown>()

/** Looks at the item above the items of a resource, where the suite shares one and something reads it. */
export async function lookAbove(
  context: CheckContext,
  resource: ResourceDescriptor,
): Promise<Observation | undefined> {
  const parent = resourceOf(context.document, resource.parent?.name)
  if (parent === undefined || creatorOf(context.document, parent) === undefined) return undefined
  const item = await context.pool.items.shared(parent)
  const read = await requestItem(context, item)
  if (read === undefined) return undefined
  context.state.of(newLooks).set(item, read.answer.value)
  return { ...read, value: read.answer.value }
}

/**
 * Prepares for a look at the item above the items of a place after a write. Before the first look it is what its creation
 * answered.
 * @returns How to look; `undefined` when the suite did not make that item.
 */
export async function watchAbove(
  context: CheckContext,
  { resource, place }: Pick<Item, 'resource' | 'place'>,
): Promise<(() => Promise<Above | undefined>) | undefined> {
  const parent = resourceOf(context.document, resource.parent?.name)
  const key = templatesOf(parent?.item ?? '').at(-1)?.key
  const value = key === undefined ? undefined : place.get(key)
  if (parent === undefined || key === undefined || value?.origin !== 'created') return undefined
  const item = await context.pool.items.shared(parent)
  if (item.place.get(key)?.text !== value.text) return undefined
  const before = context.state.of(newLooks).get(item) ?? item.value
  return async () => {
    const after = await lookAbove(context, resource)
    return after && { resource: parent, before, after }
  }
}
