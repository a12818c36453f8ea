import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { services } from '../service.ts'
import type { Probe, Send } from './sender.ts'

const SOUTH = services.go.otherKey
const NOTHING = 'msg_000000000000'

let made = 0
const product = async (send: Send, more: object = {}, key?: string) =>
  (
    await send('POST', '/products', {
      json: { name: 'Teapot', sku: `probe-${++made}`, unitPrice: 2450, ...more },
      ...(key && { key }),
    })
  ).data

const invoice = async (send: Send, more: object = {}) =>
  (await send('POST', '/invoices', { json: { customer: 'Garden', amount: 5000, ...more } })).data

const paid = async (send: Send, more: object = {}) =>
  (await send('POST', `/invoices/${(await invoice(send, more)).id}/pay`)).data

const channel = async (send: Send, more: object = {}) =>
  (await send('POST', '/channels', { json: { name: 'support', ...more } })).data

const folder = async (send: Send) => (await send('POST', '/folders', { json: { name: 'Contracts' } })).data

const message = async (send: Send, { id }: { id: string }, more: object = {}) =>
  await send('POST', `/channels/${id}/messages`, { json: { text: 'Hello', ...more } })

const file = async (send: Send, text = '0123456789') => {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/plain' }), 'digits.txt')
  form.set('description', 'Ten digits')
  return (await send('POST', '/files', { body: form })).data
}

const lot = async (send: Send, { id }: { id: string }) =>
  (await send('POST', `/products/${id}/lots`, { json: { place: 'Shelf', quantity: 4 } })).data

const patch = (type: string, value: unknown) => ({
  body: JSON.stringify(value),
  headers: { 'Content-Type': `application/${type}+json` },
})

const image = (octets: readonly number[]) => ({
  body: new Uint8Array(octets),
  headers: { 'Content-Type': 'application/octet-stream' },
})

/** One for each fault of the set, with what a correct service makes of it. */
export const goProbes: Readonly<Record<string, readonly [right: unknown, Probe]>> = {
  'default-stock-is-one': [0, async (send) => (await product(send)).stock],
  'coupon-code-in-capitals': [
    'Spring',
    async (send) => (await send('POST', '/coupons', { json: { code: 'Spring', percentOff: 5 } })).data.code,
  ],
  'image-ends-at-null-octet': [
    'a\0b',
    async (send) => {
      const { id } = await product(send)
      await send('PUT', `/products/${id}/image`, image([97, 0, 98]))
      return (await send('GET', `/products/${id}/image`)).text
    },
  ],
  'high-priority-crashes': [
    201,
    async (send) => {
      const { id } = await channel(send)
      const sent = { json: { text: 'Hello' }, headers: { 'X-Priority': 'high' } }
      return (await send('POST', `/channels/${id}/messages`, sent)).status
    },
  ],
  'lot-read-below-other-product': [
    404,
    async (send) => {
      const { id } = await lot(send, await product(send))
      return (await send('GET', `/products/${(await product(send)).id}/lots/${id}`)).status
    },
  ],
  'lots-of-other-account-listed': [
    [],
    async (send) => {
      await lot(send, await product(send))
      const { id } = await product(send, {}, SOUTH)
      return (await send('GET', `/products/${id}/lots`, { key: SOUTH })).data
    },
  ],
  'unknown-remark-crashes': [
    [404, 404],
    async (send) => {
      const { id } = (await send('POST', '/orders', { json: {} })).data
      const replies = [
        await send('GET', `/orders/${id}/remarks/0`),
        await send('GET', `/orders/${id}/remarks/7`),
      ]
      return replies.map(({ status }) => status)
    },
  ],
  'share-answers-password': [
    undefined,
    async (send) => {
      const { id } = await file(send)
      return (await send('POST', `/files/${id}/shares`, { json: { password: 'open-sesame' } })).data.password
    },
  ],
  'stock-below-zero-crashes': [200, async (send) => (await send('GET', '/products?stockBelow=0')).status],
  'long-description-crashes': [
    300,
    async (send) => (await product(send, { description: 'x'.repeat(300) })).description?.length,
  ],
  'form-without-boundary-crashes': [
    415,
    async (send) =>
      (await send('POST', '/files', { body: 'x', headers: { 'Content-Type': 'multipart/form-data' } }))
        .status,
  ],
  'unknown-delivery-accepted': [
    400,
    async (send) => {
      const json = { customer: 'Garden', amount: 5000, delivery: { kind: 'pigeon', address: 'x' } }
      return (await send('POST', '/invoices', { json })).status
    },
  ],
  'document-has-other-root': [
    'invoice',
    async (send) => {
      const { text } = await send('GET', `/invoices/${(await invoice(send)).id}/document`)
      return /<(\w+)>/.exec(text)?.[1]
    },
  ],
  'reply-to-nothing-crashes': [
    400,
    async (send) => (await message(send, await channel(send), { replyTo: NOTHING })).status,
  ],
  'suffix-range-answers-start': [
    '6789',
    async (send) => {
      const { id } = await file(send)
      return (await send('GET', `/files/${id}/content`, { headers: { Range: 'bytes=-4' } })).text
    },
  ],
  'refused-write-off-clears-payment': [
    [409, true],
    async (send) => {
      const { id, paidAt } = await paid(send)
      const { status } = await send('POST', `/invoices/${id}/write-off`)
      return [status, (await send('GET', `/invoices/${id}`)).data.paidAt === paidAt]
    },
  ],
  'invoice-filters-are-alternatives': [
    1,
    async (send) => {
      await invoice(send, { customer: 'Both' })
      await paid(send, { customer: 'Both' })
      await invoice(send, { customer: 'Other' })
      return (await send('GET', '/invoices?status=open&customer=Both')).data.length
    },
  ],
  'prices-sorted-as-text': [
    [950, 1000],
    async (send) => {
      await product(send, { name: 'sorted', unitPrice: 1000 })
      await product(send, { name: 'sorted', unitPrice: 950 })
      const { data } = await send('GET', '/products?q=sorted&sort=unitPrice')
      return data.map(({ unitPrice }: { unitPrice: number }) => unitPrice)
    },
  ],
  'unmuting-is-ignored': [
    false,
    async (send) => {
      const { id } = await channel(send, { muted: true })
      await send('PATCH', `/channels/${id}`, { json: { muted: false } })
      return (await send('GET', `/channels/${id}`)).data.muted
    },
  ],
  'failed-patch-is-half-done': [
    [409, 2450],
    async (send) => {
      const { id } = await product(send)
      const operations = [
        { op: 'replace', path: '/unitPrice', value: 1 },
        { op: 'test', path: '/name', value: 'Kettle' },
      ]
      const { status } = await send('PATCH', `/products/${id}`, patch('json-patch', operations))
      return [status, (await send('GET', `/products/${id}`)).data.unitPrice]
    },
  ],
  'merge-null-keeps-attribute': [
    { size: 'L' },
    async (send) => {
      const { id } = await product(send, { attributes: { color: 'red', size: 'L' } })
      await send('PATCH', `/products/${id}`, patch('merge-patch', { attributes: { color: null } }))
      return (await send('GET', `/products/${id}`)).data.attributes
    },
  ],
  'message-count-keeps-deleted': [
    0,
    async (send) => {
      const { id } = await channel(send)
      await send('DELETE', `/channels/${id}/messages/${(await message(send, { id })).data.id}`)
      return (await send('GET', `/channels/${id}`)).data.messageCount
    },
  ],
  'chosen-fields-get-created-at': [
    ['name'],
    async (send) => {
      await product(send)
      return Object.keys((await send('GET', '/products?fields=name')).data[0])
    },
  ],
  'restored-file-loses-description': [
    'Ten digits',
    async (send) => {
      const { id } = await file(send)
      await send('DELETE', `/files/${id}`)
      return (await send('POST', `/trash/${id}/restore`)).data.description
    },
  ],
  'stale-version-overwrites': [
    409,
    async (send) => {
      const { id, version } = await folder(send)
      await send('PATCH', `/folders/${id}`, { json: { name: 'Offers', version } })
      return (await send('PATCH', `/folders/${id}`, { json: { name: 'Bills', version } })).status
    },
  ],
  'repeated-request-refunds-twice': [
    1,
    async (send) => {
      const { id } = await paid(send)
      const json = { amount: 100, requestId: '0f8fad5b-d9cb-469f-a165-70867728950e' }
      for (let time = 1; time <= 2; time++) await send('POST', `/invoices/${id}/refunds`, { json })
      return (await send('GET', `/invoices/${id}/refunds`)).data.length
    },
  ],
  'problem-names-first-line': [
    '/lines/1/quantity',
    async (send) => {
      const { id } = await product(send)
      const lines = [1, 0].map((quantity) => ({ productId: id, quantity }))
      return (await send('POST', '/orders', { json: { lines } })).data.fields[0].path
    },
  ],
  'second-image-is-created': [
    [201, 200],
    async (send) => {
      const { id } = await product(send)
      const first = await send('PUT', `/products/${id}/image`, image([1]))
      return [first.status, (await send('PUT', `/products/${id}/image`, image([2]))).status]
    },
  ],
  'reading-file-changes-updated-at': [
    true,
    async (send) => {
      const { id, updatedAt } = await file(send)
      // The times of the service have milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 20))
      return (await send('GET', `/files/${id}`)).data.updatedAt === updatedAt
    },
  ],
  'removed-hook-is-told': [['kept'], async (send) => await newsAfterRemoval(send)],
}

/** @returns the paths that are told of a message after one of two hooks was removed, when the other has heard of it. */
async function newsAfterRemoval(send: Send): Promise<string[]> {
  const told: string[] = []
  let hear: () => void = () => undefined
  const heard = new Promise<void>((resolve) => {
    hear = resolve
  })
  const listener = createServer((request, response) => {
    told.push(request.url?.slice(1) ?? '')
    response.writeHead(204).end()
    if (request.url === '/kept') hear()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const hook = async (path: string) =>
    (
      await send('POST', '/hooks', {
        json: { url: `http://127.0.0.1:${port}/${path}`, events: ['messagePosted'] },
      })
    ).data
  try {
    // News are sent one after the other, in the order of hooks: what the removed one hears, it hears first.
    await send('DELETE', `/hooks/${(await hook('removed')).id}`)
    const { id } = await hook('kept')
    await message(send, await channel(send))
    await heard
    await send('DELETE', `/hooks/${id}`)
    return told
  } finally {
    listener.close()
    listener.closeAllConnections()
  }
}
