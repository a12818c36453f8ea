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

/** @returns the prices of the products on one page. */
async function prices(call: Call, query: string): Promise<number[]> {
  const { data } = (await call(`GET /products?${query}`)).json
  return data.map((one: { unitPrice: number }) => one.unitPrice)
}

async function coupon(call: Call, code: string): Promise<string> {
  return `/coupons/${(await call('POST /coupons', { json: { code, percentOff: 10 } })).json.data.id}`
}

async function channel(call: Call): Promise<string> {
  return `/channels/${(await call('POST /channels', { json: { name: 'general' } })).json.data.id}`
}

async function message(call: Call, path: string, more: object = {}, headers = {}): Promise<string> {
  const json = { text: 'Hello', ...more }
  return (await call(`POST ${path}/messages`, { json, headers })).json.data.id
}

export const fifthGoProbes: Readonly<Record<string, Probe>> = {
  'since-ignores-offset': {
    observe: async (call) => {
      const path = await channel(call)
      await message(call, path)
      const fourHoursOn = new Date()
      fourHoursOn.setUTCHours(fourHoursOn.getUTCHours() + 4)
      const elsewhere = fourHoursOn.toISOString().replace('Z', '+05:00')
      const { json } = await call(`GET ${path}/messages?since=${encodeURIComponent(elsewhere)}`)
      return json.data.length
    },
    correct: 1,
    faulty: 0,
  },
  'emoji-become-question-marks': {
    observe: async (call) => {
      const path = await channel(call)
      const id = await message(call, path, { text: 'Tea 🍵, naïve' })
      return (await call(`GET ${path}/messages/${id}`)).json.data.text
    },
    correct: 'Tea 🍵, naïve',
    faulty: 'Tea ?, naïve',
  },
  'sort-is-always-descending': {
    observe: async (call) => {
      for (const unitPrice of [30, 10, 20]) await product(call, { name: 'Ordered', unitPrice })
      return await prices(call, 'q=Ordered&sort=unitPrice')
    },
    correct: [10, 20, 30],
    faulty: [30, 20, 10],
  },
  'total-ignores-filters': {
    observe: async (call) => {
      for (const customer of ['Counted', 'Other'])
        await call('POST /invoices', { json: { customer, amount: 1000 } })
      return (await call('GET /invoices?customer=Counted')).headers.get('X-Total-Count') === '1'
    },
    correct: true,
    faulty: false,
  },
  'removal-leaves-tag-of-hooks': {
    observe: async (call) => {
      const json = { url: 'https://example.com/news', events: ['messagePosted'] }
      const { id } = (await call('POST /hooks', { json })).json.data
      const { headers } = await call('GET /hooks')
      await call(`DELETE /hooks/${id}`)
      const tag = headers.get('ETag') ?? ''
      return (await call('GET /hooks', { headers: { 'If-None-Match': tag } })).status
    },
    correct: 200,
    faulty: 304,
  },
  'replies-are-not-unread': {
    observe: async (call) => {
      const path = await channel(call)
      await message(call, path, { replyTo: await message(call, path) })
      return (await call(`GET ${path}`)).json.data.unreadCount
    },
    correct: 2,
    faulty: 1,
  },
  'long-memo-is-cut': {
    observe: async (call) => {
      const json = { customer: 'Ada', amount: 1000, memo: 'x'.repeat(501) }
      const answer = await call('POST /invoices', { json })
      return [answer.status, answer.json.data?.memo.length]
    },
    correct: [400, undefined],
    faulty: [201, 500],
  },
  'has-password-is-number': {
    observe: async (call) => {
      const json = { password: 'open-sesame' }
      return (await call(`POST ${await upload(call)}/shares`, { json })).json.data.hasPassword
    },
    correct: true,
    faulty: 1,
  },
  'changed-coupon-takes-used-code': {
    observe: async (call) => {
      await coupon(call, 'SPRING')
      return (await call(`PATCH ${await coupon(call, 'SUMMER')}`, { json: { code: 'spring' } })).status
    },
    correct: 409,
    faulty: 200,
  },
  'updated-at-is-taken-from-change': {
    observe: async (call) => {
      const json = { description: 'For the garden', updatedAt: '1999-01-01T00:00:00Z' }
      return (await call(`PATCH ${await upload(call)}`, { json })).json.data.updatedAt < '2000'
    },
    correct: false,
    faulty: true,
  },
  'unknown-lot-is-deleted': {
    observe: async (call) => (await call(`DELETE ${await product(call)}/lots/${NOTHING}`)).status,
    correct: 404,
    faulty: 204,
  },
  'only-first-priority-counts': {
    observe: async (call) => {
      const path = await channel(call)
      for (const priority of ['low', 'normal', 'high'])
        await message(call, path, {}, { 'X-Priority': priority })
      return (await call(`GET ${path}/messages?priority=low,high`)).json.data.length
    },
    correct: 2,
    faulty: 1,
  },
  'other-change-clears-description': {
    observe: async (call) => {
      const path = await product(call, { description: 'It pours well.' })
      return (await call(`PATCH ${path}`, { json: { unitPrice: 2000 } })).json.data.description
    },
    correct: 'It pours well.',
    faulty: null,
  },
  'empty-change-answers-nulls': {
    observe: async (call) => {
      const { id } = (await call('POST /folders', { json: { name: 'Offers' } })).json.data
      return (await call(`PATCH /folders/${id}`, { json: {} })).json.data.name
    },
    correct: 'Offers',
    faulty: null,
  },
  'deleting-channel-empties-others': {
    observe: async (call) => {
      const path = await channel(call)
      await message(call, path)
      await call(`DELETE ${await channel(call)}`)
      return (await call(`GET ${path}/messages`)).json.data.length
    },
    correct: 1,
    faulty: 0,
  },
  'own-code-is-conflict': {
    observe: async (call) => {
      const path = await coupon(call, 'WINTER')
      const { status } = await call(`PATCH ${path}`, { json: { code: 'WINTER', percentOff: 20 } })
      return [status, (await call(`GET ${path}`)).json.data.percentOff]
    },
    correct: [200, 20],
    faulty: [409, 20],
  },
  'ties-turn-round-on-later-pages': {
    observe: async (call) => {
      for (const unitPrice of [10, 20, 30]) await product(call, { name: 'Tied', unitPrice })
      const query = 'q=Tied&sort=name&limit=2'
      const { nextCursor } = (await call(`GET /products?${query}`)).json.page
      return [await prices(call, query), await prices(call, `${query}&cursor=${nextCursor}`)]
    },
    correct: [[10, 20], [30]],
    faulty: [[10, 20], [10]],
  },
  'head-of-content-has-length-0': {
    observe: async (call) => {
      const { headers } = await call(`HEAD ${await upload(call)}/content`)
      return headers.get('Content-Length')
    },
    correct: '7',
    faulty: '0',
  },
  'tag-of-reading-does-not-match': {
    observe: async (call) => {
      const path = await upload(call)
      const tag = (await call(`GET ${path}`)).headers.get('ETag') ?? ''
      const json = { name: 'order.txt' }
      return (await call(`PATCH ${path}`, { json, headers: { 'If-Match': tag } })).status
    },
    correct: 200,
    faulty: 412,
  },
  'content-needs-no-key': {
    observe: async (call) => {
      const path = `GET ${await upload(call)}/content`
      return [(await call(path, { key: '' })).status, (await call(path, { key: 'key-of-nobody' })).status]
    },
    correct: [401, 401],
    faulty: [200, 401],
  },
}
