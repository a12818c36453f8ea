import { runContract } from '@concordat/contract'
import type { OperationDescriptor, ResourceRole } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { findingsOf } from '../../pet/pet-run.ts'
import { documentOf } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const order = { content: { 'application/json': { schema: { $ref: '#/$defs/Order' } } } } as const
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const
const parameters = [id('shop'), id('order')]
const of = (name: string, role: ResourceRole) => ({
  resource: { name, role },
  security: [{ Key: [] }],
})
const operations: readonly Operation[] = [
  {
    ...{
      operationId: 'listShops',
      method: 'GET',
      path: '/shops',
      list: { items: [] },
      responses: { '200': {} },
    },
    ...of('shops', 'list'),
  },
  {
    ...{ operationId: 'createOrder', method: 'POST', path: '/shops/{shop}/orders', parameters: [id('shop')] },
    ...{ requestBody: { required: true, ...order }, responses: { '201': order, '404': {} } },
    ...of('orders', 'create'),
  },
  {
    ...{ operationId: 'readOrder', method: 'GET', path: '/shops/{shop}/orders/{order}', parameters },
    ...{ responses: { '200': order, '404': {} } },
    ...of('orders', 'read'),
  },
  {
    ...{ operationId: 'deleteOrder', method: 'DELETE', path: '/shops/{shop}/orders/{order}', parameters },
    ...{ responses: { '204': {}, '404': {} } },
    ...of('orders', 'delete'),
  },
]
const documentFor = (type: 'integer' | 'string') =>
  documentOf(operations, {
    securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'x-key' } },
    resources: [
      {
        ...{
          name: 'shops',
          collection: '/shops',
          item: '/shops/{shop}',
          idParameter: 'shop',
          names: [{ path: ['id'], certainty: 'likely' }],
        },
        ...{ operations: { list: 'listShops' }, actions: [] },
      },
      {
        ...{ name: 'orders', collection: '/shops/{shop}/orders', item: '/shops/{shop}/orders/{order}' },
        ...{
          idParameter: 'order',
          names: [{ path: ['id'], certainty: 'likely' }],
          parent: { name: 'shops', parameter: 'shop' },
          actions: [],
        },
        operations: { create: 'createOrder', read: 'readOrder', delete: 'deleteOrder' },
      },
    ],
    definitions: {
      Order: {
        type: 'object',
        properties: { id: { type, readOnly: true }, note: { type: 'string' } },
      },
    },
  })

/** Lower-case letters, which are the names of counted items. */
const letters = 'abcdefghijklmnopqrstuvwxyz'

test.each([
  ['counts anew', 'integer', (count: number) => count],
  ['calls by one letter', 'string', (count: number) => letters[count - 1] ?? `order ${count}`],
] as const)(
  "orders that each shop %s: the other tenant's own ones are neither judged nor harmed",
  async (_, type, nameOf) => {
    const theirs = Array.from({ length: 26 }, (_, index) => {
      const id = nameOf(index + 1)
      return [String(id), { id, note: 'theirs' }] as const
    })
    const shops = { s1: new Map<string, object>(), s2: new Map<string, object>(theirs) }
    let last = 0
    const fetch = async (request: Request): Promise<Response> => {
      const shop = request.headers.get('x-key')?.slice(-2) as keyof typeof shops
      const [, , name, , called] = new URL(request.url).pathname.split('/')
      if (name === undefined) return Response.json([{ id: shop }])
      const orders = name === shop ? shops[shop] : undefined
      if (orders !== undefined && called === undefined) {
        const id = nameOf(++last)
        orders.set(String(id), { ...Object(await request.json()), id })
        return Response.json(orders.get(String(id)), { status: 201 })
      }
      const found = orders?.get(called ?? '')
      if (found === undefined) return Response.json({}, { status: 404 })
      if (request.method === 'GET') return Response.json(found)
      orders?.delete(called ?? '')
      return new Response(null, { status: 204 })
    }
    const report = await runContract({
      ...{ document: documentFor(type), select: { rules: ['tenancy'] } },
      target: {
        ...{ baseUrl: 'http://shops.test', fetch, disposable: true },
        ...{ credentials: { Key: 'key of s1' }, otherCredentials: { Key: 'key of s2' } },
      },
    })
    expect(last).toBeGreaterThan(0)
    expect(findingsOf(report)).toEqual([])
    expect([...shops.s2]).toEqual(theirs)
  },
)
