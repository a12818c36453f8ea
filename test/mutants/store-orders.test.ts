import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Store, startStore } from './store-service.ts'

let store: Store
let key: string
let readOnlyKey: string
beforeAll(async () => {
  store = await startStore()
  ;({ key, readOnlyKey } = store.openShop())
})
afterAll(() => store?.stop())

const JSON_TYPE = { 'content-type': 'application/json' }
const PATCH_TYPE = { 'content-type': 'application/merge-patch+json' }

async function ask(method: string, path: string, init: { body?: unknown; headers?: object } = {}) {
  const { body, headers } = init
  const response = await fetch(store.url + path, {
    method,
    headers: { 'x-api-key': key, ...JSON_TYPE, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

const make = async (body: object) => (await ask('POST', '/orders', { body })).body

test('members that are not sent get the defaults of the document', async () => {
  const document = parse(readFileSync(join(import.meta.dirname, 'store.openapi.yaml'), 'utf8'))
  const { properties } = document.components.schemas.NewOrder
  const defaults = Object.entries(properties as Record<string, { default?: unknown }>)
  const { body } = await ask('POST', '/orders', { body: { customer: 'Ada' } })
  for (const [name, schema] of defaults) if ('default' in schema) expect(body[name]).toEqual(schema.default)
})

test("the document's examples are taken as they are", async () => {
  const document = parse(readFileSync(join(import.meta.dirname, 'store.openapi.yaml'), 'utf8'))
  const { examples } = document.paths['/orders'].post.requestBody.content['application/json']
  for (const { value } of Object.values(examples as Record<string, { value: object }>))
    expect(await ask('POST', '/orders', { body: value })).toMatchObject({ status: 201, body: value })
})

test('a change is a merge patch, down to the attributes', async () => {
  const order = await make({ customer: 'Ada', attributes: { a: 1, b: { c: 2, d: 3 } }, labels: ['x', 'x'] })
  const body = { note: 'Now', attributes: { a: null, b: { d: 4 } } }
  const changed = await ask('PATCH', `/orders/${order.id}`, { body, headers: PATCH_TYPE })
  const expected = { ...order, note: 'Now', attributes: { b: { c: 2, d: 4 } } }
  expect(changed).toMatchObject({ status: 200 })
  expect(changed.body).toEqual(expected)
  expect((await ask('GET', `/orders/${order.id}`)).body).toEqual(expected)
  const refused = await ask('PATCH', `/orders/${order.id}`, { body: { quantity: 0 }, headers: PATCH_TYPE })
  expect(refused.status).toBe(400)
  expect(await ask('PATCH', `/orders/${order.id}`, { body })).toMatchObject({ status: 415 })
})

test('entity tags change with the order, and guard its changes', async () => {
  const { id } = await make({ customer: 'Ada' })
  const first = (await ask('GET', `/orders/${id}`)).headers.get('etag') ?? ''
  const change = (tag: string) =>
    ask('PATCH', `/orders/${id}`, { body: { quantity: 2 }, headers: { ...PATCH_TYPE, 'if-match': tag } })
  expect(await ask('GET', `/orders/${id}`, { headers: { 'if-none-match': first } })).toMatchObject({
    status: 304,
  })
  const changed = await change(first)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(first)
  expect(await change(first)).toMatchObject({ status: 412 })
  expect(await change(`"x", ${changed.headers.get('etag')}`)).toMatchObject({ status: 200 })
  expect(await ask('DELETE', `/orders/${id}`, { headers: { 'if-match': first } })).toMatchObject({
    status: 412,
  })
  expect(await ask('DELETE', `/orders/${id}`, { headers: { 'if-match': '*' } })).toMatchObject({
    status: 204,
  })
})

test('an idempotency key makes one order, and goes with one body', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await ask('POST', '/orders', { body: { customer: 'Ada' }, headers })
  const second = await ask('POST', '/orders', { body: { customer: 'Ada' }, headers })
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(await ask('POST', '/orders', { body: { customer: 'Eve' }, headers })).toMatchObject({ status: 422 })
  const other = { ...headers, 'x-api-key': store.openShop().key }
  const foreign = await ask('POST', '/orders', { body: { customer: 'Ada' }, headers: other })
  expect(foreign.body.id).not.toBe(first.body.id)
})

test('pages count what the filters find, and are CSV where that is preferred', async () => {
  const { key: own } = store.openShop()
  const headers = { 'x-api-key': own }
  for (const quantity of [1, 5, 5, 9])
    await ask('POST', '/orders', { body: { customer: 'Ada, "A"', quantity }, headers })
  const page = await ask('GET', '/orders?min_quantity=2&limit=2', { headers })
  expect(page.body).toMatchObject({ count: 3, previous: null, results: [{ quantity: 5 }, { quantity: 5 }] })
  expect(page.body.next).toBe(`${store.url}/orders?min_quantity=2&limit=2&offset=2`)
  expect((await ask('GET', '/orders?min_quantity=9&max_quantity=1', { headers })).body.count).toBe(0)
  const csv = await ask('GET', '/orders?limit=1', { headers: { ...headers, accept: 'text/csv' } })
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.body.split('\r\n')[1]).toContain('"Ada, ""A""",1,normal,false')
})

test('the read-only key reads and does nothing else', async () => {
  const { id } = await make({ customer: 'Ada' })
  const headers = { 'x-api-key': readOnlyKey }
  expect(await ask('GET', `/orders/${id}`, { headers })).toMatchObject({ status: 200 })
  expect(await ask('DELETE', `/orders/${id}`, { headers })).toMatchObject({ status: 403 })
  expect(await ask('POST', '/orders', { body: { customer: 'Ada' }, headers })).toMatchObject({ status: 403 })
})

test('an image comes as a form, and one without its boundary is refused', async () => {
  const product = { name: 'A', price_cents: 1, category: 'book', description: null, tags: [] }
  const path = `/products/${(await ask('POST', '/products', { body: product })).body.id}/image`
  const form = new FormData()
  form.append('caption', 'Front')
  form.append('file', new Blob(['12345'], { type: 'image/png' }), 'front.png')
  const send = (init: RequestInit, headers = {}) =>
    fetch(store.url + path, { method: 'PUT', headers: { 'x-api-key': key, ...headers }, ...init })
  expect(await (await send({ body: form })).json()).toEqual({ caption: 'Front', bytes: 5 })
  expect((await ask('GET', path)).body).toEqual({ caption: 'Front', bytes: 5 })
  const unbound = await send({ body: 'caption=Front' }, { 'content-type': 'multipart/form-data' })
  expect(unbound.status).toBe(400)
})
