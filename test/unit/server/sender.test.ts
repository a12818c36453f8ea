import { ApiError } from '@concordat/runtime/client'
import { beforeEach, expect, test } from 'vitest'
import { callbackUrls, createSender } from '../../golden/webhooks/expected/sender.ts'
import { createWebhooks } from '../../golden/webhooks/expected/webhooks.ts'

const received: unknown[] = []
const addresses: string[] = []
beforeEach(() => {
  received.length = 0
  addresses.length = 0
})

const receiver = createWebhooks<string>({
  handlers: {
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
  },
  authenticate: async ({ credential }) =>
    credential === 'k' ? { principal: 'service', scopes: [] } : undefined,
})

const options = {
  fetch: (request: Request) => {
    addresses.push(request.url)
    return receiver(request)
  },
}

test('a webhook goes to the address as it stands, and comes with its formats converted', async () => {
  const born = new Date('2026-02-28T23:59:59.000Z')
  const sender = createSender('https://receiver.test/in/pet.created?key=1', options)
  const answer = await sender.petCreated({
    header: { 'X-Delivery': '0b7e9c3a-6c1d-4c8e-9d53-3c5d6a1f2b4e' },
    body: { id: 7, name: 'Rex', born },
  })
  expect(answer).toEqual({ kept: true })
  expect(addresses).toEqual(['https://receiver.test/in/pet.created?key=1'])
  expect(received).toEqual([
    { header: { 'X-Delivery': '0b7e9c3a-6c1d-4c8e-9d53-3c5d6a1f2b4e' }, body: { id: 7, name: 'Rex', born } },
  ])
})

test('a callback goes where the request says, without a slash or anything else behind it', async () => {
  const at = new Date('2026-03-01T00:00:00.000Z')
  const url = callbackUrls.subscribeOnDue({
    request: { body: { url: 'https://receiver.test/hooks/subscribe.onDue' } },
  })
  await createSender(url, options).subscribeOnDue({ body: { at } })
  expect(addresses).toEqual(['https://receiver.test/hooks/subscribe.onDue'])
  expect(received).toEqual([{ at }])
})

test('credentials go with the webhooks that ask for them alone', async () => {
  const url = 'https://receiver.test/subscribe'
  await createSender(url, { ...options, credentials: { key: 'k' } }).subscribePost()
  expect(received).toEqual(['service'])
  await expect(createSender(url, options).subscribePost()).rejects.toThrow(ApiError)
})
