import { expect, test } from 'vitest'
import { mockOf, type Seen, send } from './mock-of.ts'

const ORDER = {
  shopper: 'Anna',
  reference: 'A tea',
  card: { brand: 'Visa', holder: 'Anna Lind', expiry: '12/2030' },
}
const KEYS = { one: 'first', two: 'second' }

test('a request is answered once for each key of idempotency, and refusals are not kept', async () => {
  const mock = await mockOf('till.yaml', { keys: KEYS })
  const pay = (body: unknown, key = 'one', name = 'k1'): Promise<Seen> =>
    send(mock, 'POST /payments', { body, key, headers: { 'idempotency-key': name } })
  expect((await pay({ shopper: 'Anna' })).status).toBe(400)
  const first = await pay(ORDER)
  const count = async (): Promise<number> => {
    const { body } = await send(mock, 'GET /payments', { key: 'one' })
    return (body as { payments: unknown[] }).payments.length
  }
  const before = await count()
  expect(first.status).toBe(201)
  expect(await pay(ORDER)).toMatchObject({ status: 201, body: first.body })
  expect(await count()).toBe(before)
  const other = await pay({ ...ORDER, reference: 'A cup' })
  expect(other.status).toBe(422)
  expect(other.headers.get('mock-problem')).toContain('was already used for a different request')
  expect((await pay(ORDER, 'two')).body).not.toEqual(first.body)
  expect((await pay(ORDER, 'one', 'k2')).body).not.toEqual(first.body)
  mock.reset()
  expect((await pay({ ...ORDER, reference: 'A cup' })).status).toBe(201)
})

test('statistics count what the lists show', async () => {
  const mock = await mockOf('till.yaml')
  const numbers = async (): Promise<readonly unknown[]> => [
    (await send(mock, 'GET /payments')).body,
    (await send(mock, 'GET /statistics')).body,
  ]
  const [before] = (await numbers()) as [{ payments: unknown[] }]
  expect((await send(mock, 'POST /payments', { body: ORDER })).status).toBe(201)
  const count = before.payments.length + 1
  expect(await numbers()).toEqual([{ payments: expect.any(Array) }, { total_payments: count }])
})

test('headers that the document only calls strings have their standard syntax', async () => {
  const { headers } = await send(await mockOf('till.yaml'), 'GET /statistics')
  expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
  expect(Date.parse(headers.get('last-modified') ?? '')).not.toBeNaN()
})

test('keys of large requests are not kept for ever', async () => {
  const mock = await mockOf('till.yaml')
  const pay = async (name: string, holder: string): Promise<number> => {
    const body = { ...ORDER, card: { ...ORDER.card, holder } }
    return (await send(mock, 'POST /payments', { body, headers: { 'idempotency-key': name } })).status
  }
  const large = 'a'.repeat(9 * 2 ** 20)
  expect(await pay('first', large)).toBe(201)
  expect(await pay('first', 'Bea')).toBe(422)
  expect(await pay('second', large)).toBe(201)
  expect(await pay('first', 'Bea')).toBe(201)
})

test('a body is the item itself, though a part of it repeats more of its members', async () => {
  const mock = await mockOf('till.yaml')
  const { body } = await send(mock, 'POST /payments', { body: ORDER })
  expect(body).toMatchObject({ shopper: 'Anna', reference: 'A tea' })
})

test('a filter that says what holds by default leaves nothing out', async () => {
  const mock = await mockOf('till.yaml')
  const all = await send(mock, 'GET /payments')
  expect((await send(mock, 'GET /payments?settled=false')).body).toEqual(all.body)
})

test('names of which a pattern says only how they begin are told apart', async () => {
  const mock = await mockOf('till.yaml')
  const { body } = await send(mock, 'GET /payments')
  const ids = (body as { payments: { id: string }[] }).payments.map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^pay_[a-z0-9]+/)
})
