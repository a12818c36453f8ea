import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { serve } from '@concordat/runtime/server/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Project } from '../cli/project.ts'
import { type RunningMock, startMock } from './running-mock.ts'

const documents = resolve(import.meta.dirname, '../../unit/mock/documents')
const authorization = 'Bearer anything'

let project: Project
let mock: RunningMock

beforeAll(async () => {
  project = new Project(readFileSync(`${documents}/shop.yaml`, 'utf8'))
  project.write(
    'data.yaml',
    '/products:\n  - { id: 7, title: Rex, color: red }\n/products/7/reviews: []\n/settings: { currency: USD }\n',
  )
  mock = await startMock(project, ['--data', 'data.yaml'])
})
afterAll(async () => {
  expect(await mock?.stop()).toBe(0)
  project?.remove()
})

/** Sends a request such as "GET /products" to a mock. */
async function ask(line: string, { body, headers, at = mock.url }: Asked = {}) {
  const [method = '', path = ''] = line.split(' ')
  const type = { 'content-type': 'application/json' }
  const answer = await fetch(`${at}${path}`, {
    method,
    headers: { authorization, ...(body !== undefined && type), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}

interface Asked {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly at?: string
}

test('a file is what it holds at first, and reset goes back to that', async () => {
  const rex = { id: 7, title: 'Rex', color: 'red' }
  expect((await ask('GET /products')).body).toMatchObject({ count: 1, results: [rex] })
  expect((await ask('GET /products/7/reviews')).body).toEqual([])
  expect((await ask('GET /settings')).body).toMatchObject({ currency: 'USD' })
  await ask('POST /products', { body: { title: 'A cup' } })
  expect((await ask('DELETE /products/7')).status).toBe(204)
  expect((await ask('POST /__mock/reset')).status).toBe(204)
  expect((await ask('GET /products')).body).toMatchObject({ count: 1, results: [rex] })
})

test('Prefer asks for a status and an example', async () => {
  const missing = await ask('GET /products/7', { headers: { prefer: 'code=404' } })
  expect(missing).toMatchObject({ status: 404, body: { error: { code: expect.any(Number) } } })
  const empty = await ask('GET /products', { headers: { prefer: 'code=200, example=empty' } })
  expect(empty.body).toEqual({ count: 0, next: null, previous: null, results: [] })
})

test('pages of any origin may send what they like, and read what was wrong', async () => {
  const origin = 'https://page.example'
  const preflight = await ask('OPTIONS /products/7', {
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,prefer,x-request-id',
    },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
    'prefer, x-request-id',
  )
  const { headers } = await ask('GET /products/7', { headers: { origin } })
  expect(headers.get('access-control-expose-headers')).toContain('mock-problem')
})

test('latency and failures come by switch, the same failures each time', async () => {
  const statuses = async () => {
    const failing = await startMock(project, ['--failures', '0.5', '--latency', '40ms'])
    const start = performance.now()
    const seen: number[] = []
    for (let index = 0; index < 8; index++)
      seen.push((await ask('GET /settings', { at: failing.url })).status)
    const took = performance.now() - start
    expect(await failing.stop()).toBe(0)
    return { seen, took }
  }
  const first = await statuses()
  expect(new Set(first.seen)).toEqual(new Set([200, 503]))
  expect(first.took).toBeGreaterThan(8 * 40)
  expect((await statuses()).seen).toEqual(first.seen)
})

test('--keys prints the keys of two tenants, and lets in nobody else', async () => {
  const closed = await startMock(project, ['--keys'])
  const printed = () => [...closed.printed().matchAll(/Key of \S+: (\S+)/g)].map(([, key]) => key)
  await expect.poll(printed).toHaveLength(2)
  const [one, other] = printed()
  expect((await ask('GET /products', { at: closed.url })).status).toBe(401)
  const as = (key = '') => ({ at: closed.url, headers: { authorization: `Bearer ${key}` } })
  const made = await ask('POST /products', { ...as(one), body: { title: 'Mine' } })
  expect((await ask(`GET /products/${made.body.id}`, as(one))).status).toBe(200)
  expect((await ask(`GET /products/${made.body.id}`, as(other))).status).toBe(404)
  await closed.stop()
})

test('--webhooks sends them, signed with --webhook-secret, and tells of each', async () => {
  const heard: Promise<boolean>[] = []
  const receiver = await serve(async (request) => {
    heard.push(
      request.text().then((body) => {
        const digest = createHmac('sha256', 'a-secret').update(body).digest('hex')
        return request.headers.get('x-parcel-signature-256') === `sha256=${digest}`
      }),
    )
    return new Response(null, { status: 204 })
  })
  const parcels = new Project(readFileSync(`${documents}/hooks.yaml`, 'utf8'))
  const args = ['--webhooks', `${receiver.url}/in/{webhook}`, '--webhook-secret', 'a-secret']
  const sending = await startMock(parcels, args)
  expect((await ask('POST /parcels', { at: sending.url, body: { to: 'Oslo' } })).status).toBe(201)
  await expect
    .poll(sending.printed)
    .toContain(`Webhook parcel.created to ${receiver.url}/in/parcel.created: 204`)
  expect(await Promise.all(heard)).toEqual([true])
  const told = await ask('POST /__mock/webhooks/strike', { at: sending.url })
  expect(told.body).toMatchObject({ webhook: 'strike', status: 204 })
  expect(await sending.stop()).toBe(0)
  await receiver.close(0)
  parcels.remove()
})

test('an address that is none, a document without webhooks and a port that is taken are refused in a sentence', async () => {
  const refused = async (...args: string[]) => {
    const { status, stderr } = await project.concordat(['mock', 'openapi.yaml', ...args])
    expect(status).toBe(2)
    return stderr
  }
  expect(await refused('--webhooks', 'nowhere')).toContain(
    'Webhooks cannot be sent to "nowhere". Expected: an address',
  )
  expect(await refused('--webhooks', 'http://127.0.0.1:9')).toContain('Shop has no webhooks.')
  const port = new URL(mock.url).port
  expect(await refused('--port', port)).toContain(`Cannot listen on port ${port}`)
})

test('without a file it serves the document of the configuration, as other commands read it', async () => {
  project.write(
    'concordat.config.ts',
    "import { defineConfig } from 'concordat/config'\nexport default defineConfig({ document: 'openapi.yaml', output: 'out' })\n",
  )
  const configured = await startMock(project, [], [])
  expect((await ask('GET /products', { at: configured.url })).status).toBe(200)
  expect(await configured.stop()).toBe(0)
})
