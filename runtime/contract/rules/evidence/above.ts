import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { countsBeside, type DocumentedCount } from '../../data/document/counts.ts'
import { type PathBinding, pathTemplates } from '../../data/document/path-binding.ts'
import { creatorOfItems, operationById, resourceByName } from '../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { resultIfRun } from '../../data/outcome/not-run.ts'
import { isReferenceName } from '../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../world/items/item.ts'
import { requestWithBody } from '../../world/requests/with-body.ts'
import type { CheckContext } from '../check.ts'
import { isReusableByCache } from '../reuse-by-caches.ts'
import { requiredBesideChange, visibleFields } from './fields.ts'
import { type Observation, requestItem } from './observe.ts'

/** An item's parent, before and after a write. */
export interface Above {
  readonly resource: ResourceDescriptor
  readonly item: Item
  readonly before: unknown
  readonly after: Observation
}

/**
 * The last value that a read showed for each item. The read after one write is also the read before the next.
 */
const newLooks = () => new Map<Item, unknown>()

/**
 * Reads the parent of a resource's items, if the run can create such a parent and an operation can read it.
 */
export async function lookAbove(
  context: CheckContext,
  resource: ResourceDescriptor,
): Promise<Observation | undefined> {
  const parent = resourceByName(context.document, resource.parent?.name)
  if (parent === undefined || creatorOfItems(context.document, parent) === undefined) return undefined
  const item = await context.pool.items.shared(parent)
  const read = await requestItem(context, item)
  if (read === undefined) return undefined
  context.state.of(newLooks).set(item, read.answer.value)
  return { ...read, value: read.answer.value }
}

/** Parents whose texts the run has changed. */
const newChanges = () => new Set<Item>()

/**
 * Changes the texts of a parent once, because a write below it can bring back an earlier state only if there
 * is one.
 * @returns true if a change was sent.
 */
async function changeTexts(context: CheckContext, item: Item): Promise<boolean> {
  const changed = context.state.of(newChanges)
  const update = operationById(context.document, item.resource.operations.update)
  if (update === undefined || changed.has(item)) return false
  changed.add(item)
  const sending = changeOfTexts(context, update, item)
  if (sending === undefined) return false
  const attempt = { expecting: 'either', at: asFixture(item), sending } as const
  return (await resultIfRun(() => context.attempt(update, attempt))) !== undefined
}

/** An update or a replacement that changes all free texts of an item; `undefined` if it has none. */
export function changeOfTexts(
  context: CheckContext,
  update: OperationDescriptor,
  item: Item,
): RequestPlan | undefined {
  const { requests } = context.pool
  const texts = visibleFields(context, update, update).filter(({ name, schema }) => {
    const { format, pattern } = schema.keywords
    const isFree = schema.types.includes('string') && schema.values.listed === undefined
    return isFree && format === undefined && pattern === undefined && !isReferenceName(name)
  })
  const change = texts.map(({ name, schema }) => [
    name,
    requests.value(schema, { variant: 'full', hint: name }),
  ])
  if (change.length === 0) return undefined
  const isWhole = update.resource?.role === 'replace'
  const plan = isWhole ? requests.best(update, item.binding) : requests.plan(update, item.binding, 'empty')
  const whole = isObject(plan.body?.value) ? plan.body.value : {}
  return requestWithBody(plan, {
    ...(isWhole ? whole : requiredBesideChange(context, update, item.value)),
    ...Object.fromEntries(change),
  })
}

/**
 * Prepares to read the parent of a path binding's items after a write. Before the first read, the response
 * that created the parent provides its value.
 * @returns A function that reads the parent; `undefined` if the suite did not create that parent.
 */
export async function watchAbove(
  context: CheckContext,
  { resource, binding, isCreate }: Pick<Item, 'resource' | 'binding'> & { readonly isCreate: boolean },
): Promise<(() => Promise<Above | undefined>) | undefined> {
  const parent = resourceByName(context.document, resource.parent?.name)
  const key = pathTemplates(parent?.item ?? '').at(-1)?.key
  const value = key === undefined ? undefined : binding.get(key)
  if (parent === undefined || key === undefined || value?.origin !== 'created') return undefined
  const item = await context.pool.items.shared(parent)
  if (item.binding.get(key)?.text !== value.text) return undefined
  if (isCreate && (await changeTexts(context, item))) await lookAbove(context, resource)
  const before = context.state.of(newLooks).get(item) ?? item.value
  return async () => {
    const after = await lookAbove(context, resource)
    return after && { resource: parent, item, before, after }
  }
}

/** A count of a collection's items in a response at another path: "people" in "GET /workspaces/7/stats". */
export interface CountBeside extends DocumentedCount {
  readonly count: number
  readonly answer: Answer
}

/** Reads the numbers that count a resource's items. Responses that caches may reuse are left out. */
export async function lookAtCounts(
  context: CheckContext,
  { resource, binding }: { readonly resource: ResourceDescriptor; readonly binding: PathBinding },
): Promise<readonly CountBeside[]> {
  const found: CountBeside[] = []
  for (const { by, path } of countsBeside(context.document, resource)) {
    const answer =
      found.find((one) => one.by === by)?.answer ??
      (await resultIfRun(() => context.read(context.pool.requests.best(by, binding))))
    const count = answer && isSuccess(answer) ? valueAt(answer.value, path) : undefined
    if (answer !== undefined && typeof count === 'number' && !isReusableByCache(answer))
      found.push({ by, path, count, answer })
  }
  return found
}
