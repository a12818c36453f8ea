import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSuite } from './run-fault.ts'
import { SPELLINGS } from './store-spelling.ts'
import { startStoreService } from './store-subject.ts'
import type { CorrectService, Subject } from './subject.ts'

let service: CorrectService
let subject: Subject
beforeAll(async () => {
  service = await startStoreService()
  subject = await service.makeSubject()
})
afterAll(() => service?.stop())

const valid = { name: 'A thing', price_cents: 1, category: 'book', description: null, tags: ['old'] }

async function ask(method: string, path: string, body?: unknown, key = subject.credentials['ApiKey'] ?? '') {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(service.url + path, { method, headers, ...content })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

test('the suite finds nothing on the store, with any seed', async () => {
  for (const seed of ['first', 'second', 'third']) {
    const { findings } = await runSuite(service, { seed })
    expect(findings).toEqual([])
  }
})

test.each(Object.entries(SPELLINGS))('nor on one whose paths are spelled "%s"', async (_name, spelling) => {
  const spelled = await startStoreService(spelling)
  try {
    const { findings } = await runSuite(spelled, { seed: 'spelled' })
    expect(findings).toEqual([])
  } finally {
    await spelled.stop()
  }
})

test('a product is created, replaced as a whole, published and deleted', async () => {
  const created = await ask('POST', '/products', { ...valid, published: true, id: 1 })
  expect(created).toMatchObject({ status: 201, body: { ...valid, published: false } })
  const path = created.headers.get('location') ?? ''
  expect(path).toBe(`/products/${created.body.id}`)
  expect(await ask('PUT', path, { ...valid, tags: [] })).toMatchObject({ status: 200, body: { tags: [] } })
  expect(await ask('PUT', path, { name: 'Alone' })).toMatchObject({ status: 400 })
  expect(await ask('POST', `${path}/publish`)).toMatchObject({ status: 200, body: { published: true } })
  expect(await ask('GET', path)).toMatchObject({ body: { published: true, tags: [] } })
  expect(await ask('DELETE', path)).toMatchObject({ status: 204, body: undefined })
  expect(await ask('GET', path)).toMatchObject({ status: 404 })
})

test.each([
  ['a name that is empty', { name: '' }],
  ['a name of 81 characters', { name: 'x'.repeat(81) }],
  ['a fraction of a cent', { price_cents: 0.5 }],
  ['a price that is too high', { price_cents: 10_000_001 }],
  ['a category that does not exist', { category: 'car' }],
  ['a tag that is there twice', { tags: ['old', 'old'] }],
  ['six tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  ['a tag with a blank', { tags: ['very old'] }],
  ['a description that is a number', { description: 5 }],
])('%s is refused', async (_name, change) => {
  const { status, headers, body } = await ask('POST', '/products', { ...valid, ...change })
  expect({ status, body }).toMatchObject({ status: 400, body: { status: 400, title: 'Invalid' } })
  expect(headers.get('content-type')).toBe('application/problem+json')
})

test('cursors reach every product once, and a filter finds its own', async () => {
  const key = (await service.makeSubject()).credentials['ApiKey']
  const ids: number[] = []
  for (const category of ['book', 'game', 'book', 'tool', 'game'])
    ids.push((await ask('POST', '/products', { ...valid, category }, key)).body.id)
  const seen: number[] = []
  let next: string | null = ''
  while (next !== null) {
    const { body } = await ask(
      'GET',
      `/products?limit=2${next === '' ? '' : `&cursor=${next}`}`,
      undefined,
      key,
    )
    seen.push(...body.items.map(({ id }: { id: number }) => id))
    next = body.next_cursor
  }
  expect(seen).toEqual(ids)
  expect((await ask('GET', '/products?category=game', undefined, key)).body.items).toHaveLength(2)
  expect(await ask('GET', '/products?limit=0', undefined, key)).toMatchObject({ status: 400 })
})

test('a shop knows nothing of another, and no one gets in without a key', async () => {
  const { body } = await ask('POST', '/products', valid)
  const stranger = subject.strangerCredentials['ApiKey']
  expect(await ask('GET', `/products/${body.id}`, undefined, stranger)).toMatchObject({ status: 404 })
  const refused = await ask('GET', '/products', undefined, 'unknown')
  expect(refused).toMatchObject({ status: 401, body: { status: 401 } })
  expect(refused.headers.get('www-authenticate')).toMatch(/^ApiKey/)
})

test('other methods and paths are refused', async () => {
  const { status, headers } = await ask('PATCH', '/products/1', valid)
  expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, PUT, DELETE, HEAD' })
  expect(await ask('GET', '/nowhere')).toMatchObject({ status: 404 })
})
