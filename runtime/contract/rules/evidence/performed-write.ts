import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { countsAbove, sumsAbove } from '../../data/document/counts.ts'
import { creatorOfItems, operationById } from '../../data/document/resource-lookup.ts'
import { neededResult } from '../../data/outcome/missing.ts'
import { resultIfRun } from '../../data/outcome/not-run.ts'
import { type Call, type Item, succeededCall } from '../../world/items/item.ts'
import type { CheckContext } from '../check.ts'
import { type Above, type CountBeside, lookAbove, lookAtCounts, watchAbove } from './above.ts'
import { findListed, type Listing, listAll, type Observation, requestItem } from './observe.ts'

/** One valid write, with the state immediately before and after it. */
export interface PerformedWrite extends Call {
  /**
   * The item that the write acts on, created for this purpose; for a creation, the new item. Absent if the
   * response names no item.
   */
  readonly item: Item | undefined
  /**
   * The list that contains the item, before the write. Absent if there is no list, if it is too long, or if
   * the server did not return it.
   */
  readonly before: Listing | undefined
  readonly after: Listing | undefined
  /** The read after the write; absent if there is no read operation. */
  readonly read: Omit<Observation, 'value'> | undefined
  /** The item's parent; absent if the suite did not create one. */
  readonly above: Above | undefined
  /** Numbers beside the collection that count its items, before and after a creation or a deletion. */
  readonly counted: Readonly<Record<'before' | 'after', readonly CountBeside[]>>
}

/** Writes by operationId, kept because several rules judge different aspects of one write. */
const newWrites = () => new Map<string, Promise<PerformedWrite>>()

/**
 * Returns the operation's write, which all rules of a run share. @throws NotRun if the write cannot be made
 * or is rejected.
 */
export function sharedWrite(context: CheckContext, operation: OperationDescriptor): Promise<PerformedWrite> {
  const writes = context.state.of(newWrites)
  const write = writes.get(operation.operationId) ?? performWrite(context, operation)
  writes.set(operation.operationId, write)
  return write
}

/**
 * Repeats the write on new items. The items are discarded afterwards, so that the next rule does not start
 * from the write's effects on other items.
 * @param prepare Creates the items that the write must not change.
 * @throws NotRun like `sharedWrite`.
 */
export async function repeatedWrite(
  context: CheckContext,
  operation: OperationDescriptor,
  prepare: () => Promise<void>,
): Promise<PerformedWrite> {
  context.pool.forget()
  await prepare()
  const write = await performWrite(context, operation, { isCareful: true })
  context.pool.forget()
  return write
}

/**
 * Performs a write, and reads what it can affect before and after it.
 * @param isCareful Reads the parent again after the item exists, because creating the item may have changed
 * the parent.
 * @throws NotRun if the write cannot be made or is rejected.
 */
async function performWrite(
  context: CheckContext,
  operation: OperationDescriptor,
  { isCareful }: { readonly isCareful: boolean } = { isCareful: false },
): Promise<PerformedWrite> {
  const { items, bindings } = context.pool
  const resource = context.pool.resourceFor(operation)
  const isCreate = operation.resource?.role === 'create'
  const subject = isCreate ? undefined : await items.create(resource, operation)
  await makeBeside(context, operation)
  const binding = subject?.binding ?? (await bindings.find(operation, 'read'))
  const before = await listIfAnswered(context, { resource, binding })
  const isCounted = [countsAbove, sumsAbove].some((find) => find(context.document, resource).length > 0)
  if (isCounted || (isCareful && subject !== undefined)) await lookAbove(context, resource)
  const lookAgain = await watchAbove(context, { resource, binding, isCreate })
  const lookBeside = (): Promise<readonly CountBeside[]> =>
    isCreate || operation.resource?.role === 'delete'
      ? lookAtCounts(context, { resource, binding })
      : Promise.resolve([])
  const counted = await lookBeside()
  const { created, ...call } = await context.call(operation, { at: { binding } })
  if (await items.wantsAnother(operation, call.answer)) return performWrite(context, operation, { isCareful })
  neededResult(succeededCall(call))
  const item = subject ?? created
  const read = item === undefined ? undefined : await requestItem(context, item)
  const listed = await listIfAnswered(context, { resource, binding })
  // The list was read with a different scope before the write, so the write is repeated between two reads
  // with the same scope.
  if (isCreate && item !== undefined && (await isListedElsewhere(context, item, listed)))
    return performWrite(context, operation, { isCareful })
  const after = isCreate && item !== undefined ? await onceListed(context, item, listed) : listed
  const above = await lookAgain?.()
  return {
    ...call,
    above,
    item,
    before,
    after,
    read,
    counted: { before: counted, after: await lookBeside() },
  }
}

/**
 * Requests a list that lacks an item again, with values with which the item was created, such as
 * "?project=7", because some lists show only a default scope. True if the list then shows the item. All later
 * requests for the list include these values too.
 */
async function isListedElsewhere(
  context: CheckContext,
  item: Item,
  listing: Listing | undefined,
): Promise<boolean> {
  if (listing === undefined || findListed(listing, item)?.value !== undefined) return false
  const { by } = listing
  const { supplied } = context.pool.requests
  const scopes = supplied.scopesOfThings(by)
  if (scopes.some((parameter) => supplied.isAsked(by, parameter))) return false
  for (const parameters of [scopes, ...(scopes.length > 1 ? scopes.map((parameter) => [parameter]) : [])]) {
    supplied.scopeFurther(by, parameters)
    const scoped = await listIfAnswered(context, item)
    if (scoped !== undefined && findListed(scoped, item)?.value !== undefined) return true
  }
  supplied.scopeFurther(by, [])
  return false
}

/**
 * Returns the list once it shows the new item, because some servers update their lists a moment after the
 * write.
 */
async function onceListed(
  context: CheckContext,
  item: Item,
  listing: Listing | undefined,
): Promise<Listing | undefined> {
  return context.pool.settled.onceShown(item.resource.collection, {
    ...{ seen: listing, since: performance.now(), isOfList: true },
    look: () => listIfAnswered(context, item),
    isShown: (list) => {
      const found = list && findListed(list, item)
      return found === undefined || found.value !== undefined
    },
  })
}

/** Creates the items, other than the subject, that a write must not change. */
async function makeBeside(context: CheckContext, operation: OperationDescriptor): Promise<void> {
  const resource = context.pool.resourceFor(operation)
  if (operation.resource?.role === 'delete') await makeNeighbour(context, resource)
  if (operation.resource?.role === 'action') await makeSiblingWithParts(context, resource)
}

/**
 * Creates an item after the subject, so that lists sorted by age show it directly before or after the
 * subject.
 */
async function makeNeighbour({ document, pool }: CheckContext, resource: ResourceDescriptor): Promise<void> {
  if (resource.operations.list === undefined || creatorOfItems(document, resource) === undefined) return
  await resultIfRun(() => pool.items.create(resource))
}

/**
 * Creates a child of the resource's shared item, because an action on one item must not affect another item's
 * children.
 */
async function makeSiblingWithParts(context: CheckContext, resource: ResourceDescriptor): Promise<void> {
  const { document, pool } = context
  const below = document.resources.find(
    ({ parent, operations }) => parent?.name === resource.name && operations.create !== undefined,
  )
  const create = operationById(document, below?.operations.create)
  if (create === undefined || creatorOfItems(document, resource) === undefined) return
  await resultIfRun(async () => {
    const binding = await pool.bindings.find(create, 'read')
    return context.attempt(create, { expecting: 'either', at: { binding } })
  })
}

/**
 * Returns the list; `undefined` if there is none or it cannot be read completely. If the server fails to
 * return it, the list's own rules report that.
 */
function listIfAnswered(
  context: CheckContext,
  where: Pick<Item, 'resource' | 'binding'>,
): Promise<Listing | undefined> {
  return resultIfRun(() => listAll(context, where))
}
