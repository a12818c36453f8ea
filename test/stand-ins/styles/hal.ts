import { documentOf, object, problem, query, ref, Shelf, type Style } from './style.ts'

interface Order {
  readonly key: string
  readonly customer: string
  readonly quantity: number
}

const link = object({ href: { type: 'string' } })
const own = {
  customer: { type: 'string', minLength: 1, maxLength: 60 },
  quantity: { type: 'integer', minimum: 1, maximum: 500 },
}
const HAL = 'application/hal+json'

/**
 * Items are identified only by their own link, a creation returns only its URL, and pages are numbered from
 * 0.
 */
export const hal: Style = {
  name: 'HAL',
  document: documentOf(
    'orders',
    {
      'GET /orders': {
        id: 'listOrders',
        parameters: [
          query('page', { type: 'integer', minimum: 0, default: 0 }),
          query('size', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
        ],
        answers: [{ type: HAL, schema: ref('Orders') }],
        refuses: [400],
      },
      'POST /orders': {
        id: 'placeOrder',
        body: { schema: ref('NewOrder') },
        answers: [{ status: 201, headers: { Location: { required: true, schema: { type: 'string' } } } }],
        refuses: [400, 415],
      },
      'GET /orders/{key}': { id: 'getOrder', answers: [{ type: HAL, schema: ref('Order') }], refuses: [404] },
      'PUT /orders/{key}': {
        id: 'replaceOrder',
        body: { schema: ref('NewOrder') },
        answers: [{ status: 204 }],
        refuses: [400, 404, 415],
      },
      'DELETE /orders/{key}': { id: 'cancelOrder', answers: [{ status: 204 }], refuses: [404] },
    },
    {
      schemas: {
        NewOrder: { ...object(own), additionalProperties: false },
        Order: object({ ...own, _links: object({ self: link }) }),
        Orders: object({
          _embedded: object({ orders: { type: 'array', items: ref('Order') } }),
          _links: object({ self: link, next: link, prev: link }, ['self']),
          page: object({
            size: { type: 'integer' },
            totalElements: { type: 'integer' },
            totalPages: { type: 'integer' },
            number: { type: 'integer' },
          }),
        }),
      },
    },
  ),
  start() {
    const orders = new Shelf<Order>()
    let made = 0
    const shown = ({ key, ...order }: Order) => ({ ...order, _links: { self: { href: `/orders/${key}` } } })
    const answer = (body: object) => Response.json(body, { headers: { 'content-type': HAL } })
    const none = () => problem(404, 'There is no such order.')
    return {
      refuse: problem,
      handlers: {
        listOrders({ tenant, query: { page = 0, size = 20 } }) {
          const all = orders.all(tenant)
          const [number, most] = [Number(page), Number(size)]
          const totalPages = Math.ceil(all.length / most)
          const to = (other: number) => ({ href: `/orders?page=${other}&size=${most}` })
          return answer({
            _embedded: { orders: all.slice(number * most, (number + 1) * most).map(shown) },
            _links: {
              self: to(number),
              ...(number + 1 < totalPages && { next: to(number + 1) }),
              ...(number > 0 && { prev: to(number - 1) }),
            },
            page: { size: most, totalElements: all.length, totalPages, number },
          })
        },
        placeOrder({ tenant, body }) {
          const key = (++made * 7919).toString(36)
          orders.set(tenant, key, { ...(body as Omit<Order, 'key'>), key })
          return new Response(null, { status: 201, headers: { location: `/orders/${key}` } })
        },
        getOrder({ tenant, path: { key = '' } }) {
          const order = orders.get(tenant, key)
          return order ? answer(shown(order)) : none()
        },
        replaceOrder({ tenant, path: { key = '' }, body }) {
          if (!orders.get(tenant, key)) return none()
          orders.set(tenant, key, { ...(body as Omit<Order, 'key'>), key })
          return new Response(null, { status: 204 })
        },
        cancelOrder: ({ tenant, path: { key = '' } }) =>
          orders.delete(tenant, key) ? new Response(null, { status: 204 }) : none(),
      },
    }
  },
}
