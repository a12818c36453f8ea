import type { Call, Probe } from '../../probe.ts'

async function product(call: Call, more: object = {}): Promise<string> {
  const json = { name: 'Teapot', sku: crypto.randomUUID(), unitPrice: 1000, ...more }
  return (await call('POST /products', { json })).json.data.id
}

/** A channel with one message, and when that was posted. */
async function posted(call: Call): Promise<{ path: string; at: string }> {
  const { id } = (await call('POST /channels', { json: { name: 'general' } })).json.data
  const path = `/channels/${id}/messages`
  return { path, at: (await call(`POST ${path}`, { json: { text: 'Hello' } })).json.data.createdAt }
}

async function countSince(call: Call, path: string, since: string): Promise<number> {
  return (await call(`GET ${path}?since=${encodeURIComponent(since)}`)).json.data.length
}

export const eleventhGoProbes: Readonly<Record<string, Probe>> = {
  'wrong-values-of-quote-crash': {
    observe: async (call) => {
      const statuses: number[] = []
      for (const json of [
        { customer: 'Ada', amount: 1000 },
        { customer: '', amount: 1000 },
        { customer: 'Ada', amount: 0 },
        { customer: 'Ada' },
      ])
        statuses.push((await call('POST /quotes', { json })).status)
      return statuses
    },
    correct: [201, 400, 400, 400],
    faulty: [201, 500, 500, 400],
  },
  'changed-stock-is-ignored': {
    observe: async (call) => {
      const id = await product(call, { stock: 3 })
      const { status } = await call(`PATCH /products/${id}`, { json: { stock: 8, unitPrice: 900 } })
      const { stock, unitPrice } = (await call(`GET /products/${id}`)).json.data
      return [status, stock, unitPrice]
    },
    correct: [200, 8, 900],
    faulty: [200, 3, 900],
  },
  'since-leaves-out-its-moment': {
    observe: async (call) => {
      const { path, at } = await posted(call)
      return [await countSince(call, path, at), await countSince(call, path, '2020-01-01T00:00:00Z')]
    },
    correct: [1, 1],
    faulty: [0, 1],
  },
  'room-in-links-is-not-escaped': {
    observe: async (call) => {
      const json = { code: crypto.randomUUID().slice(0, 20), room: 'Oils & paints', capacity: 5 }
      await call('POST /shelves', { json })
      const listed = (await call(`GET /shelves?room=${encodeURIComponent(json.room)}`)).json
      const { total } = (await call(`GET ${listed.links.last}`)).json
      return [listed.total > 0, total > 0]
    },
    correct: [true, true],
    faulty: [true, false],
  },
  'filtered-total-is-at-most-limit': {
    observe: async (call) => {
      const customer = crypto.randomUUID()
      for (let count = 0; count < 3; count++)
        await call('POST /invoices', { json: { customer, amount: 1000 } })
      const totals: number[] = []
      for (const query of [`customer=${customer}&limit=2`, `customer=${customer}`, 'limit=2'])
        totals.push(Number((await call(`GET /invoices?${query}`)).headers.get('X-Total-Count')))
      return [totals[0], totals[1], (totals[2] ?? 0) > 2]
    },
    correct: [3, 3, true],
    faulty: [2, 3, true],
  },
  'since-drops-milliseconds': {
    observe: async (call) => {
      const { path, at } = await posted(call)
      return [await countSince(call, path, at), await countSince(call, path, at.replace(/\.\d+Z$/, '.9999Z'))]
    },
    correct: [1, 0],
    faulty: [1, 1],
  },
  'changed-order-gets-no-more-lines': {
    observe: async (call) => {
      const [pot, cup] = [await product(call), await product(call)]
      const line = (productId: string, quantity: number) => ({ productId, quantity })
      const { id } = (await call('POST /orders', { json: { lines: [line(pot, 1)] } })).json.data
      const { status } = await call(`PATCH /orders/${id}`, { json: { lines: [line(pot, 2), line(cup, 4)] } })
      const { lines } = (await call(`GET /orders/${id}`)).json.data
      return [status, lines.map((one: { quantity: number }) => one.quantity)]
    },
    correct: [200, [2, 4]],
    faulty: [200, [2]],
  },
  'listed-products-lack-tags': {
    observe: async (call) => {
      const name = crypto.randomUUID()
      const id = await product(call, { name, tags: ['tea'] })
      const listed = (await call(`GET /products?q=${name}`)).json.data[0]
      const asked = (await call(`GET /products?q=${name}&fields=tags`)).json.data[0]
      return [listed.tags, asked.tags, (await call(`GET /products/${id}`)).json.data.tags]
    },
    correct: [['tea'], ['tea'], ['tea']],
    faulty: [undefined, ['tea'], ['tea']],
  },
  'changed-order-keeps-its-time': {
    observe: async (call) => {
      const { id, updatedAt } = (await call('POST /orders', { json: {} })).json.data
      let changed = updatedAt
      for (let count = 0; count < 50 && changed === updatedAt; count++)
        changed = (await call(`PATCH /orders/${id}`, { json: { note: `Note ${count}` } })).json.data.updatedAt
      return changed > updatedAt
    },
    correct: true,
    faulty: false,
  },
  'limit-below-1-crashes': {
    observe: async (call) => {
      const statuses: number[] = []
      for (const limit of ['1', '0', '-1', '101', 'x'])
        statuses.push((await call(`GET /folders?limit=${limit}`)).status)
      return statuses
    },
    correct: [200, 400, 400, 400, 400],
    faulty: [200, 500, 500, 400, 400],
  },
}
