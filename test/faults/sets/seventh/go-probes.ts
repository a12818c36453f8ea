import type { Call, Probe } from '../../probe.ts'

async function channel(call: Call, more: object = {}): Promise<string> {
  return `/channels/${(await call('POST /channels', { json: { name: 'general', ...more } })).json.data.id}`
}

async function folder(call: Call, parentId: string | null = null): Promise<string> {
  return (await call('POST /folders', { json: { name: 'Offers', parentId } })).json.data.id
}

async function upload(call: Call): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['content'], 'offer.txt', { type: 'text/plain' }))
  return `/files/${(await call('POST /files', { body: form })).json.data.id}`
}

async function contact(call: Call, more: object = {}): Promise<string> {
  const json = { name: 'Ada', country: 'DE', postcode: 'SW1', ...more }
  return `/contacts/${(await call('POST /contacts', { json })).json.data.id}`
}

/** @returns the numbers of the pages to which the header Link leads. */
async function pages(call: Call, query: string): Promise<Record<string, number>> {
  const header = (await call(`GET /contacts?${query}`)).headers.get('Link') ?? ''
  const links = header.matchAll(/<([^>]*)>; rel="(\w+)"/g)
  const found: Record<string, number> = {}
  for (const [, target = '', relation = ''] of links)
    found[relation] = Number(new URL(target, 'http://depot.example').searchParams.get('page'))
  return found
}

async function shelf(call: Call, room: string): Promise<{ id: string; code: string }> {
  const json = { code: crypto.randomUUID().slice(0, 18), room, capacity: 10 }
  return (await call('POST /shelves', { json })).json.data
}

async function order(call: Call): Promise<string> {
  return `/orders/${(await call('POST /orders', { json: {} })).json.data.id}`
}

const hook = { url: 'https://example.com/news', events: ['messagePosted'] }

export const seventhGoProbes: Readonly<Record<string, Probe>> = {
  'edited-message-keeps-mentions': {
    observe: async (call) => {
      const path = `${await channel(call)}/messages`
      const { id } = (await call(`POST ${path}`, { json: { text: 'Ask @ada.' } })).json.data
      await call(`PATCH ${path}/${id}`, { json: { text: 'Ask @grace, or @ada, or @grace.' } })
      return (await call(`GET ${path}/${id}`)).json.data.mentions
    },
    correct: ['grace', 'ada'],
    faulty: ['ada'],
  },
  'cursor-without-due-date-crashes': {
    observe: async (call) => {
      const customer = crypto.randomUUID()
      for (const dueOn of ['2026-02-01', null, '2026-01-01', null])
        await call('POST /invoices', { json: { customer, amount: 1000, dueOn } })
      const seen: unknown[] = []
      let path: string | null = `/invoices?customer=${customer}&sort=-dueOn&limit=1`
      while (path !== null) {
        const { status, json } = await call(`GET ${path}`)
        seen.push(status === 200 ? json.data[0].dueOn : status)
        path = status === 200 ? json.page.next : null
      }
      return seen
    },
    correct: ['2026-02-01', '2026-01-01', null, null],
    faulty: ['2026-02-01', '2026-01-01', null, 500],
  },
  'locked-channel-takes-messages': {
    observe: async (call) => {
      const path = await channel(call, { locked: true })
      const { status } = await call(`POST ${path}/messages`, { json: { text: 'Hello' } })
      return [status, (await call(`GET ${path}`)).json.data.messageCount]
    },
    correct: [409, 0],
    faulty: [201, 1],
  },
  'last-page-counts-all-contacts': {
    observe: async (call) => {
      for (const country of ['FR', 'FR', 'FR', 'SE', 'SE', 'SE']) await contact(call, { country })
      return (await pages(call, 'country=FR&perPage=1')).last === 3
    },
    correct: true,
    faulty: false,
  },
  'offset-has-no-effect': {
    observe: async (call) => {
      const room = crypto.randomUUID()
      const made = [await shelf(call, room), await shelf(call, room), await shelf(call, room)]
      const { data } = (await call(`GET /shelves?room=${room}&offset=1&limit=1`)).json
      return made.findIndex(({ id }) => id === data[0].id)
    },
    correct: 1,
    faulty: 0,
  },
  'folder-with-folders-is-deleted': {
    observe: async (call) => {
      const id = await folder(call)
      await folder(call, id)
      return [(await call(`DELETE /folders/${id}`)).status, (await call(`GET /folders/${id}`)).status]
    },
    correct: [409, 200],
    faulty: [204, 404],
  },
  'contact-above-127-is-not-found': {
    observe: async (call) => {
      const path = await contact(call)
      for (let number = 0; number < 127; number++) await folder(call)
      const late = await contact(call)
      return [
        (await call(`GET ${late}`)).status,
        Number(late.split('/')[2]) - Number(path.split('/')[2]) > 127,
      ]
    },
    correct: [200, true],
    faulty: [404, true],
  },
  'cancelled-quote-is-bad-request': {
    observe: async (call) => {
      const { id } = (await call('POST /quotes', { json: { customer: 'Ada', amount: 1000 } })).json.data
      const { status } = await call(`POST /quotes/${id}`, { json: { action: 'cancel' } })
      return [status, (await call(`GET /quotes/${id}`)).json.data.status]
    },
    correct: [200, 'cancelled'],
    faulty: [400, 'cancelled'],
  },
  'hook-needs-method': {
    observe: async (call) => {
      const { status, json } = await call('POST /hooks', { json: hook })
      return [status, json.data?.method]
    },
    correct: [201, 'POST'],
    faulty: [400, undefined],
  },
  'refund-of-rest-is-whole-amount': {
    observe: async (call) => {
      const { id } = (await call('POST /invoices', { json: { customer: 'Ada', amount: 1000 } })).json.data
      await call(`POST /invoices/${id}/pay`)
      await call(`POST /invoices/${id}/refunds`, { json: { amount: 300 } })
      const { amount } = (await call(`POST /invoices/${id}/refund-rest`)).json.data
      return [amount, (await call(`GET /invoices/${id}`)).json.data.refunded]
    },
    correct: [700, 1000],
    faulty: [1000, 1300],
  },
  'unchanged-channel-is-not-found': {
    observe: async (call) => {
      const path = await channel(call, { topic: 'News' })
      const first = await call(`PATCH ${path}`, { json: { topic: 'Old news' } })
      return [first.status, (await call(`PATCH ${path}`, { json: { topic: 'Old news' } })).status]
    },
    correct: [200, 200],
    faulty: [200, 404],
  },
  'next-page-is-this-page': {
    observe: async (call) => {
      for (let number = 0; number < 3; number++) await contact(call, { country: 'NO' })
      const { prev, next } = await pages(call, 'country=NO&page=2&perPage=1')
      return [prev, next, (await pages(call, 'country=NO&perPage=1')).next]
    },
    correct: [1, 3, 2],
    faulty: [2, 2, 2],
  },
  'own-id-in-replacement-is-conflict': {
    observe: async (call) => {
      const { id, ...rest } = await shelf(call, 'Cellar')
      const without = await call(`PUT /shelves/${id}`, { json: { ...rest, capacity: 20 } })
      const { status } = await call(`PUT /shelves/${id}`, { json: { id, ...rest, capacity: 30 } })
      return [without.status, status, (await call(`GET /shelves/${id}`)).json.data.capacity]
    },
    correct: [200, 200, 30],
    faulty: [200, 409, 20],
  },
  'no-stars-are-refused': {
    observe: async (call) => {
      const path = `${await order(call)}/rating`
      const { status } = await call(`PUT ${path}`, { json: { stars: 0 } })
      return [status, (await call(`PUT ${path}`, { json: { stars: 1 } })).status]
    },
    correct: [201, 200],
    faulty: [400, 201],
  },
  'password-wipes-expiry': {
    observe: async (call) => {
      const shares = `${await upload(call)}/shares`
      const { id } = (await call(`POST ${shares}`, { json: {} })).json.data
      await call(`PATCH ${shares}/${id}`, { json: { expiresOn: '2030-01-31' } })
      await call(`PATCH ${shares}/${id}`, { json: { password: 'open-sesame' } })
      return (await call(`GET ${shares}/${id}`)).json.data.expiresOn
    },
    correct: '2030-01-31',
    faulty: null,
  },
  'second-put-of-property-is-452': {
    observe: async (call) => {
      const path = `${await upload(call)}/properties/colour`
      const first = await call(`PUT ${path}`, { json: { value: 'green' } })
      const second = await call(`PUT ${path}`, { json: { value: 'red' } })
      return [first.status, second.status, (await call(`GET ${path}`)).json.data.value]
    },
    correct: [201, 200, 'red'],
    faulty: [201, 452, 'green'],
  },
  'null-leaves-contact-archived': {
    observe: async (call) => {
      const path = await contact(call)
      await call(`POST ${path}/archive`)
      const { status } = await call(`PATCH ${path}`, { json: { archivedAt: null } })
      return [status, (await call(`GET ${path}`)).json.data.archivedAt === null]
    },
    correct: [200, true],
    faulty: [200, false],
  },
  'created-hook-is-nothing': {
    observe: async (call) => {
      const before = (await call('GET /hooks?limit=100')).json.data.length
      const { status, text } = await call('POST /hooks', { json: hook })
      return [status, text === '', (await call('GET /hooks?limit=100')).json.data.length - before]
    },
    correct: [201, false, 1],
    faulty: [200, true, 0],
  },
  'last-offset-is-past-the-end': {
    observe: async (call) => {
      const room = crypto.randomUUID()
      for (let number = 0; number < 5; number++) await shelf(call, room)
      const { links } = (await call(`GET /shelves?room=${room}&limit=2&offset=1`)).json
      return (await call(`GET ${links.last}`)).json.data.length
    },
    correct: 2,
    faulty: 0,
  },
  'digits-become-numbers': {
    observe: async (call) => {
      const path = await contact(call, { name: '007', postcode: '04109' })
      const { name, postcode } = (await call(`GET ${path}`)).json.data
      return [name, postcode]
    },
    correct: ['007', '04109'],
    faulty: [7, 4109],
  },
}
