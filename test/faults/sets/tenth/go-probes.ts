import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Call, Probe } from '../../probe.ts'

async function upload(call: Call, name = 'offer.txt'): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['content'], name, { type: 'text/plain' }))
  return `/files/${(await call('POST /files', { body: form })).json.data.id}`
}

async function product(call: Call, more: object = {}): Promise<string> {
  const json = { name: 'Teapot', sku: crypto.randomUUID(), unitPrice: 1000, ...more }
  return (await call('POST /products', { json })).json.data.id
}

async function shelf(call: Call, code: string): Promise<string> {
  return (await call('POST /shelves', { json: { code, capacity: 5 } })).json.data?.code
}

async function contact(call: Call): Promise<{ id: unknown }> {
  const json = { name: 'Ada', country: 'DE', postcode: '04109' }
  return (await call('POST /contacts', { json })).json.data
}

async function channel(call: Call): Promise<string> {
  return `/channels/${(await call('POST /channels', { json: { name: 'general' } })).json.data.id}`
}

async function message(call: Call, path: string, replyTo?: string): Promise<string> {
  return (await call(`POST ${path}/messages`, { json: { text: 'Hello', ...(replyTo && { replyTo }) } })).json
    .data.id
}

/** Listens on the loopback until somebody stops it. */
async function listener(heard: () => void): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    request.resume()
    heard()
    response.writeHead(204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/news` }
}

export const tenthGoProbes: Readonly<Record<string, Probe>> = {
  'changed-contact-is-201': {
    observe: async (call) => {
      const { id } = await contact(call)
      const answer = await call(`PATCH /contacts/${id}`, { json: { name: 'Grace' } })
      return [answer.status, answer.headers.has('Location')]
    },
    correct: [200, false],
    faulty: [201, true],
  },
  'taken-code-crashes': {
    observe: async (call) => {
      await shelf(call, 'TAKEN')
      return (await call('POST /shelves', { json: { code: 'taken', capacity: 5 } })).status
    },
    correct: 409,
    faulty: 500,
  },
  'document-outlives-invoice': {
    observe: async (call) => {
      const { id } = (await call('POST /invoices', { json: { customer: 'Ada', amount: 1000 } })).json.data
      await call(`DELETE /invoices/${id}`)
      const { status, text } = await call(`GET /invoices/${id}/document`)
      return [(await call(`GET /invoices/${id}`)).status, status, text.includes('<status>open</status>')]
    },
    correct: [404, 404, false],
    faulty: [404, 200, true],
  },
  'replaced-hook-is-told-at-old-url': {
    observe: async (call) => {
      const { promise, resolve } = Promise.withResolvers<string>()
      const before = await listener(() => resolve('before'))
      const after = await listener(() => resolve('after'))
      try {
        const events = ['messagePosted']
        const { id } = (await call('POST /hooks', { json: { url: before.url, events } })).json.data
        const { url } = (await call(`PUT /hooks/${id}`, { json: { url: after.url, events } })).json.data
        await message(call, await channel(call))
        return [url === after.url, await promise]
      } finally {
        before.server.close()
        after.server.close()
      }
    },
    correct: [true, 'after'],
    faulty: [true, 'before'],
  },
  'quotes-are-listed-by-id': {
    observe: async (call) => {
      const made: string[] = []
      for (let amount = 1; amount <= 12; amount++)
        made.push((await call('POST /quotes', { json: { customer: 'Ada', amount } })).json.data.id)
      const listed = (await call('GET /quotes?limit=100')).json.data
        .map(({ id }: { id: string }) => id)
        .filter((id: string) => made.includes(id))
      return [listed.join() === made.join(), listed.join() === made.toSorted().join()]
    },
    correct: [true, false],
    faulty: [false, true],
  },
  'coupon-change-needs-both': {
    observe: async (call) => {
      const { id } = (await call('POST /coupons', { json: { code: 'PARTLY-CHANGED', percentOff: 10 } })).json
        .data
      return (await call(`PATCH /coupons/${id}`, { json: { percentOff: 20 } })).status
    },
    correct: 200,
    faulty: 400,
  },
  'new-remark-lacks-time': {
    observe: async (call) => {
      const { id } = (await call('POST /orders', { json: {} })).json.data
      const { json } = await call(`POST /orders/${id}/remarks`, { json: { text: 'By noon' } })
      const listed = (await call(`GET /orders/${id}/remarks`)).json.data
      return ['createdAt' in json.data, 'createdAt' in listed[0]]
    },
    correct: [true, true],
    faulty: [false, true],
  },
  'offset-widens-page': {
    observe: async (call) => {
      const query = `room=${crypto.randomUUID()}`
      for (let capacity = 1; capacity <= 5; capacity++) {
        const code = crypto.randomUUID().slice(0, 20)
        await call('POST /shelves', { json: { code, capacity, room: query.slice('room='.length) } })
      }
      const { data } = (await call(`GET /shelves?${query}&limit=1&offset=2`)).json
      return data.map(({ capacity }: { capacity: number }) => capacity)
    },
    correct: [3],
    faulty: [1, 2, 3],
  },
  'text-above-1024-crashes': {
    observe: async (call) => {
      const path = await channel(call)
      const json = { text: 'é'.repeat(1025) }
      const posted = await call(`POST ${path}/messages`, { json })
      const edited = await call(`PATCH ${path}/messages/${await message(call, path)}`, { json })
      return [posted.status, edited.status]
    },
    correct: [201, 200],
    faulty: [500, 500],
  },
  'discount-exceeds-subtotal': {
    observe: async (call) => {
      await call('POST /coupons', { json: { code: 'FIFTY-EUROS', percentOff: 1, amountOff: 5000 } })
      const lines = [{ productId: await product(call), quantity: 1 }]
      const json = { lines, couponLines: [{ code: 'FIFTY-EUROS' }] }
      const { discount, total } = (await call('POST /orders', { json })).json.data
      return [discount, total]
    },
    correct: [1000, 0],
    faulty: [5010, -4490],
  },
  'plus-in-name-becomes-space': {
    observe: async (call) => (await call(`GET ${await upload(call, 'a+b c.txt')}`)).json.data.name,
    correct: 'a+b c.txt',
    faulty: 'a b c.txt',
  },
  'no-tags-change-nothing': {
    observe: async (call) => {
      const path = `/products/${await product(call, { tags: ['tea', 'sale'] })}`
      const { status } = await call(`PATCH ${path}`, { json: { tags: [] } })
      return [status, (await call(`GET ${path}`)).json.data.tags]
    },
    correct: [200, []],
    faulty: [200, ['tea', 'sale']],
  },
  'new-contact-has-id-as-text': {
    observe: async (call) => {
      const { id } = await contact(call)
      return [typeof id, typeof (await call(`GET /contacts/${id}`)).json.data.id]
    },
    correct: ['number', 'number'],
    faulty: ['string', 'number'],
  },
  'removed-line-is-not-restocked': {
    observe: async (call) => {
      const productId = await product(call, { stock: 10 })
      const other = await product(call, { stock: 10 })
      const json = {
        lines: [
          { productId, quantity: 4 },
          { productId: other, quantity: 1 },
        ],
      }
      const { id, lines } = (await call('POST /orders', { json })).json.data
      await call(`POST /orders/${id}/place`)
      const { status } = await call(`DELETE /orders/${id}/lines/${lines[0].id}`)
      const left = (await call(`GET /orders/${id}`)).json.data.lines.length
      return [status, left, (await call(`GET /products/${productId}`)).json.data.stock]
    },
    correct: [204, 1, 10],
    faulty: [204, 1, 6],
  },
  'size-is-a-multiple': {
    observe: async (call) => (await call(`GET ${await upload(call)}`)).json.data.size,
    correct: 7,
    faulty: 114_688,
  },
  'deleted-message-stays-unread': {
    observe: async (call) => {
      const path = await channel(call)
      await message(call, path)
      await call(`DELETE ${path}/messages/${await message(call, path)}`)
      return (await call(`GET ${path}`)).json.data.unreadCount
    },
    correct: 1,
    faulty: 2,
  },
  'reply-below-deleted-is-404': {
    observe: async (call) => {
      const path = await channel(call)
      const above = await message(call, path)
      const replyTo = await message(call, path, above)
      await call(`DELETE ${path}/messages/${above}`)
      return (await call(`POST ${path}/messages`, { json: { text: 'Hello', replyTo } })).status
    },
    correct: 201,
    faulty: 404,
  },
  'no-expiry-is-true': {
    observe: async (call) =>
      (await call(`POST ${await upload(call)}/shares`, { json: {} })).json.data.expiresOn,
    correct: null,
    faulty: true,
  },
  'folder-name-can-be-emptied': {
    observe: async (call) => {
      const { id } = (await call('POST /folders', { json: { name: 'Offers' } })).json.data
      const { status } = await call(`PATCH /folders/${id}`, { json: { name: '' } })
      return [status, (await call(`GET /folders/${id}`)).json.data.name]
    },
    correct: [400, 'Offers'],
    faulty: [200, ''],
  },
  'times-of-orders-are-seconds': {
    observe: async (call) => {
      const times: string[] = []
      for (let count = 0; count < 5; count++) {
        times.push((await call('POST /orders', { json: {} })).json.data.createdAt)
        await new Promise((resolve) => setTimeout(resolve, 3))
      }
      return times.every((time) => time.endsWith('.000Z'))
    },
    correct: false,
    faulty: true,
  },
}
