import type { Call, Probe } from '../../probe.ts'

const NOTHING = 'abc_0123456789ab'

async function upload(call: Call): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['content'], 'offer.txt', { type: 'text/plain' }))
  return `/files/${(await call('POST /files', { body: form })).json.data.id}`
}

async function product(call: Call, more: object = {}): Promise<string> {
  const json = { name: 'Teapot', sku: crypto.randomUUID(), unitPrice: 1000, ...more }
  return `/products/${(await call('POST /products', { json })).json.data.id}`
}

async function coupon(call: Call): Promise<string> {
  const code = crypto.randomUUID().slice(0, 8)
  await call('POST /coupons', { json: { code, percentOff: 10 } })
  return code
}

async function order(call: Call, more: object = {}): Promise<string> {
  const productId = (await product(call)).split('/').at(-1)
  const json = { lines: [{ productId, quantity: 2 }], ...more }
  return `/orders/${(await call('POST /orders', { json })).json.data.id}`
}

async function channel(call: Call, more: object = {}): Promise<string> {
  return `/channels/${(await call('POST /channels', { json: { name: 'general', ...more } })).json.data.id}`
}

async function put(call: Call, path: string, body: string): Promise<number> {
  const headers = { 'Content-Type': 'application/octet-stream' }
  return (await call(`PUT ${path}`, { body, headers })).status
}

export const sixthGoProbes: Readonly<Record<string, Probe>> = {
  'rename-answers-301': {
    observe: async (call) => {
      const path = await upload(call)
      const { status } = await call(`PATCH ${path}`, { json: { name: 'new.txt' } })
      return [status, (await call(`GET ${path}`)).json.data.name]
    },
    correct: [200, 'new.txt'],
    // The redirect was followed.
    faulty: [404, 'new.txt'],
  },
  'replacement-with-other-id-is-copy': {
    observe: async (call) => {
      const json = { url: 'https://example.com/old', events: ['messagePosted'] }
      const { id } = (await call('POST /hooks', { json })).json.data
      await call(`PUT /hooks/${id}`, { json: { ...json, id: NOTHING, url: 'https://example.com/new' } })
      const { status } = await call(`GET /hooks/${NOTHING}`)
      return [status, (await call(`GET /hooks/${id}`)).json.data.url]
    },
    correct: [404, 'https://example.com/new'],
    faulty: [200, 'https://example.com/old'],
  },
  'change-of-attributes-is-304': {
    observe: async (call) => {
      const path = await product(call)
      const { status } = await call(`PATCH ${path}`, { json: { attributes: { color: 'blue' } } })
      return [status, (await call(`GET ${path}`)).json.data.attributes]
    },
    correct: [200, { color: 'blue' }],
    faulty: [304, {}],
  },
  'topic-cannot-be-cleared': {
    observe: async (call) => {
      const path = await channel(call, { topic: 'Tea' })
      const { status } = await call(`PATCH ${path}`, { json: { topic: null } })
      return [status, (await call(`GET ${path}`)).json.data.topic]
    },
    correct: [200, null],
    faulty: [200, 'Tea'],
  },
  'second-image-is-not-kept': {
    observe: async (call) => {
      const path = `${await product(call)}/image`
      const statuses = [await put(call, path, 'first'), await put(call, path, 'second')]
      return [...statuses, (await call(`GET ${path}`)).text]
    },
    correct: [201, 200, 'second'],
    faulty: [201, 200, 'first'],
  },
  'patch-ignores-add-and-remove': {
    observe: async (call) => {
      const path = await product(call, { description: 'Blue' })
      const operations = [
        { op: 'add', path: '/tags/-', value: 'tea' },
        { op: 'remove', path: '/description' },
        { op: 'replace', path: '/name', value: 'Pot' },
      ]
      const headers = { 'Content-Type': 'application/json-patch+json' }
      const { status } = await call(`PATCH ${path}`, { body: JSON.stringify(operations), headers })
      const { name, tags, description } = (await call(`GET ${path}`)).json.data
      return [status, name, tags, description]
    },
    correct: [200, 'Pot', ['tea'], null],
    faulty: [200, 'Pot', [], 'Blue'],
  },
  'line-needs-product-again': {
    observe: async (call) => {
      const path = await order(call)
      const [line] = (await call(`GET ${path}`)).json.data.lines
      return (await call(`PATCH ${path}/lines/${line.id}`, { json: { quantity: 3 } })).status
    },
    correct: 200,
    faulty: 400,
  },
  'search-minds-case': {
    observe: async (call) => {
      const sku = `Tea-${crypto.randomUUID()}`
      await product(call, { sku })
      return (await call(`GET /products?q=${sku.toUpperCase()}`)).json.data.length
    },
    correct: 1,
    faulty: 0,
  },
  'stock-is-read-as-zero': {
    observe: async (call) => {
      const path = await product(call, { stock: 12 })
      return (await call(`GET ${path}`)).json.data.stock
    },
    correct: 12,
    faulty: 0,
  },
  'location-of-lot-is-product': {
    observe: async (call) => {
      const json = { place: 'Shelf 4', quantity: 40 }
      const { headers } = await call(`POST ${await product(call)}/lots`, { json })
      return (await call(`GET ${headers.get('Location')}`)).json.data.place
    },
    correct: 'Shelf 4',
    faulty: undefined,
  },
  'unknown-folder-is-no-filter': {
    observe: async (call) => {
      await upload(call)
      return (await call(`GET /files?folderId=${NOTHING}`)).json.data.length > 0
    },
    correct: false,
    faulty: true,
  },
  'greatest-limit-gives-default': {
    observe: async (call) => {
      for (let number = 1; number <= 25; number++) await product(call)
      return (await call('GET /products?limit=100')).json.data.length > 20
    },
    correct: true,
    faulty: false,
  },
  'location-lacks-slash': {
    observe: async (call) => {
      const json = { code: crypto.randomUUID().slice(0, 8), percentOff: 10 }
      const { headers } = await call('POST /coupons', { json })
      return (await call(`GET ${headers.get('Location')}`)).status
    },
    correct: 200,
    faulty: 404,
  },
  'list-shows-paid-as-open': {
    observe: async (call) => {
      const customer = crypto.randomUUID()
      const { id } = (await call('POST /invoices', { json: { customer, amount: 1000 } })).json.data
      await call(`POST /invoices/${id}/pay`)
      const [listed] = (await call(`GET /invoices?customer=${customer}`)).json.data
      return [listed.status, (await call(`GET /invoices/${id}`)).json.data.status]
    },
    correct: ['paid', 'paid'],
    faulty: ['open', 'paid'],
  },
  'next-link-leads-to-first-page': {
    observe: async (call) => {
      const path = await channel(call)
      for (const text of ['one', 'two', 'three']) await call(`POST ${path}/messages`, { json: { text } })
      const { page } = (await call(`GET ${path}/messages?limit=1`)).json
      return (await call(`GET ${page.next}`)).json.data[0].text
    },
    correct: 'two',
    faulty: 'one',
  },
  'unread-counts-deleted-channels': {
    observe: async (call) => {
      const { unreadCount } = (await call('GET /unread')).json.data
      const path = await channel(call)
      await call(`POST ${path}/messages`, { json: { text: 'Hello' } })
      await call(`DELETE ${path}`)
      return (await call('GET /unread')).json.data.unreadCount - unreadCount
    },
    correct: 0,
    faulty: 1,
  },
  'limit-counts-before-filter': {
    observe: async (call) => {
      await order(call)
      const path = await order(call, { lines: [] })
      await call(`POST ${path}/cancel`)
      return (await call('GET /orders?status=cancelled&limit=1')).json.data.length
    },
    correct: 1,
    faulty: 0,
  },
  'changed-tags-are-added': {
    observe: async (call) => {
      const path = await product(call, { tags: ['tea', 'pot'] })
      await call(`PATCH ${path}`, { json: { tags: ['pot', 'blue'] } })
      return (await call(`GET ${path}`)).json.data.tags
    },
    correct: ['pot', 'blue'],
    faulty: ['tea', 'pot', 'blue'],
  },
  'head-of-nothing-is-200': {
    observe: async (call) => {
      const path = `/folders/${NOTHING}`
      return [(await call(`GET ${path}`)).status, (await call(`HEAD ${path}`)).status]
    },
    correct: [404, 404],
    faulty: [404, 200],
  },
  'removed-coupon-still-discounts': {
    observe: async (call) => {
      const path = await order(call, { couponLines: [{ code: await coupon(call) }] })
      await call(`PATCH ${path}`, { json: { couponLines: [] } })
      const { couponLines, subtotal, discount, total } = (await call(`GET ${path}`)).json.data
      return [couponLines, subtotal, discount, total]
    },
    correct: [[], 2000, 0, 2240],
    faulty: [[], 2000, 200, 2016],
  },
}
