import { gzipSync } from 'node:zlib'
import type { Call, Probe } from '../../probe.ts'

async function upload(call: Call): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['content'], 'offer.txt', { type: 'text/plain' }))
  return `/files/${(await call('POST /files', { body: form })).json.data.id}`
}

/** @returns the path of a new item of a list. */
async function create(call: Call, list: string, json: object): Promise<string> {
  return `${list}/${(await call(`POST ${list}`, { json })).json.data.id}`
}

async function product(call: Call, more: object = {}): Promise<string> {
  const json = { name: 'Teapot', sku: crypto.randomUUID(), unitPrice: 1000, ...more }
  return await create(call, '/products', json)
}

async function shelf(call: Call, code: string, room: string): Promise<number> {
  return (await call('POST /shelves', { json: { code, room, capacity: 10 } })).status
}

/** @returns the path of a new channel with a message of each priority. */
async function channel(call: Call): Promise<string> {
  const path = await create(call, '/channels', { name: 'general', topic: 'Tea' })
  for (const priority of ['low', 'normal', 'high'])
    await call(`POST ${path}/messages`, { json: { text: 'Hello' }, headers: { 'X-Priority': priority } })
  return path
}

export const ninthGoProbes: Readonly<Record<string, Probe>> = {
  'links-begin-query-twice': {
    observe: async (call) => {
      for (const code of ['L-1', 'L-2']) await shelf(call, code, 'Linked')
      const { next } = (await call('GET /shelves?room=Linked&limit=1')).json.links
      return next.split('?').length - 1
    },
    correct: 1,
    faulty: 2,
  },
  'undue-invoices-come-first': {
    observe: async (call) => {
      for (const dueOn of ['2026-03-31', null, '2026-01-31'])
        await call('POST /invoices', { json: { customer: 'Undue', amount: 10, dueOn } })
      const days = async (sort: string) =>
        (await call(`GET /invoices?customer=Undue&sort=${sort}`)).json.data.map(
          (one: { dueOn: string | null }) => one.dueOn,
        )
      return [await days('dueOn'), await days('-dueOn')]
    },
    correct: [
      ['2026-01-31', '2026-03-31', null],
      ['2026-03-31', '2026-01-31', null],
    ],
    faulty: [
      [null, '2026-01-31', '2026-03-31'],
      [null, '2026-03-31', '2026-01-31'],
    ],
  },
  'null-id-is-answered-with-array': {
    observe: async (call) => {
      const { id } = (await call('POST /folders', { json: { name: 'Offers' } })).json.data
      const { status, json } = await call('POST /folders', { json: { id: null, name: 'Sent', parentId: id } })
      return [status, Array.isArray(json), (await call(`GET /folders?parentId=${id}`)).json.data.length]
    },
    correct: [201, false, 1],
    faulty: [200, true, 1],
  },
  'remove-needs-value': {
    observe: async (call) => {
      const path = await product(call, { attributes: { colour: 'green' } })
      const headers = { 'Content-Type': 'application/json-patch+json' }
      const json = [{ op: 'remove', path: '/attributes/colour' }]
      return (await call(`PATCH ${path}`, { json, headers })).status
    },
    correct: 200,
    faulty: 500,
  },
  'moved-file-has-new-id': {
    observe: async (call) => {
      const file = await upload(call)
      const { id } = (await call('POST /folders', { json: { name: 'Offers' } })).json.data
      const { status, json } = await call(`PATCH ${file}`, { json: { folderId: id } })
      return [status, Object.keys(json), (await call(`GET ${file}`)).status]
    },
    correct: [200, ['data'], 200],
    faulty: [200, ['message'], 404],
  },
  'empty-value-is-left-out': {
    observe: async (call) => {
      const path = `${await upload(call)}/properties/colour`
      await call(`PUT ${path}`, { json: { value: '' } })
      return (await call(`GET ${path}`)).json.data.value
    },
    correct: '',
    faulty: undefined,
  },
  'single-message-counts-one-reply': {
    observe: async (call) => {
      const path = `${await create(call, '/channels', { name: 'general' })}/messages`
      const { id } = (await call(`POST ${path}`, { json: { text: 'Hello' } })).json.data
      for (const text of ['One', 'Two']) await call(`POST ${path}`, { json: { text, replyTo: id } })
      const listed = (await call(`GET ${path}`)).json.data[0].replyCount
      return [listed, (await call(`GET ${path}/${id}`)).json.data.replyCount]
    },
    correct: [2, 2],
    faulty: [2, 1],
  },
  'image-has-length-of-base64': {
    observe: async (call) => {
      const path = `${await product(call)}/image`
      const headers = { 'Content-Type': 'application/octet-stream' }
      await call(`PUT ${path}`, { body: 'octets', headers })
      return (await call(`HEAD ${path}`)).headers.get('Content-Length')
    },
    correct: '6',
    faulty: '8',
  },
  'archive-is-compressed-again': {
    observe: async (call) => {
      const form = new FormData()
      form.set('file', new File([gzipSync('content')], 'offer.gz', { type: 'application/gzip' }))
      const { id, size } = (await call('POST /files', { body: form })).json.data
      const { headers } = await call(`HEAD /files/${id}/content`)
      return [headers.get('Content-Length') === String(size), headers.get('Content-Encoding')]
    },
    correct: [true, null],
    faulty: [false, null],
  },
  'first-priority-is-a-level': {
    observe: async (call) => {
      const { data } = (await call(`GET ${await channel(call)}/messages?priority=normal,high`)).json
      return data.map((one: { priority: string }) => one.priority)
    },
    correct: ['normal', 'high'],
    faulty: ['low', 'normal'],
  },
  'changed-order-loses-remarks': {
    observe: async (call) => {
      const path = await create(call, '/orders', {})
      await call(`POST ${path}/remarks`, { json: { text: 'The customer rang.' } })
      await call(`PATCH ${path}`, { json: { note: 'By noon' } })
      return (await call(`GET ${path}/remarks`)).json.data.length
    },
    correct: 1,
    faulty: 0,
  },
  'change-answers-unsent-as-empty': {
    observe: async (call) => {
      const path = await channel(call)
      const { name, topic, muted } = (await call(`PATCH ${path}`, { json: { muted: true } })).json.data
      return [name, topic, muted, (await call(`GET ${path}`)).json.data.name]
    },
    correct: ['general', 'Tea', true, 'general'],
    faulty: ['', '', true, 'general'],
  },
  'listed-channel-squares-count': {
    observe: async (call) => {
      const path = await channel(call)
      const { data } = (await call('GET /channels?limit=100')).json
      const { messageCount } = data.find(({ id }: { id: string }) => path.endsWith(id))
      return [messageCount, (await call(`GET ${path}`)).json.data.messageCount]
    },
    correct: [3, 3],
    faulty: [9, 3],
  },
  'replaced-hook-loses-secret': {
    observe: async (call) => {
      const json = { url: 'https://example.com/news', events: ['messagePosted'] }
      const path = await create(call, '/hooks', { ...json, secret: 'open-sesame' })
      const before = (await call(`GET ${path}`)).json.data.hasSecret
      return [before, (await call(`PUT ${path}`, { json })).json.data.hasSecret]
    },
    correct: [true, true],
    faulty: [true, false],
  },
  'total-is-0-past-the-end': {
    observe: async (call) => {
      for (const code of ['T-1', 'T-2']) await shelf(call, code, 'Counted')
      const totals = ['0', '1', '2'].map(
        async (offset) => (await call(`GET /shelves?room=Counted&offset=${offset}`)).json.total,
      )
      return await Promise.all(totals)
    },
    correct: [2, 2, 2],
    faulty: [2, 2, 0],
  },
  'upload-answers-no-tag': {
    observe: async (call) => {
      const form = new FormData()
      form.set('file', new File(['content'], 'offer.txt', { type: 'text/plain' }))
      const { status, headers } = await call('POST /files', { body: form })
      return [status, headers.has('ETag')]
    },
    correct: [201, true],
    faulty: [201, false],
  },
  'code-of-removed-shelf-stays-taken': {
    observe: async (call) => {
      const path = await create(call, '/shelves', { code: 'AGAIN-1', capacity: 10 })
      await call(`DELETE ${path}`)
      return await shelf(call, 'AGAIN-1', 'Attic')
    },
    correct: 201,
    faulty: 409,
  },
  'other-product-in-order-crashes': {
    observe: async (call) => {
      const [one, other] = [await product(call), await product(call)].map((path) => [
        { productId: path.split('/')[2], quantity: 1 },
      ])
      const path = await create(call, '/orders', { lines: one })
      return [
        (await call(`PATCH ${path}`, { json: { lines: one } })).status,
        (await call(`PATCH ${path}`, { json: { lines: other } })).status,
      ]
    },
    correct: [200, 200],
    faulty: [200, 500],
  },
  'since-is-ignored-beside-others': {
    observe: async (call) => {
      const path = `${await channel(call)}/messages?since=2100-01-01T00:00:00Z`
      const lists = [path, `${path}&priority=low`, `${path}&textContains=hello`]
      const counts = lists.map(async (list) => (await call(`GET ${list}`)).json.data.length)
      return await Promise.all(counts)
    },
    correct: [0, 0, 0],
    faulty: [0, 1, 3],
  },
  'null-of-share-stays-null': {
    observe: async (call) => {
      const path = await create(call, `${await upload(call)}/shares`, {})
      const json = { shareWith: 'Ada', expiresOn: '2026-12-31' }
      const { status } = await call(`PATCH ${path}`, { json })
      const { shareWith, expiresOn } = (await call(`GET ${path}`)).json.data
      return [status, shareWith, expiresOn]
    },
    correct: [200, 'Ada', '2026-12-31'],
    faulty: [200, null, null],
  },
}
