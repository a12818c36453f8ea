import type { Call, Probe, Received } from '../probe.ts'

const AT = '/workspaces/alpha'
const NOTHING = 'abc_0123456789ab'

async function upload(call: Call, content: string, mediaType: string): Promise<string> {
  const form = new FormData()
  form.set('file', new File([content], 'thing', { type: mediaType }))
  return `/files/${(await call('POST /files', { body: form })).json.data.id}`
}

async function product(call: Call, name: string, stock = 0): Promise<string> {
  const sku = `${name}-${crypto.randomUUID().slice(0, 8)}`
  return (await call('POST /products', { json: { name, sku, unitPrice: 1000, stock } })).json.data.id
}

async function channel(call: Call): Promise<Received> {
  return await call('POST /channels', { json: { name: 'general' } })
}

async function invoice(call: Call, customer: string): Promise<string> {
  return (await call('POST /invoices', { json: { customer, amount: 1000 } })).json.data.id
}

async function order(call: Call, json: unknown): Promise<Received> {
  return await call('POST /orders', { json })
}

async function person(call: Call): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  return `${AT}/people/${(await call(`POST ${AT}/people`, { json: { name: 'Ada', email } })).json.id}`
}

async function project(call: Call, more: object = {}): Promise<string> {
  const { json } = await call(`POST ${AT}/projects`, { json: { name: 'Office', ...more } })
  return `${AT}/projects/${json.id}`
}

export const thirdGoProbes: Readonly<Record<string, Probe>> = {
  'payment-time-stays-null': {
    observe: async (call) => {
      const { data } = (await call(`POST /invoices/${await invoice(call, 'Ada')}/pay`)).json
      return [data.status, data.paidAt === null]
    },
    correct: ['paid', false],
    faulty: ['paid', true],
  },
  'range-has-length-of-whole': {
    observe: async (call) => {
      const file = await upload(call, '0123456789', 'text/plain')
      return await call(`GET ${file}/content`, { headers: { Range: 'bytes=0-3' } }).then(
        ({ status, text }) => [status, text],
        () => 'cut off',
      )
    },
    correct: [206, '0123'],
    faulty: 'cut off',
  },
  'search-ignores-limit': {
    observe: async (call) => {
      await product(call, 'limited')
      await product(call, 'limited')
      return (await call('GET /products?q=limited&limit=1')).json.data.length
    },
    correct: 1,
    faulty: 2,
  },
  'no-lines-are-null': {
    observe: async (call) => (await order(call, {})).json.data.lines,
    correct: [],
    faulty: null,
  },
  'dots-in-id-crash': {
    observe: async (call) => (await call('GET /channels/a..b')).status,
    correct: 404,
    faulty: 500,
  },
  'json-and-svg-download-empty': {
    observe: async (call) => {
      const file = await upload(call, '{"a":1}', 'application/json')
      const { status, text } = await call(`GET ${file}/content`)
      return [status, text]
    },
    correct: [200, '{"a":1}'],
    faulty: [200, ''],
  },
  'last-page-is-omitted': {
    observe: async (call) => {
      for (const name of ['one', 'two', 'three']) await product(call, name)
      const ids = (await call('GET /products?limit=100')).json.data.map(({ id }: { id: string }) => id)
      const page = await call(`GET /products?limit=${ids.length - 1}`)
      return page.json.page.nextCursor === null
    },
    correct: false,
    faulty: true,
  },
  'reading-takes-any-method': {
    observe: async (call) => (await call(`GET /channels/${(await channel(call)).json.data.id}/read`)).status,
    correct: 405,
    faulty: 200,
  },
  'customer-filter-is-ignored': {
    observe: async (call) => {
      await invoice(call, 'Ada')
      return (await call('GET /invoices?customer=Nobody')).json.data.length > 0
    },
    correct: false,
    faulty: true,
  },
  'single-lot-has-zero-time': {
    observe: async (call) => {
      const lots = `/products/${await product(call, 'lots')}/lots`
      const { id } = (await call(`POST ${lots}`, { json: { place: 'Shelf', quantity: 4 } })).json.data
      return (await call(`GET ${lots}/${id}`)).json.data.createdAt.startsWith('0001-')
    },
    correct: false,
    faulty: true,
  },
  'unknown-coupon-is-400': {
    observe: async (call) => (await call(`DELETE /coupons/${NOTHING}`)).status,
    correct: 404,
    faulty: 400,
  },
  'creation-is-200': {
    observe: async (call) => (await channel(call)).status,
    correct: 201,
    faulty: 200,
  },
  'new-order-shows-no-discount': {
    observe: async (call) => {
      const code = `C${crypto.randomUUID().slice(0, 8)}`
      await call('POST /coupons', { json: { code, percentOff: 10 } })
      const lines = [{ productId: await product(call, 'cheap'), quantity: 1 }]
      const made = (await order(call, { lines, couponLines: [{ code }] })).json.data
      const { data } = (await call(`GET /orders/${made.id}`)).json
      return [made.discount, made.couponLines.length, data.discount]
    },
    correct: [100, 1, 100],
    faulty: [0, 0, 100],
  },
  'missing-key-is-403': {
    observe: async (call) => (await call('GET /products', { key: '' })).status,
    correct: 401,
    faulty: 403,
  },
  'stock-checked-line-by-line': {
    observe: async (call) => {
      const line = { productId: await product(call, 'scarce', 5), quantity: 3 }
      const { id } = (await order(call, { lines: [line, line] })).json.data
      return (await call(`POST /orders/${id}/place`)).status
    },
    correct: 409,
    faulty: 200,
  },
  'refusal-shows-earlier-body': {
    observe: async (call) => {
      await call('POST /invoices', { key: 'key-of-south', json: { amount: 1000, customer: 'Secret' } })
      const headers = { 'Content-Type': 'application/json' }
      const { status, text } = await call('POST /invoices', { body: '{', headers })
      return [status, text.includes('Secret')]
    },
    correct: [400, false],
    faulty: [400, true],
  },
  'placeholder-finds-first-invoice': {
    observe: async (call) => {
      await call('POST /invoices', { key: 'key-of-south', json: { amount: 1000, customer: 'Secret' } })
      return (await call('GET /invoices/:invoiceId')).status
    },
    correct: 404,
    faulty: 200,
  },
  'query-overrides-path': {
    observe: async (call) => {
      const [one, other] = [(await order(call, {})).json.data.id, (await order(call, {})).json.data.id]
      return (await call(`GET /orders/${one}?orderId=${other}`)).json.data.id === one
    },
    correct: true,
    faulty: false,
  },
  'plain-text-is-read-as-json': {
    observe: async (call) =>
      (await call('POST /channels', { body: '{"name":"x"}', headers: { 'Content-Type': 'text/plain' } }))
        .status,
    correct: 415,
    faulty: 201,
  },
  'apostrophe-in-id-crashes': {
    observe: async (call) => (await call("GET /products/a'b")).status,
    correct: 404,
    faulty: 500,
  },
}

export const thirdPythonProbes: Readonly<Record<string, Probe>> = {
  'head-is-not-allowed': {
    observe: async (call) => (await call(`HEAD ${AT}/rooms`)).status,
    correct: 200,
    faulty: 405,
  },
  'private-projects-are-not-listed': {
    observe: async (call) => {
      await project(call, { private: true })
      const { items } = (await call(`GET ${AT}/projects?size=50`)).json
      return items.some((one: { private: boolean }) => one.private)
    },
    correct: true,
    faulty: false,
  },
  'listed-color-lacks-hash': {
    observe: async (call) => {
      await project(call, { settings: { color: '#336699' } })
      return (await call(`GET ${AT}/projects?sort=-created_at`)).json.items[0].settings.color
    },
    correct: '#336699',
    faulty: '336699',
  },
  'settings-alone-are-not-kept': {
    observe: async (call) => {
      const { status, json } = await call(`PATCH ${await project(call)}`, {
        json: { settings: { notify: false } },
      })
      return [status, json.settings.notify]
    },
    correct: [200, false],
    faulty: [200, true],
  },
  'empty-body-crashes': {
    observe: async (call) =>
      (await call(`POST ${AT}/events`, { body: '', headers: { 'Content-Type': 'application/json' } })).status,
    correct: 400,
    faulty: 500,
  },
  'own-email-is-hidden': {
    observe: async (call) => {
      const path = await person(call)
      const { token } = (await call(`POST ${path}/tokens`, { json: { label: 'Own' } })).json
      return (await call(`GET ${path}`, { key: token })).json.email === null
    },
    correct: false,
    faulty: true,
  },
  'member-comes-twice': {
    observe: async (call) => {
      const [path, who] = [await project(call), (await person(call)).split('/').at(-1)]
      for (const _ of [1, 2]) await call(`PUT ${path}/members/${who}`)
      return (await call(`GET ${path}`)).json.member_ids.length
    },
    correct: 1,
    faulty: 2,
  },
  'deleting-nothing-crashes': {
    observe: async (call) => (await call(`DELETE ${AT}/events/999999`)).status,
    correct: 404,
    faulty: 500,
  },
  'zones-are-plain-text': {
    observe: async (call) => (await call('GET /time-zones')).headers.get('Content-Type'),
    correct: 'application/json',
    faulty: 'text/plain; charset=utf-8',
  },
  'only-ten-rooms-are-listed': {
    observe: async (call) => {
      for (let count = 1; count <= 11; count++) await call(`POST ${AT}/rooms`, { json: { name: 'Cell' } })
      return (await call(`GET ${AT}/rooms?size=50`)).json.total > 10
    },
    correct: true,
    faulty: false,
  },
  'task-is-read-from-cache': {
    observe: async (call) => {
      const tasks = `${await project(call)}/tasks`
      const path = `${tasks}/${(await call(`POST ${tasks}`, { json: { title: 'Old' } })).json.id}`
      await call(`GET ${path}`)
      await call(`PATCH ${path}`, { json: { title: 'New' } })
      return (await call(`GET ${path}`)).json.title
    },
    correct: 'New',
    faulty: 'Old',
  },
  'range-of-one-moment-is-refused': {
    observe: async (call) => {
      const device = `${AT}/devices/${(await call(`POST ${AT}/devices`, { json: { name: 'Meter' } })).json.id}`
      const at = '2031-03-03T09:00:00Z'
      await call(`POST ${device}/readings`, { json: { readings: [{ at, values: { heat: 1 } }] } })
      const { status, json } = await call(`GET ${device}/readings?from=${at}&to=${at}`)
      return [status, json.total]
    },
    correct: [200, 1],
    faulty: [400, undefined],
  },
  'untouched-device-is-null': {
    observe: async (call) => (await call(`POST ${AT}/devices`, { json: { name: 'Lamp' } })).json.is_on,
    correct: false,
    faulty: null,
  },
  'wrong-day-crashes': {
    observe: async (call) => (await call(`GET ${AT}/time-entries?from=tomorrow`)).status,
    correct: 400,
    faulty: 500,
  },
  'missing-note-is-text': {
    observe: async (call) => {
      const person_id = Number((await person(call)).split('/').at(-1))
      const json = { person_id, date: '2031-03-03', minutes: 5 }
      return (await call(`POST ${AT}/time-entries`, { json })).json.note
    },
    correct: null,
    faulty: 'None',
  },
  'export-time-lacks-zone': {
    observe: async (call) => (await call(`POST ${AT}/exports`, { json: {} })).json.created_at.endsWith('Z'),
    correct: true,
    faulty: false,
  },
  'descending-is-ignored': {
    observe: async (call) => {
      await person(call)
      const last = Number((await person(call)).split('/').at(-1))
      return (await call(`GET ${AT}/people?sort=-created_at`)).json.items[0].id === last
    },
    correct: true,
    faulty: false,
  },
  'empty-token-is-owner': {
    observe: async (call) =>
      (await call(`GET ${AT}/time-entries`, { key: '', headers: { Authorization: 'Bearer ' } })).status,
    correct: 401,
    faulty: 200,
  },
  'bookings-need-no-token': {
    observe: async (call) => {
      const { id } = (await call(`POST ${AT}/rooms`, { json: { name: 'Library' } })).json
      return (await call(`GET ${AT}/rooms/${id}/bookings`, { key: '' })).status
    },
    correct: 401,
    faulty: 200,
  },
  'token-list-has-secrets': {
    observe: async (call) => {
      const path = await person(call)
      const { token } = (await call(`POST ${path}/tokens`, { json: { label: 'Own' } })).json
      return (await call(`GET ${path}/tokens`)).text.includes(token)
    },
    correct: false,
    faulty: true,
  },
}
