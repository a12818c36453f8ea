import { expect, test } from 'vitest'
import { createClient } from '../../golden/tags-in-tags/expected/client.ts'

test('the group of a tag that lies in another lies in its group', async () => {
  const asked: string[] = []
  const fetch = async (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return new Response(null, { status: 204 })
  }
  const api = createClient({ baseUrl: 'https://museum.example', fetch })
  await api.museum.hours()
  await api.museum.tickets.buy()
  await api.museum.tickets.refunds.refund()
  await api.shop.orders.listOrders()
  // A badge does not group operations, and neither does a parent that is not a tag.
  await api.ping()
  await api.lost.find()
  expect(asked).toEqual([
    'GET /hours',
    'POST /tickets',
    'POST /refunds',
    'GET /orders',
    'GET /ping',
    'GET /lost',
  ])
})
