import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test('each name of those that a document lists is given to one item', async () => {
  const mock = await mockOf('mill.yaml', { items: 9 })
  const { body } = await send(mock, 'GET /gauges')
  const ids = (body as { id: string }[]).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(['flour', 'stone', 'water', 'wind'])
  for (const id of ids) expect((await send(mock, `GET /gauges/${id}`)).status).toBe(200)
})

test('of alternatives that no value tells apart any one is shown', async () => {
  const mock = await mockOf('mill.yaml')
  const notice = { text: 'Closed', options: { isUrgent: true }, content: { subject: 'Tea' } }
  const { status, body } = await send(mock, 'POST /notices', { body: notice })
  expect(status).toBe(201)
  expect(body).toMatchObject(notice)
})
