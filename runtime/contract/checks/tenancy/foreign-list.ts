import type { OperationDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import { idOf } from '../../document/resource-lookup.ts'
import { Collection } from '../../evidence/collection.ts'
import type { Finding } from '../../outcome/finding.ts'
import type { CheckContext } from '../../rule/check.ts'
import { ownResource } from '../../rule/own-resource.ts'
import { STRANGER } from './stranger.ts'

/** A list that stands below no tenant's id shows each caller its own items: an item of ours is absent from another's. */
export async function checkForeignList(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Finding[]> {
  const resource = ownResource(context, operation)
  const item = await context.items.shared(resource)
  const id = idOf(resource, item.value)
  const { pages } = await new Collection(context, operation, { place: item.place, as: STRANGER }).walk()
  const page = pages.find(({ items }) => items.some((other) => idOf(resource, other) === id))
  if (page === undefined) return []
  return [
    context.finding({
      operation,
      answer: page.answer,
      clause: below(operation.pointer, 'security'),
      basis: 'derived',
      expected: `a list without ${id} with another tenant's credential`,
      received: 'a list that shows it',
    }),
  ]
}
