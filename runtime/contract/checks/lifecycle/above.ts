import type { ResourceDescriptor } from '../../../http/operation.ts'
import type { CheckContext } from '../../check.ts'
import type { Item } from '../../fixtures/fixtures.ts'
import { templatesOf } from '../../fixtures/place.ts'
import { type Observation, requestItem } from './observe.ts'

/** The item above another one, as it was seen last and as it is now. */
export interface Above {
  readonly resource: ResourceDescriptor
  readonly before: Observation
  readonly after: Observation
}

/** What the last look at an item showed: one look after each write is also the one before the next. */
const seen = new WeakMap<Item, Observation>()

/**
 * Looks at the item above the items of a place before a write.
 * @returns How to look again; `undefined` when the suite did not make that item, or nothing reads it.
 */
export async function watchAbove(
  context: CheckContext,
  { resource, place }: Pick<Item, 'resource' | 'place'>,
): Promise<(() => Promise<Above | undefined>) | undefined> {
  const parent = context.fixtures.resource(resource.parent?.name)
  const key = templatesOf(parent?.item ?? '').at(-1)?.key
  const value = key === undefined ? undefined : place.get(key)
  if (parent === undefined || key === undefined || value?.origin !== 'created') return undefined
  const item = await context.fixtures.shared(parent)
  if (item.place.get(key)?.text !== value.text) return undefined
  const look = async (): Promise<Observation | undefined> => {
    const read = await requestItem(context, item)
    const now = read && { ...read, value: read.answer.value }
    if (now !== undefined) seen.set(item, now)
    return now
  }
  const before = seen.get(item) ?? (await look())
  if (before === undefined) return undefined
  return async () => {
    const after = await look()
    return after && { resource: parent, before, after }
  }
}
