import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { creatorOfItems } from '../../../data/document/resource-lookup.ts'
import { onceOrMissing } from '../../../data/outcome/missing.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { readsPartOf } from '../../evidence/observe.ts'

/** New items, by resource, below which nothing has been created. */
const newItems = () => new Map<string, Promise<Item>>()

/**
 * Reads what is below a new item, which has no parts yet: no messages, no readings. The suite compares the
 * response with the document like any other.
 */
export async function readBelowNew(context: CheckContext, operation: OperationDescriptor): Promise<void> {
  const resource = resourceAbove(context.document, operation)
  const { pool, state } = context
  if (resource === undefined) return
  await resultIfRun(async () => {
    const item = await onceOrMissing(state.of(newItems), resource.name, () => pool.items.create(resource))
    const binding = await pool.bindings.around(operation, item.binding)
    await context.read(pool.requests.best(operation, binding))
  })
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
