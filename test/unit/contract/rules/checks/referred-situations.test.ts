import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'string', readOnly: true }
const text = { type: 'string' }
const coupon = { type: 'object', required: ['id', 'code'], properties: { id, code: text } }
const order = {
  type: 'object',
  required: ['id', 'note', 'coupon_id'],
  properties: { id, note: text, coupon_id: text },
}
const none = { 404: { description: 'None.' }, 422: { description: 'Wrong.' } }
const body = (properties: object, required: readonly string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
})
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text })

const document = described({
  '/coupons': {
    get: { operationId: 'listCoupons', responses: answers({ type: 'array', items: coupon }) },
    post: {
      ...{ operationId: 'addCoupon', requestBody: body({ code: text }, ['code']) },
      responses: { ...answers(coupon, { status: 201 }), ...none },
    },
  },
  '/coupons/{coupon}': {
    parameters: [inPath('coupon')],
    get: { operationId: 'getCoupon', responses: { ...answers(coupon), ...none } },
    patch: {
      ...{ operationId: 'changeCoupon', requestBody: body({ code: text }, []) },
      responses: { ...answers(coupon), ...none },
    },
  },
  '/coupons/{coupon}/withdraw': {
    parameters: [inPath('coupon')],
    post: { operationId: 'withdrawCoupon', responses: { ...answers(coupon), ...none } },
  },
  '/orders': {
    get: { operationId: 'listOrders', responses: answers({ type: 'array', items: order }) },
    post: {
      operationId: 'addOrder',
      requestBody: body({ note: text, coupon_id: text }, ['note', 'coupon_id']),
      responses: { ...answers(order, { status: 201 }), ...none },
    },
  },
  '/orders/{order}': {
    parameters: [inPath('order')],
    get: { operationId: 'getOrder', responses: { ...answers(order), ...none } },
  },
})

interface Coupon {
  readonly code: string
  readonly isChanged?: boolean
  readonly isWithdrawn?: boolean
}

/** @param isListed True if the list has the orders with a coupon. */
function service(isListed: (coupon: Coupon) => boolean) {
  const coupons = new Map<string, Coupon>()
  const orders = new Map<string, { readonly coupon_id: string }>()
  const shown = (own: string) => ({ id: own, code: coupons.get(own)?.code })
  const isShown = ([, { coupon_id: own }]: [string, { readonly coupon_id: string }]): boolean =>
    isListed(coupons.get(own) ?? { code: '' })
  return ({ method, url }: Request, sent: string): Response => {
    const [, kind, own, action] = new URL(url).pathname.split('/')
    const kept = kind === 'coupons' ? coupons : orders
    if (own !== undefined && !kept.has(own)) return new Response(null, { status: 404 })
    if (kind === 'orders') {
      if (own !== undefined) return Response.json({ ...orders.get(own), id: own })
      if (method === 'GET')
        return Response.json([...orders].filter(isShown).map(([key, one]) => ({ ...one, id: key })))
      const made = JSON.parse(sent)
      if (!coupons.has(made.coupon_id)) return new Response(null, { status: 422 })
      orders.set(`o${orders.size + 1}`, made)
      return Response.json({ ...made, id: `o${orders.size}` }, { status: 201 })
    }
    if (own === undefined && method === 'GET') return Response.json([...coupons.keys()].map(shown))
    const key = own ?? `c${coupons.size + 1}`
    const old = coupons.get(key)
    if (old === undefined) coupons.set(key, JSON.parse(sent))
    else if (action === 'withdraw') coupons.set(key, { ...old, isWithdrawn: true })
    else if (method === 'PATCH') coupons.set(key, { ...old, ...JSON.parse(sent), isChanged: true })
    return Response.json(shown(key), { status: old === undefined ? 201 : 200 })
  }
}

const told = async (isListed: (coupon: Coupon) => boolean): Promise<readonly string[]> => {
  const lines = await outcomes(await document, { answer: service(isListed), rules: ['nesting'] })
  return lines.filter((line) => line.startsWith('nesting getCoupon'))
}

test('items that stay listed in every situation of what they refer to break nothing', async () => {
  expect(await told(() => true)).toEqual(['nesting getCoupon: passed'])
})

test('a list without items whose target was changed is told', async () => {
  expect(await told(({ isChanged }) => isChanged !== true)).toEqual([
    expect.stringContaining('GET /orders to return an item as before PATCH /coupons/{coupon}'),
  ])
})

test('a list may leave out items whose target was withdrawn', async () => {
  expect(await told(({ isWithdrawn }) => isWithdrawn !== true)).toEqual(['nesting getCoupon: passed'])
})
