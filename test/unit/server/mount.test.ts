import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpProblem } from '@concordat/runtime/server'
import { fastifyPlugin, nodeHandler, serve } from '@concordat/runtime/server/node'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWebhooks } from '../../golden/webhooks/expected/webhooks.ts'
import { appOf, documentOf } from './echo-app.ts'

const received: unknown[] = []
const closing: (() => Promise<unknown>)[] = []
beforeEach(() => void received.splice(0))
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

const hooks = createWebhooks<string>({
  handlers: {
    async petCreated({ body }, { request }) {
      received.push(body, new URL(request.url).pathname)
      return { status: 200, body: { kept: true } }
    },
    subscribePost: async () => ({ status: 204 }),
    subscribeDelete: async () => ({ status: 204 }),
    subscribeOnDue: async () => ({ status: 204 }),
  },
  authenticate: async () => undefined,
  verify({ body }) {
    if (!Buffer.from(body).includes('"born"')) throw new HttpProblem({ kind: 'credentials-rejected' })
  },
})

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const BODY = '{ "id": 7, "name": "Rex", "born": "2026-02-28T23:59:59Z" }'

function send(origin: string, body = BODY): Promise<Response> {
  return fetch(`${origin}/hooks/pet.created`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-delivery': '0b7e9c3a-6c1d-4c8e-9d53-3c5d6a1f2b4e' },
    body,
  })
}

/** Each service has a body parser and a route of its own, in addition to the webhooks. */
const MOUNTS: Readonly<Record<string, () => Promise<string>>> = {
  'node:http': async () => {
    const handle = await nodeHandler(hooks)
    return listening(
      createServer((request, response) =>
        request.url?.startsWith('/hooks/') ? handle(request, response) : response.end('own'),
      ),
    )
  },
  Express: async () => {
    const app = express()
    app.use('/hooks', await nodeHandler(hooks))
    app.use(express.json())
    app.get('/own', (_, response) => void response.send('own'))
    return listening(createServer(app))
  },
  Fastify: async () => {
    const app = fastify()
    app.register(fastifyPlugin(hooks), { prefix: '/hooks' })
    app.get('/own', () => 'own')
    closing.push(() => app.close())
    return app.listen({ host: '127.0.0.1', port: 0 })
  },
  Hono: async () => {
    const app = new Hono()
    app.all('/hooks/*', ({ req }) => hooks(req.raw))
    app.get('/own', (context) => context.text('own'))
    const server = await serve(async (request) => app.fetch(request))
    closing.push(() => server.close(0))
    return server.url
  },
}

describe.each(Object.entries(MOUNTS))('webhooks in a service of %s', (_, start) => {
  test('come with their bytes, and are verified, converted and answered', async () => {
    const origin = await start()
    const answer = await send(origin)
    expect([answer.status, await answer.json()]).toEqual([200, { kept: true }])
    expect(received).toEqual([
      { id: 7, name: 'Rex', born: new Date('2026-02-28T23:59:59Z') },
      '/hooks/pet.created',
    ])
    expect((await send(origin, '{"id":7}')).status).toBe(401)
    expect((await send(origin, '{"id":"7","name":"Rex","born":"now"}')).status).toBe(400)
  })

  test('leave the rest of the service alone', async () => {
    expect(await (await fetch(`${await start()}/own`)).text()).toBe('own')
  })
})

test('a body that a parser has read before is told, and one whose bytes it kept is taken', async () => {
  const app = express()
  app.use(
    '/kept',
    express.json({ verify: (request, _, body) => void Object.assign(request, { rawBody: body }) }),
  )
  app.use(express.json())
  app.use(await nodeHandler(hooks))
  const told: unknown[] = []
  app.use((error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
    told.push(error)
    response.status(500).end()
  })
  const origin = await listening(createServer(app))
  expect((await send(origin)).status).toBe(500)
  expect(String(told)).toContain('mount the handler before body parsers')
  expect((await send(`${origin}/kept`)).status).toBe(200)
})

test('a request whose body was taken ends after its answer, while its connection stays', async () => {
  const document = documentOf([
    {
      operationId: 'keep',
      path: '/items',
      method: 'POST',
      requestBody: { content: { 'application/json': {} } },
    },
  ])
  const handle = await nodeHandler(appOf(document))
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const origin = await listening(
    createServer((request, response) => {
      const { socket } = request
      request.on('close', () => resolve(socket.destroyed))
      handle(request, response)
    }),
  )
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":1}' }
  expect((await fetch(`${origin}/items`, init)).status).toBe(200)
  expect(await promise).toBe(false)
})
