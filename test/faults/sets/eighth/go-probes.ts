import type { Call, Probe } from '../../probe.ts'

const NOTHING = 'abc_0123456789ab'

async function upload(call: Call): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['content'], 'offer.txt', { type: 'text/plain' }))
  return `/files/${(await call('POST /files', { body: form })).json.data.id}`
}

/** @returns the path of a new item of a list. */
async function create(call: Call, list: string, json: object): Promise<string> {
  return `${list}/${(await call(`POST ${list}`, { json })).json.data.id}`
}

async function product(call: Call, sku: string = crypto.randomUUID()): Promise<string> {
  return await create(call, '/products', { name: 'Teapot', sku, unitPrice: 1000 })
}

/** Makes three contacts of one country, which no other probe has. */
async function contacts(call: Call, country: string): Promise<void> {
  for (const name of ['Ada', 'Bea', 'Cleo'])
    await call('POST /contacts', { json: { name, country, postcode: '04109' } })
}

async function namesAt(call: Call, address: string): Promise<string[]> {
  const { data } = (await call(`GET ${address}`)).json
  return data.map((one: { name: string }) => one.name)
}

export const eighthGoProbes: Readonly<Record<string, Probe>> = {
  'renamed-file-has-no-content': {
    observe: async (call) => {
      const path = await upload(call)
      const before = (await call(`GET ${path}/content`)).status
      await call(`PATCH ${path}`, { json: { name: 'order.txt' } })
      return [before, (await call(`GET ${path}/content`)).status]
    },
    correct: [200, 200],
    faulty: [200, 500],
  },
  'withdrawn-coupon-hides-orders': {
    observe: async (call) => {
      const coupon = await create(call, '/coupons', { code: 'MAGENTA', percentOff: 10 })
      await call('POST /orders', { json: { couponLines: [{ code: 'MAGENTA' }] } })
      await call(`DELETE ${coupon}`)
      const { status, json } = await call('GET /orders')
      return [status, Object.keys(json)]
    },
    correct: [200, ['data', 'page']],
    faulty: [200, ['message']],
  },
  'files-are-listed-only-by-search': {
    observe: async (call) => {
      await upload(call)
      const search = await call('GET /files?nameContains=offer')
      return [search.json.data.length > 0, (await call('GET /files')).json.data.length > 0]
    },
    correct: [true, true],
    faulty: [true, false],
  },
  'removed-contact-is-200': {
    observe: async (call) => {
      const path = await create(call, '/contacts', { name: 'Ada', country: 'AD', postcode: '04109' })
      return [(await call(`DELETE ${path}`)).status, (await call(`GET ${path}`)).status]
    },
    correct: [204, 404],
    faulty: [200, 404],
  },
  'shelf-code-minds-case': {
    observe: async (call) => {
      await call('POST /shelves', { json: { code: 'Case-1', capacity: 10 } })
      return (await call('POST /shelves', { json: { code: 'CASE-1', capacity: 10 } })).status
    },
    correct: 409,
    faulty: 201,
  },
  'contacts-come-all-at-once': {
    observe: async (call) => {
      await contacts(call, 'AE')
      const { json, headers } = await call('GET /contacts?country=AE&perPage=2')
      return [json.data.length, headers.has('Link')]
    },
    correct: [2, true],
    faulty: [3, false],
  },
  'total-shrinks-on-later-pages': {
    observe: async (call) => {
      for (const amount of [10, 20, 30]) await call('POST /invoices', { json: { customer: 'Paged', amount } })
      const first = await call('GET /invoices?customer=Paged&limit=2')
      const second = await call(`GET ${first.json.page.next}`)
      return [first, second].map(({ headers }) => headers.get('X-Total-Count'))
    },
    correct: ['3', '3'],
    faulty: ['3', '1'],
  },
  'every-page-has-first-contacts': {
    observe: async (call) => {
      await contacts(call, 'AF')
      return await namesAt(call, '/contacts?country=AF&perPage=2&page=2')
    },
    correct: ['Cleo'],
    faulty: ['Ada', 'Bea'],
  },
  'taken-sku-is-created': {
    observe: async (call) => {
      await product(call, 'TAKEN-8')
      return (await call('POST /products', { json: { name: 'Cup', sku: 'TAKEN-8', unitPrice: 1 } })).status
    },
    correct: 409,
    faulty: 201,
  },
  'search-without-result-is-null': {
    observe: async (call) => {
      const path = await create(call, '/channels', { name: 'general' })
      const all = await call(`GET ${path}/messages`)
      return [all.json.data, (await call(`GET ${path}/messages?textContains=nothing`)).json.data]
    },
    correct: [[], []],
    faulty: [[], null],
  },
  'payment-answer-lacks-time': {
    observe: async (call) => {
      const path = await create(call, '/invoices', { customer: 'Ada', amount: 1000 })
      const { status, paidAt } = (await call(`POST ${path}/pay`)).json.data
      return [status, paidAt === null, (await call(`GET ${path}`)).json.data.paidAt === null]
    },
    correct: ['paid', false, false],
    faulty: ['paid', true, false],
  },
  'null-topic-is-kept-and-500': {
    observe: async (call) => {
      const { status } = await call('POST /channels', { json: { name: 'untitled', topic: null } })
      return [status, (await namesAt(call, '/channels?limit=100')).includes('untitled')]
    },
    correct: [201, true],
    faulty: [500, true],
  },
  'offset-serves-all-shelves': {
    observe: async (call) => {
      for (const code of ['O-1', 'O-2', 'O-3'])
        await call('POST /shelves', { json: { code, room: 'Offset', capacity: 10 } })
      const { data, links } = (await call('GET /shelves?room=Offset&limit=2')).json
      return [data.length, (await call(`GET ${links.next}`)).json.data.length]
    },
    correct: [2, 1],
    faulty: [2, 3],
  },
  'apostrophe-in-search-crashes': {
    observe: async (call) => (await call("GET /products?q=saint%20john's")).status,
    correct: 200,
    faulty: 500,
  },
  'put-of-property-deletes-all': {
    observe: async (call) => {
      const path = `${await upload(call)}/properties`
      const { status } = await call(`PUT ${path}/colour`, { json: { value: 'green' } })
      return [status, (await call(`GET ${path}`)).json.data.length]
    },
    correct: [201, 1],
    faulty: [201, 0],
  },
  'last-page-is-always-first': {
    observe: async (call) => {
      await contacts(call, 'AG')
      const { headers } = await call('GET /contacts?country=AG&perPage=2')
      return /[?&]page=(\d+)[^>]*>; rel="last"/.exec(headers.get('Link') ?? '')?.[1]
    },
    correct: '2',
    faulty: '1',
  },
  'unknown-order-is-empty': {
    observe: async (call) => {
      const { status, json } = await call(`GET /orders/${NOTHING}`)
      return [status, json.data]
    },
    correct: [404, undefined],
    faulty: [200, {}],
  },
  'refused-coupon-leaves-order': {
    observe: async (call) => {
      const json = { note: 'With a coupon', couponLines: [{ code: 'UNKNOWN' }] }
      const { status } = await call('POST /orders', { json })
      const { data } = (await call('GET /orders?limit=100')).json
      return [status, data.some(({ note }: { note: string }) => note === json.note)]
    },
    correct: [400, false],
    faulty: [400, true],
  },
  'change-appends-time-to-sku': {
    observe: async (call) => {
      const path = await product(call, 'SKU-8')
      return (await call(`PATCH ${path}`, { json: { unitPrice: 2000 } })).json.data.sku === 'SKU-8'
    },
    correct: true,
    faulty: false,
  },
  'retired-coupons-are-listed': {
    observe: async (call) => {
      const path = await create(call, '/coupons', { code: 'RETIRED', percentOff: 10 })
      await call(`PATCH ${path}`, { json: { retired: true } })
      const isListed = async (query: string) =>
        (await call(`GET /coupons?limit=100${query}`)).json.data.some(
          ({ code }: { code: string }) => code === 'RETIRED',
        )
      return [
        await isListed(''),
        await isListed('&includeRetired=false'),
        await isListed('&includeRetired=true'),
      ]
    },
    correct: [false, false, true],
    faulty: [true, false, true],
  },
}
