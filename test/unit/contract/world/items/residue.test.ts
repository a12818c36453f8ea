import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { leavesBehindLine } from '../../../../../generator/commands/verify/leaves-behind.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { documentOf } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const order = { operations: { create: 'createOrder', read: 'readOrder' }, actions: ['ship'] }
const ship = { resource: { name: 'orders', role: 'action' }, responses: { '200': {} } } as const

/**
 * Returns the outcome for orders that are shipped. @param removal statuses of their DELETE; if empty, there
 * is no such operation.
 */
function lineOf({
  removal = [],
  effect = { shipped: true },
  changes = [],
  parent = false,
  readOnly = false,
  disposable = true,
}: {
  removal?: readonly string[]
  effect?: Record<string, unknown>
  changes?: readonly string[]
  parent?: boolean
  readOnly?: boolean
  disposable?: boolean
}): string | undefined {
  const item = parent ? '/shops/{shop_id}/orders/{id}' : '/orders/{id}'
  const collection = item.replace('/{id}', '')
  const schema = {
    type: 'object',
    properties: Object.fromEntries(changes.map((name) => [name, {}])),
  } as const
  const requestBody = { required: true, content: { 'application/json': { schema } } } as const
  const on = (operationId: string, method: string, role: 'create' | 'read' | 'update' | 'delete') => ({
    ...{ operationId, method, path: role === 'create' ? collection : item },
    ...(role === 'update' && { requestBody }),
    ...{ resource: { name: 'orders', role }, responses: { '200': {} } },
  })
  const operations: Operation[] = [
    on('createOrder', 'POST', 'create'),
    on('readOrder', 'GET', 'read'),
    { ...ship, operationId: 'ship', method: 'POST', path: `${item}/ship`, effect: { set: effect } },
    ...(changes.length > 0 ? [on('changeOrder', 'PATCH', 'update')] : []),
    ...(removal.length > 0
      ? [
          {
            ...on('deleteOrder', 'DELETE', 'delete'),
            responses: Object.fromEntries(removal.map((status) => [status, {}])),
          },
        ]
      : []),
    ...(parent
      ? [
          {
            ...{ operationId: 'deleteShop', method: 'DELETE', path: '/shops/{id}' },
            ...{ resource: { name: 'shops', role: 'delete' } as const, responses: { '204': {} } },
          },
        ]
      : []),
  ]
  const orders: ResourceDescriptor = {
    ...{ name: 'orders', collection, item, actions: order.actions },
    ...(parent && { parent: { name: 'shops', parameter: 'shop_id' } }),
    operations: {
      ...order.operations,
      ...(changes.length > 0 && { update: 'changeOrder' }),
      ...(removal.length > 0 && { delete: 'deleteOrder' }),
    },
  }
  const shops: ResourceDescriptor = {
    ...{ name: 'shops', collection: '/shops', item: '/shops/{id}', actions: [] },
    operations: { delete: 'deleteShop' },
  }
  const resources = parent ? [shops, orders] : [orders]
  const target = { baseUrl: 'http://shop.test', readOnly, disposable }
  return leavesBehindLine(documentOf(operations, { resources }), target)
}

const REFUSED = 'The run leaves behind: orders, if deleteOrder refuses to remove them after ship.'

test.each([
  ['what nothing removes', {}, 'The run leaves behind: orders, which no operation removes.'],
  ['what goes with the item above it', { parent: true }, undefined],
  ['what is removed in any state', { removal: ['204', '404'] }, undefined],
  ['what is not removed in every state', { removal: ['204', '409'] }, REFUSED],
  ['what may be locked', { removal: ['204', '423'], changes: ['note'] }, REFUSED],
  ['what a change brings back', { removal: ['204', '409'], changes: ['note', 'shipped'] }, undefined],
  ['what is only read', { readOnly: true }, undefined],
  ['what is not created, because nothing removes it', { disposable: false }, undefined],
  ['what does not reach that state', { removal: ['204', '409'], disposable: false }, undefined],
])('%s', (_, machine, line) => {
  expect(lineOf(machine)).toBe(line)
})

test('of a service that removes whatever it has nothing is said', () => {
  expect(leavesBehindLine(petDocument, { baseUrl: 'http://pets.test' })).toBeUndefined()
})
