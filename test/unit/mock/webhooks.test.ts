import { createHmac } from 'node:crypto'
import { createMock, type WebhookDelivery } from '@concordat/mock'
import { createWebhooks, HttpProblem } from '@concordat/runtime/server'
import { expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { documentFile, send } from './mock-of.ts'

const SECRET = `whsec_${Buffer.from('a secret of ours').toString('base64')}`

/** Returns a mock, and a receiver that accepts only requests signed as documented. */
async function mockWithReceiver() {
  const { model } = await readDocument({ document: documentFile('hooks.yaml'), overlays: [] })
  const document = model.webhooks?.descriptor
  if (document === undefined) throw new Error('The document has webhooks.')
  const heard: unknown[] = []
  const note = (name: string) => async (given: { body: unknown }) => {
    heard.push({ [name]: given.body })
    return { status: 204 }
  }
  const receiver = createWebhooks<object, string>(document, {
    handlers: {
      parcelCreated: note('created'),
      parcelEvent: note('event'),
      strike: note('strike'),
    },
    authenticate: async ({ credential }) =>
      credential === SECRET ? { principal: 'service', scopes: [] } : undefined,
    async verify({ operation: { operationId }, request: { headers }, body }) {
      if (!isSigned(operationId, headers, body))
        throw new HttpProblem({ kind: 'credentials-rejected', detail: 'The signature is wrong.' })
    },
  })
  const deliveries: WebhookDelivery[] = []
  const mock = createMock(model.descriptor, {
    webhooks: {
      document,
      url: 'http://receiver.test/in/{webhook}',
      secret: SECRET,
      fetch: receiver,
      onSent: (delivery) => deliveries.push(delivery),
    },
  })
  /** Waits for `count` webhooks. */
  const sent = (count: number) =>
    expect.poll(() => deliveries.map(({ webhook, status }) => [webhook, status])).toHaveLength(count)
  return { mock, heard, deliveries, sent }
}

function isSigned(webhook: string, headers: Headers, body: Uint8Array): boolean {
  if (webhook === 'parcel.created')
    return (
      headers.get('x-event') === webhook &&
      headers.get('x-parcel-signature-256') ===
        `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
    )
  if (webhook !== 'parcelEvent') return true
  const time = headers.get('webhook-timestamp')
  if (!(Math.abs(Number(time) - Date.now() / 1000) < 300)) return false
  const digest = createHmac('sha256', 'a secret of ours')
    .update(`${headers.get('webhook-id')}.${time}.`)
    .update(body)
    .digest('base64')
  return headers.get('webhook-signature') === `v1,${digest}`
}

test('what becomes of an item is told by the webhooks that say so, signed, in the order of what happened', async () => {
  const { mock, heard, deliveries, sent } = await mockWithReceiver()
  const { body } = await send(mock, 'POST /parcels', { body: { to: 'Oslo' } })
  const { id } = body as { id: number }
  await send(mock, `PATCH /parcels/${id}`, { body: { to: 'Rome' } })
  await send(mock, `DELETE /parcels/${id}`)
  await sent(3)
  expect(heard).toEqual([
    { created: { id, to: 'Oslo' } },
    { event: { action: 'updated', data: { parcel: { id, to: 'Rome' } } } },
    { event: { action: 'removed', data: { parcel: { id, to: 'Rome' } } } },
  ])
  expect(deliveries[0]).toEqual({
    webhook: 'parcel.created',
    url: 'http://receiver.test/in/parcel.created',
    status: 204,
  })
})

test('a request that is refused tells nobody', async () => {
  const { mock, heard, sent } = await mockWithReceiver()
  expect((await send(mock, 'POST /parcels', { body: {} })).status).toBe(400)
  expect((await send(mock, 'DELETE /parcels/999999')).status).toBe(404)
  await send(mock, 'POST /parcels', { body: { to: 'Oslo' } })
  await sent(1)
  expect(heard).toHaveLength(1)
})

test('any webhook is sent on demand, with a body of the caller or one made for it', async () => {
  const { mock, heard } = await mockWithReceiver()
  const strike = { until: '2031-05-01' }
  const answer = await send(mock, 'POST /__mock/webhooks/strike', { body: strike })
  expect(answer).toMatchObject({ status: 200, body: { webhook: 'strike', status: 204 } })
  await send(mock, 'POST /__mock/webhooks/parcelEvent')
  expect(heard).toEqual([
    { strike },
    {
      event: {
        action: expect.any(String),
        data: { parcel: { id: expect.any(Number), to: expect.any(String) } },
      },
    },
  ])
  const wrong = await send(mock, 'POST /__mock/webhooks/strike', { body: {} })
  expect(wrong.body).toMatchObject({ status: 400 })
  expect(await send(mock, 'POST /__mock/webhooks/flood')).toMatchObject({
    status: 404,
    body: {
      detail: 'The document has no webhook "flood". Its webhooks: "parcel.created", "parcelEvent", "strike".',
    },
  })
})

test('a receiver that cannot be reached is told, and hinders nothing', async () => {
  const { model } = await readDocument({ document: documentFile('hooks.yaml'), overlays: [] })
  const deliveries: WebhookDelivery[] = []
  const mock = createMock(model.descriptor, {
    webhooks: {
      document: model.webhooks?.descriptor ?? model.descriptor,
      url: 'http://receiver.test/',
      fetch: async () => {
        throw new TypeError('fetch failed', { cause: new Error('nobody listens') })
      },
      onSent: (delivery) => deliveries.push(delivery),
    },
  })
  expect((await send(mock, 'POST /parcels', { body: { to: 'Oslo' } })).status).toBe(201)
  await expect.poll(() => deliveries).toHaveLength(1)
  expect(deliveries[0]).toMatchObject({ webhook: 'parcel.created', error: 'nobody listens' })
  expect((await send(mock, 'POST /__mock/webhooks/strike')).status).toBe(502)
})

test('without an address no webhook is sent', async () => {
  const { model } = await readDocument({ document: documentFile('hooks.yaml'), overlays: [] })
  const answer = await send(createMock(model.descriptor), 'POST /__mock/webhooks/strike')
  expect(answer.status).toBe(409)
})
