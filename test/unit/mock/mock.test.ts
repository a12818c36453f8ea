import { join } from 'node:path'
import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { folder, openapi } from '../load/folder.ts'
import { mockOf, type Seen, send } from './mock-of.ts'

const TEAPOT = { id: 42, title: 'A teapot', color: 'blue', created_at: '2030-05-01T10:00:00Z' }

test('a list begins with what the document shows', async () => {
  const mock = await mockOf('shop.yaml')
  const { status, body } = await send(mock, 'GET /products')
  expect(status).toBe(200)
  expect(body).toMatchObject({ count: 3, next: null, previous: null })
  expect((body as { results: unknown[] }).results[0]).toEqual(TEAPOT)
})

test('the same seed makes the same things, another one others', async () => {
  const [one, same, other] = await Promise.all([
    mockOf('shop.yaml', { seed: 'a' }),
    mockOf('shop.yaml', { seed: 'a' }),
    mockOf('shop.yaml', { seed: 'b' }),
  ])
  const bodies = await Promise.all(
    [one, same, other].map(async (mock) => (await send(mock, 'GET /products')).body),
  )
  expect(bodies[0]).toEqual(bodies[1])
  expect(bodies[0]).not.toEqual(bodies[2])
})

test('what is made can be listed, read, changed and deleted, and starts with nothing below it', async () => {
  const mock = await mockOf('shop.yaml')
  const made = await send(mock, 'POST /products', { body: { title: 'A cup', color: 'red' } })
  expect(made.status).toBe(201)
  const { id } = made.body as { id: number }
  expect(made.body).toMatchObject({ title: 'A cup', color: 'red', created_at: expect.any(String) })
  expect(made.headers.get('location')).toBe(`http://mock.test/products/${id}`)
  expect((await send(mock, `GET /products/${id}`)).body).toEqual(made.body)
  expect((await send(mock, 'GET /products?color=red')).body).toMatchObject({ count: 1, results: [made.body] })
  expect((await send(mock, 'GET /products?q=CUP')).body).toMatchObject({ count: 1 })
  expect((await send(mock, `GET /products/${id}/reviews`)).body).toEqual([])
  const changed = await send(mock, `PATCH /products/${id}`, { body: { title: 'A mug' } })
  expect(changed.body).toEqual({ ...(made.body as object), title: 'A mug' })
  expect((await send(mock, `DELETE /products/${id}`)).status).toBe(204)
  expect((await send(mock, `GET /products/${id}`)).status).toBe(404)
  expect((await send(mock, `GET /products/${id}/reviews`)).status).toBe(404)
})

test('an item knows what it stands below, and only the server writes that', async () => {
  const mock = await mockOf('shop.yaml')
  const { body } = await send(mock, 'POST /products/42/reviews', { body: { text: 'Fine', product_id: 7 } })
  expect(body).toMatchObject({ text: 'Fine', product_id: 42 })
})

test('pages are cut as the list says', async () => {
  const mock = await mockOf('shop.yaml')
  const first = await send(mock, 'GET /products?limit=2')
  const { next, results } = first.body as { next: string; results: unknown[] }
  expect(results).toHaveLength(2)
  const second = await send(mock, `GET ${new URL(next).pathname}${new URL(next).search}`)
  expect(second.body).toMatchObject({ count: 3, next: null, results: [expect.anything()] })
  const { previous } = second.body as { previous: string }
  expect(
    (await send(mock, `GET ${new URL(previous).pathname}${new URL(previous).search}`)).body,
  ).toMatchObject({
    results,
    previous: null,
  })
})

test('a wrong request is refused in the shape of the document', async () => {
  const mock = await mockOf('shop.yaml')
  const { status, body } = await send(mock, 'POST /products', { body: { title: 7 } })
  expect(status).toBe(400)
  expect(body).toEqual({ error: { code: 400, message: 'body.title must be a string.' } })
  expect((await send(mock, 'GET /products/no-number')).status).toBe(400)
})

test('single things are kept by their path, and reset forgets all', async () => {
  const mock = await mockOf('shop.yaml')
  const before = await send(mock, 'GET /settings')
  const settings = { currency: 'USD', motto: 'More tea' }
  expect((await send(mock, 'PUT /settings', { body: settings })).body).toEqual(settings)
  expect((await send(mock, 'GET /settings')).body).toEqual(settings)
  expect((await send(mock, 'POST /__mock/reset')).status).toBe(204)
  expect((await send(mock, 'GET /settings')).body).toEqual(before.body)
})

test('a caller may prefer another documented answer, or an example', async () => {
  const mock = await mockOf('shop.yaml')
  const refused = await send(mock, 'GET /products/42', { headers: { prefer: 'code=404' } })
  expect(refused).toMatchObject({ status: 404, body: { error: { message: expect.any(String) } } })
  const empty = await send(mock, 'GET /products', { headers: { prefer: 'example=empty' } })
  expect(empty.body).toEqual({ count: 0, next: null, previous: null, results: [] })
  const none = await send(mock, 'GET /products', { headers: { prefer: 'example=full' } })
  expect(none.status).toBe(400)
  expect(none.body).toMatchObject({ error: { message: expect.stringContaining('Its examples: "empty".') } })
})

test('without keys any credential will do, with keys two tenants see nothing of each other', async () => {
  const open = await mockOf('shop.yaml')
  const closed = await mockOf('shop.yaml', { keys: { one: 'first', two: 'second' } })
  expect((await open(new Request('http://mock.test/products'))).status).toBe(401)
  expect((await send(closed, 'GET /products', { key: 'three' })).status).toBe(401)
  const { body } = await send(closed, 'POST /products', { key: 'one', body: { title: 'Mine' } })
  const path = `/products/${(body as { id: number }).id}`
  expect((await send(closed, `GET ${path}`, { key: 'one' })).status).toBe(200)
  expect((await send(closed, `GET ${path}`, { key: 'two' })).status).toBe(404)
})

test('data takes the place of what is made up', async () => {
  const data = { '/products': [{ id: 7, title: 'Rex' }], '/settings': { currency: 'USD' } }
  const mock = await mockOf('shop.yaml', { data })
  expect((await send(mock, 'GET /products')).body).toMatchObject({
    count: 1,
    results: [{ id: 7, title: 'Rex' }],
  })
  expect((await send(mock, 'GET /products/7')).body).toMatchObject({ id: 7, title: 'Rex' })
  expect((await send(mock, 'GET /settings')).body).toMatchObject({ currency: 'USD' })
})

test('it answers below the paths of the servers too, to pages of every origin, and streams', async () => {
  const mock = await mockOf('shop.yaml')
  expect((await send(mock, 'GET /v1/products/42')).body).toEqual(TEAPOT)
  const { headers, body } = await send(mock, 'GET /news', { headers: { origin: 'http://page.test' } })
  expect(headers.get('access-control-allow-origin')).toBe('http://page.test')
  expect(String(body).match(/^data:/gm)).toHaveLength(3)
})

test('latency and failures come by choice', async () => {
  const mock = await mockOf('shop.yaml', { failures: 1, latencyMs: 30 })
  const start = performance.now()
  expect((await send(mock, 'GET /products')).status).toBe(503)
  expect(performance.now() - start).toBeGreaterThan(25)
})

test('of several alternatives an item is shown as the one that has what was written', async () => {
  const mock = await mockOf('menu.yaml')
  const tea = { kind: 'drink', name: 'Tea', volume: 300 }
  const made = await send(mock, 'POST /dishes', { body: tea })
  expect(made.body).toMatchObject(tea)
  const { id } = made.body as { id: string }
  expect((await send(mock, `GET /dishes/${id}`)).body).toEqual(made.body)
})

test('a HEAD of its own has the media type of the GET beside it', async () => {
  const mock = await mockOf('archive.yaml')
  await send(mock, 'POST /catalogues', { body: { name: 'maps' } })
  const read = await send(mock, 'HEAD /catalogues/maps/cover')
  expect([read.status, read.headers.get('content-type'), read.body]).toEqual([200, 'image/png', ''])
})

test('a list shows what lies within the bounds that a query names', async () => {
  const files = [7, 50, 99].map((size) => ({ name: `file${size}`, text: 'a', size }))
  const mock = await mockOf('branch.yaml', { data: { files } })
  const sizes = async (query: string): Promise<number[]> =>
    ((await send(mock, `GET /files?${query}`)).body as { size: number }[]).map(({ size }) => size)
  expect(await sizes('')).toEqual([7, 50, 99])
  expect(await sizes('min_size=50')).toEqual([50, 99])
  expect(await sizes('size_max=98&min_size=8')).toEqual([50])
})

test('a write with If-Match is done to the state that it names alone', async () => {
  const mock = await mockOf('branch.yaml', { data: { files: [{ name: 'plan', text: 'a', size: 7 }] } })
  const tagOf = ({ headers }: Seen): string => headers.get('etag') ?? ''
  const write = (method: string, match: string): Promise<Seen> =>
    send(mock, `${method} /files/plan`, {
      headers: { 'if-match': match },
      ...(method === 'PUT' && { body: { text: 'b', size: 8 } }),
    })
  const before = tagOf(await send(mock, 'GET /files/plan'))
  expect((await write('PUT', '"other"')).status).toBe(412)
  expect(tagOf(await send(mock, 'GET /files/plan'))).toBe(before)
  const after = tagOf(await write('PUT', `"other", ${before}`))
  expect(after).not.toBe(before)
  expect(tagOf(await send(mock, 'GET /files/plan'))).toBe(after)
  expect((await write('PUT', before)).status).toBe(412)
  expect((await write('PUT', '*')).status).toBe(200)
  const onlyNew = { headers: { 'if-none-match': '*' }, body: { text: 'c', size: 9 } }
  expect((await send(mock, 'PUT /files/plan', onlyNew)).status).toBe(412)
  expect((await write('DELETE', after)).status).toBe(412)
  expect((await write('DELETE', '*')).status).toBe(204)
})

test('a path that leads to another protocol is answered by what stands beside its 101', async () => {
  const root = await folder({
    'openapi.yaml': openapi(`paths:
  /socket:
    get:
      operationId: openSocket
      responses: { '101': { description: Opened }, '400': { description: No request for it } }
`),
  })
  const { model } = await readDocument({ document: join(root, 'openapi.yaml') })
  const { status } = await createMock(model.descriptor)(new Request('http://mock.test/socket'))
  expect(status).toBe(400)
})
