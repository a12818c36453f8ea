import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { EACH, placesIn } from '@concordat/runtime/schema-view'
import { templatesOf } from '../../data/document/path-binding.ts'
import { creatorOf, operationOf, resourceOf } from '../../data/document/resource-lookup.ts'
import { shownSchemas } from '../../data/document/shown.ts'
import { counts, countsThings } from '../../lexicon/lexicon.ts'
import type { Item } from '../../world/items/item.ts'
import type { CheckContext } from '../check.ts'
import { type Observation, requestItem } from './observe.ts'

/** The item above another one, as it was known before and as it is now. */
export interface Above {
  readonly resource: ResourceDescriptor
  readonly item: Item
  readonly before: unknown
  readonly after: Observation
}

/** Values of the last look at each item: one look after each write is also the one before the next. */
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
 * Prepares for a look at the item above the items of a path binding after a write. Before the first look it
 * is what its creation answered.
 * @returns How to look; `undefined` when the suite did not make that item.
 */
export async function watchAbove(
  context: CheckContext,
  { resource, binding }: Pick<Item, 'resource' | 'binding'>,
): Promise<(() => Promise<Above | undefined>) | undefined> {
  const parent = resourceOf(context.document, resource.parent?.name)
  const key = templatesOf(parent?.item ?? '').at(-1)?.key
  const value = key === undefined ? undefined : binding.get(key)
  if (parent === undefined || key === undefined || value?.origin !== 'created') return undefined
  const item = await context.pool.items.shared(parent)
  if (item.binding.get(key)?.text !== value.text) return undefined
  const before = context.state.of(newLooks).get(item) ?? item.value
  return async () => {
    const after = await lookAbove(context, resource)
    return after && { resource: parent, item, before, after }
  }
}

/** Steps down to a number: "stats.frames", also in an envelope. */
const DEEPEST = 3

/**
 * Paths of the integers by which the item above shows how many items of a resource there are, as their names
 * say.
 */
export function countsAbove(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
): readonly (readonly string[])[] {
  const above = resourceOf(document, resource.parent?.name)
  const read = operationOf(document, above?.operations.read)
  if (above === undefined || read === undefined) return []
  const thing = resource.collection.slice(resource.collection.lastIndexOf('/') + 1)
  const around = above.envelopes?.[read.operationId]?.shown ?? []
  return shownSchemas(read, document).flatMap((schema) =>
    [...placesIn(schema, { deepest: DEEPEST })].flatMap(({ schema: { types }, path }) => {
      const holders = path.slice(around.length, -1)
      const isHeld = around.every((step, index) => path[index] === step) && holders.every(counts.around.has)
      const isCount = types.includes('integer') && countsThings(path.at(-1) ?? '', thing)
      return isCount && isHeld && !path.includes(EACH) ? [path] : []
    }),
  )
}
