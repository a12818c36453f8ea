import type { OperationDescriptor } from '@concordat/runtime/http'
import { jsonBody } from '../../../data/document/json-body.ts'
import { creatorOfItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import type { Check } from '../../check.ts'
import { checkRelations } from './check-relations.ts'
import { computesNumbers } from './computed-members.ts'
import { rules } from './rules.ts'
import { checkSameContent } from './same-content.ts'

const CHANGES = ['update', 'replace']

/**
 * A property that a server computes depends only on the values that clients sent, regardless of their order.
 */
export const computed: Check = {
  code: 'computed',
  description:
    'If items have numbers that clients do not send, or times that clients send, the run creates three items with different values. Relations between an item\'s numbers, such as "total = price × quantity", hold in every item after each change. An item that is created and then changed has the same numbers and times as one that is created with the final values, and a reversed change restores them.',
  assertions: Object.values(rules),
  example: '`PATCH /orders/7` with `"quantity": 3` leaves `"total"` at the price of one item.',
  fix: 'Compute derived properties on each read, or whenever their inputs change.',
  reserve: { fraction: 0.12, isIndivisible: true },
  applies: (operation, document) => {
    const { role = '', name } = operation.resource ?? {}
    if (jsonBody(operation) === undefined) return false
    const creator = creatorOfItems(document, resourceByName(document, name))
    if (creator === undefined || !computesNumbers(creator, document)) return false
    return role === 'create' || (CHANGES.includes(role) && creator !== operation)
  },
  title: ({ resource }: OperationDescriptor) =>
    resource?.role === 'create'
      ? 'relations between numbers hold in all items'
      : 'computed values are correct after a change',
  run: (context, operation) =>
    operation.resource?.role === 'create'
      ? checkRelations(context, operation)
      : checkSameContent(context, operation),
}
