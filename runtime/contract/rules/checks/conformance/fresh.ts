import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { creatorOfItems, operationAt } from '../../../data/document/resource-lookup.ts'
import { isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { onceOrMissing } from '../../../data/outcome/missing.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import type { CheckContext } from '../../check.ts'
import { readsPartOf } from '../../evidence/observe.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { rules } from './rules.ts'

/** New items, by resource, below which nothing has been created. */
const newItems = () => new Map<string, Promise<Item>>()

/**
 * Reads what is below a new item, which has no parts yet: no messages, no readings. The suite compares the
 * response with the document like any other, and reports a list that the server rejects only while it is
 * empty.
 */
export async function readBelowNew(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<readonly Finding[]> {
  const resource = resourceAbove(context.document, operation)
  const { pool, state } = context
  if (resource === undefined) return []
  const found = await resultIfRun(async () => {
    const item = await onceOrMissing(state.of(newItems), resource.name, () => pool.items.create(resource))
    const binding = await pool.bindings.around(operation, item.binding)
    const answer = await context.read(pool.requests.best(operation, binding))
    const isRefused = isRefusal(answer) && new Refusal(answer, operation).mayBeAbout('content')
    return isRefused ? context.budget.makeSure(() => refusedWhileEmpty(context, operation, item)) : []
  })
  return found ?? []
}

/** Reports a list below an item if the server rejects it until something is created below the item. */
async function refusedWhileEmpty(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
): Promise<readonly Finding[]> {
  const create = operationAt(context.document, { method: 'POST', path: operation.path })
  if (operation.list === undefined || create?.resource?.role !== 'create') return []
  const binding = await context.pool.bindings.around(operation, item.binding)
  const read = () => context.read(context.pool.requests.best(operation, binding))
  // The server may need a moment until it knows the new item.
  const [, empty] = await lookTwiceApart(read)
  if (!isRefusal(empty)) return []
  const { answer: made } = await context.call(create, { at: { binding }, expecting: 'success' })
  const filled = await read()
  // Other rules need a new item without parts.
  context.state.of(newItems).delete(item.resource.name)
  if (!isSuccess(made) || !isSuccess(filled)) return []
  return [
    context.finding({
      ...{ operation, answer: empty, beside: [filled], breaks: rules.success, expecting: 'success' },
      clause: pointerBelow(operation.pointer, 'responses'),
      fact: { kind: 'refused while empty', create: create.operationId, status: empty.status },
    }),
  ]
}

/** The resource whose items have the part that an operation reads. */
function resourceAbove(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
): ResourceDescriptor | undefined {
  return document.resources.find(
    (resource) => readsPartOf(operation, resource) && creatorOfItems(document, resource) !== undefined,
  )
}
