import type { Call, Probe } from '../../probe.ts'

const NOTHING = 'abc_0123456789ab'
const OTHER_KEY = 'key-of-south'

async function upload(call: Call, members: Readonly<Record<string, string>>, name: string): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['content'], name, { type: 'text/plain' }))
  for (const [member, value] of Object.entries(members)) form.set(member, value)
  return `/files/${(await call('POST /files', { body: form })).json.data.id}`
}

async function folder(call: Call): Promise<string> {
  return (await call('POST /folders', { json: { name: 'Offers' } })).json.data.id
}

async function product(call: Call, more: object = {}): Promise<string> {
  const json = { name: 'Teapot', sku: crypto.randomUUID(), unitPrice: 1000, ...more }
  return `/products/${(await call('POST /products', { json })).json.data.id}`
}

async function order(call: Call, json: object): Promise<string> {
  return `/orders/${(await call('POST /orders', { json })).json.data.id}`
}

async function channel(call: Call, muted = false): Promise<string> {
  return `/channels/${(await call('POST /channels', { json: { name: 'general', muted } })).json.data.id}`
}

export const fourthGoProbes: Readonly<Record<string, Probe>> = {
  'changed-folder-is-internal-text': {
    observe: async (call) => {
      const { status, json } = await call(`PATCH /folders/${await folder(call)}`, { json: { name: 'New' } })
      return [status, json?.data.name]
    },
    correct: [200, 'New'],
    faulty: [200, undefined],
  },
  'remark-reverts-note': {
    observe: async (call) => {
      const path = await order(call, { note: 'Old' })
      await call(`PATCH ${path}`, { json: { note: 'New' } })
      await call(`POST ${path}/remarks`, { json: { text: 'The customer rang.' } })
      return (await call(`GET ${path}`)).json.data.note
    },
    correct: 'New',
    faulty: 'Old',
  },
  'folder-lists-deleted-files': {
    observe: async (call) => {
      const folderId = await folder(call)
      await call(`DELETE ${await upload(call, { folderId }, 'offer.txt')}`)
      return (await call(`GET /files?folderId=${folderId}`)).json.data.length
    },
    correct: 0,
    faulty: 1,
  },
  'move-to-unknown-folder-succeeds': {
    observe: async (call) => {
      const json = { folderId: NOTHING }
      return (await call(`PATCH ${await upload(call, {}, 'offer.txt')}`, { json })).status
    },
    correct: 400,
    faulty: 200,
  },
  'taken-sku-is-400': {
    observe: async (call) => {
      const json = { name: 'Teapot', sku: crypto.randomUUID(), unitPrice: 1000 }
      await call('POST /products', { json })
      return (await call('POST /products', { json })).status
    },
    correct: 409,
    faulty: 400,
  },
  'lots-of-nothing-are-null': {
    observe: async (call) => {
      const { status, json } = await call(`GET /products/${NOTHING}/lots`)
      return [status, json.data]
    },
    correct: [404, undefined],
    faulty: [200, null],
  },
  'negative-quantity-is-taken': {
    observe: async (call) => {
      const productId = (await product(call)).split('/').at(-1)
      const { status, json } = await call('POST /orders', { json: { lines: [{ productId, quantity: -2 }] } })
      return [status, json.data?.subtotal]
    },
    correct: [400, undefined],
    faulty: [201, -2000],
  },
  'changed-name-has-entities': {
    observe: async (call) => {
      const path = await channel(call)
      await call(`PATCH ${path}`, { json: { name: "O'Reilly" } })
      return (await call(`GET ${path}`)).json.data.name
    },
    correct: "O'Reilly",
    faulty: 'O&#x27;Reilly',
  },
  'false-is-read-as-true': {
    observe: async (call) => {
      for (const muted of [true, false]) await channel(call, muted)
      const { data } = (await call('GET /channels?muted=false')).json
      return [...new Set(data.map((one: { muted: boolean }) => one.muted))]
    },
    correct: [false],
    faulty: [true],
  },
  'change-renews-created-at': {
    observe: async (call) => {
      const path = await product(call)
      const times = new Set<string>()
      for (let unitPrice = 1; unitPrice <= 50; unitPrice++)
        times.add((await call(`PATCH ${path}`, { json: { unitPrice } })).json.data.createdAt)
      return times.size > 1
    },
    correct: false,
    faulty: true,
  },
  'described-file-keeps-tag': {
    observe: async (call) => {
      const path = await upload(call, {}, 'offer.txt')
      const { headers } = await call(`GET ${path}`)
      await call(`PATCH ${path}`, { json: { description: 'For the garden' } })
      const { status } = await call(`GET ${path}`, {
        headers: { 'If-None-Match': headers.get('ETag') ?? '' },
      })
      return status
    },
    correct: 200,
    faulty: 304,
  },
  'comma-in-name-breaks-disposition': {
    observe: async (call) => {
      const { headers } = await call(`GET ${await upload(call, {}, 'a, b.txt')}/content`)
      return headers.get('Content-Disposition')
    },
    correct: `attachment; filename="a, b.txt"; filename*=UTF-8''a%2C%20b.txt`,
    faulty: 'attachment; filename=a, b.txt',
  },
  'head-of-products-is-400': {
    observe: async (call) => (await call('HEAD /products?q=tea')).status,
    correct: 200,
    faulty: 400,
  },
  'completed-order-is-cancelled': {
    observe: async (call) => {
      const productId = (await product(call, { stock: 5 })).split('/').at(-1)
      const path = await order(call, { lines: [{ productId, quantity: 1 }] })
      for (const verb of ['place', 'complete']) await call(`POST ${path}/${verb}`)
      const { status } = await call(`POST ${path}/cancel`)
      return [status, (await call(`GET ${path}`)).json.data.status]
    },
    correct: [409, 'completed'],
    faulty: [200, 'cancelled'],
  },
  'ampersand-breaks-document': {
    observe: async (call) => {
      const { json } = await call('POST /invoices', { json: { customer: 'Pots & Sons', amount: 1000 } })
      const { text } = await call(`GET /invoices/${json.data.id}/document`)
      return /<customer>(.*)<\/customer>/.exec(text)?.[1]
    },
    correct: 'Pots &amp; Sons',
    faulty: 'Pots & Sons',
  },
  'hook-is-answered-with-all': {
    observe: async (call) => {
      const json = { url: 'https://example.com/news', events: ['messagePosted'] }
      const { id } = (await call('POST /hooks', { json })).json.data
      return Array.isArray((await call(`GET /hooks/${id}`)).json.data)
    },
    correct: false,
    faulty: true,
  },
  'single-channel-counts-no-messages': {
    observe: async (call) => {
      const path = await channel(call)
      await call(`POST ${path}/messages`, { json: { text: 'Hello' } })
      const { data } = (await call('GET /channels?limit=100')).json
      const listed = data.find((one: { id: string }) => path.endsWith(one.id))
      return [listed.messageCount, (await call(`GET ${path}`)).json.data.messageCount]
    },
    correct: [1, 1],
    faulty: [1, 0],
  },
  'copy-lacks-description': {
    observe: async (call) => {
      const path = await upload(call, { description: 'For the garden' }, 'offer.txt')
      return (await call(`POST ${path}/copy`, { json: {} })).json.data.description
    },
    correct: 'For the garden',
    faulty: null,
  },
  'other-change-sorts-tags': {
    observe: async (call) => {
      const path = await product(call, { tags: ['tea', 'pot'] })
      await call(`PATCH ${path}`, { json: { unitPrice: 2000 } })
      return (await call(`GET ${path}`)).json.data.tags
    },
    correct: ['tea', 'pot'],
    faulty: ['pot', 'tea'],
  },
  'attachment-of-other-account-is-read': {
    observe: async (call) => {
      const json = { text: 'Here it is.', attachments: [{ name: 'minutes.txt', text: 'We agreed.' }] }
      const { data } = (await call(`POST ${await channel(call)}/messages`, { json })).json
      return (await call(`GET /attachments/${data.attachments[0].id}`, { key: OTHER_KEY })).status
    },
    correct: 404,
    faulty: 200,
  },
}
