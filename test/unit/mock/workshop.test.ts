import type { Mock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

interface Order {
  readonly id: string
  readonly ready: string
  readonly created_at: string
  readonly updated_at: string
}

const NEW = { title: 'Shelf', ready: '2030-01-01T00:00:00Z' }

async function add(mock: Mock, body: object = NEW): Promise<Order> {
  return (await send(mock, 'POST /orders', { body })).body as Order
}

async function replace(mock: Mock, { id }: Order, body: object): Promise<Order> {
  return (await send(mock, `PUT /orders/${id}`, { body })).body as Order
}

test('the server sets the read-only members of an item', async () => {
  const added = await add(await mockOf('workshop.yaml'), {
    ...{ ...NEW, id: 'mine' },
    ...{ created_at: '1970-01-01T00:00:00Z', updated_at: '1970-01-01T00:00:00Z' },
  })
  expect(added.id).not.toBe('mine')
  expect([added.created_at, added.updated_at]).not.toContain('1970-01-01T00:00:00Z')
})

test('a change sets the time of the last change, not that of the creation', async () => {
  const mock = await mockOf('workshop.yaml')
  const added = await add(mock)
  const started = Date.now()
  const { created_at, updated_at } = await replace(mock, added, { title: 'Table' })
  expect(created_at).toBe(added.created_at)
  expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Math.floor(started / 1000) * 1000)
})

test('a member that a response shows in another form follows what clients write', async () => {
  const mock = await mockOf('workshop.yaml')
  const added = await add(mock)
  const soon = await replace(mock, added, { title: 'Shelf', ready: 'soon' })
  expect(await replace(mock, added, { title: 'Shelf', ready: 'soon' })).toMatchObject({ ready: soon.ready })
  const later = await replace(mock, added, { title: 'Shelf', ready: 'later' })
  expect(later.ready).not.toBe(soon.ready)
  expect((await replace(mock, added, { title: 'Shelf' })).ready).not.toBe(later.ready)
})

test('a filter with the word for all items excludes none, whatever they have', async () => {
  const mock = await mockOf('workshop.yaml', {
    data: { '/orders': [{ id: 'a', state: 'open' }, { id: 'b' }] },
  })
  expect((await send(mock, 'GET /orders?state=all')).body).toHaveLength(2)
})
