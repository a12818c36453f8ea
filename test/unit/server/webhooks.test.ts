import { createHmac, timingSafeEqual } from 'node:crypto'
import { HttpProblem } from '@concordat/runtime/server'
import { serve } from '@concordat/runtime/server/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebhooks, type WebhookHandlers } from '../../golden/webhooks/expected/webhooks.ts'

const SECRET = 'test'
const sign = (body: string | Uint8Array) => createHmac('sha256', SECRET).update(body).digest('hex')

const received: unknown[] = []
const handlers: WebhookHandlers<string> = {
  async petCreated({ header, body }) {
    received.push({ header, body })
    return { status: 200, body: { kept: true } }
  },
  async subscribePost(_, { principal }) {
    received.push(principal)
    return { status: 204 }
  },
  subscribeDelete: async () => ({ status: 204 }),
  async subscribeOnDue({ body }) {
    received.push(body)
    return { status: 204 }
  },
}

const options = {
  handlers,
  authenticate: async ({ credential }: { credential: string }) =>
    credential === 'k' ? { principal: 'service', scopes: [] } : undefined,
}

const verified = createWebhooks<string>({
  ...options,
  maxBodyBytes: 1000,
  verify({ request, body }) {
    const given = Buffer.from(request.headers.get('x-signature') ?? '', 'hex')
    const expected = Buffer.from(sign(body), 'hex')
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new HttpProblem({ kind: 'credentials-rejected' })
  },
  webhookOf: (request) => request.headers.get('x-event') ?? undefined,
})

let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve(verified, { port: 0 })
})
afterAll(() => server.close())

const PET = '{"id":7,"name":"Rex","born":"2026-02-28T23:59:59Z"}'

function send(event: string, body: string, headers: Record<string, string> = {}) {
  return fetch(new URL('/any/address', server.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-event': event,
      'x-delivery': '0b7e9c3a-6c1d-4c8e-9d53-3c5d6a1f2b4e',
      'x-signature': sign(body),
      ...headers,
    },
    body,
  })
}

test('a signed webhook comes to its handler over the network, its formats converted', async () => {
  received.length = 0
  const answer = await send('pet.created', PET)
  expect([answer.status, await answer.json()]).toEqual([200, { kept: true }])
  expect(received).toEqual([
    {
      header: { 'X-Delivery': '0b7e9c3a-6c1d-4c8e-9d53-3c5d6a1f2b4e' },
      body: { id: 7, name: 'Rex', born: new Date('2026-02-28T23:59:59Z') },
    },
  ])
})

test('one with another signature, none, or a body that was changed is refused before it is parsed', async () => {
  received.length = 0
  const statuses = [
    (await send('pet.created', '{', { 'x-signature': sign('{ ') })).status,
    (await send('pet.created', PET, { 'x-signature': '' })).status,
  ]
  expect(statuses).toEqual([401, 401])
  expect(received).toEqual([])
})

test('what its schema refuses, what is too large and what no webhook is called', async () => {
  const unfit = await send('pet.created', '{"id":"7","name":"Rex"}')
  expect([unfit.status, (await unfit.json()).detail]).toEqual([400, 'body.id must be an integer.'])
  expect((await send('pet.created', `{"name":"${'x'.repeat(2000)}"}`)).status).toBe(413)
  expect((await send('pet.deleted', PET)).status).toBe(404)
  expect((await send('toString', PET)).status).toBe(404)
})

test('credentials are asked for where the webhook itself states them', async () => {
  received.length = 0
  expect((await send('subscribe', '')).status).toBe(401)
  expect((await send('subscribe', '', { 'x-key': 'k' })).status).toBe(204)
  expect(received).toEqual(['service'])
})

test('without a rule of its own the last segment of the path names the webhook, a callback too', async () => {
  received.length = 0
  const app = createWebhooks<string>(options)
  const post = (path: string, body: string) =>
    app(
      new Request(`https://receiver.test${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    )
  const due = await post('/hooks/subscribe.onDue?attempt=2', '{"at":"2026-02-28T23:59:59Z"}')
  expect(due.status).toBe(204)
  expect(received).toEqual([{ at: new Date('2026-02-28T23:59:59Z') }])
  const gone = await app(new Request('https://receiver.test/hooks/subscribe', { method: 'DELETE' }))
  expect(gone.status).toBe(204)
  const other = await app(new Request('https://receiver.test/hooks/subscribe', { method: 'PUT' }))
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST, DELETE, OPTIONS'])
})
