import type { OperationDescriptor } from '@concordat/runtime/http'
import { securityClause } from '../../../data/document/clause.ts'
import { blank, itemPath, templatesOf } from '../../../data/document/place.ts'
import { creatorOf, idOf, operationOf } from '../../../data/document/resource-lookup.ts'
import { NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { isOfTenant, isWrittenBelow, STRANGER } from './of-tenant.ts'
import { rules } from './rules.ts'

/** A list that stands below no tenant's id shows each caller its own items: an item of ours is absent from another's. */
export async function checkForeignList(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const resource = context.pool.resourceFor(operation)
  const item = await context.pool.items.shared(resource)
  if (!isListOfTenant(context, operation, item))
    throw new NotRun({ kind: "perhaps everybody's", operation: operation.operationId })
  const id = idOf(resource, item.value)
  if (id === undefined) return new NotRun({ kind: 'no member names it', resource: resource.name })
  const { pages } = await new Collection(context, operation, { place: item.place, as: STRANGER }).walk()
  const page = pages.find(({ items }) => items.some((other) => idOf(resource, other) === id))
  if (page === undefined) return []
  return [
    context.finding({
      operation,
      clause: securityClause(operation),
      answer: page.answer,
      breaks: rules.list,
      fact: { kind: "others' item listed", id },
    }),
  ]
}

/** True if each tenant has items of its own in a list: those that operations on an item would name so. */
function isListOfTenant(context: CheckContext, list: OperationDescriptor, item: Item): boolean {
  const { document } = context
  const { read, update, replace, delete: remove } = item.resource.operations
  const onItem = operationOf(document, read ?? update ?? replace ?? remove)
  const template = templatesOf(itemPath(item.resource)).at(-1)
  if (onItem === undefined || template === undefined)
    return (
      creatorOf(document, item.resource) !== undefined ||
      list.path.includes('{') ||
      isWrittenBelow(document, `${blank(list.path)}/{}`)
    )
  return isOfTenant(context, { template, place: item.place, operation: onItem })
}
