import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { send } from './mock-of.ts'

const inQuery = (name: string, schema: object, description = '') => ({
  ...{ name, in: 'query', schema, description },
})
const day = { type: 'string', format: 'date' }
const visit = {
  type: 'object',
  properties: { date: day, guests: { type: 'integer' }, booked_at: { type: 'string', format: 'date-time' } },
}

test.each([
  ['startDate=2026-02-02', ['b', 'c']],
  ['end_date=2026-02-02', ['a', 'b']],
  ['booked_after=2026-01-02T00:00:00Z', ['b', 'c']],
  ['min_guests=3&startDate=2026-02-03', ['c']],
  ['guests_gt=3', ['c']],
  ['from=2026-02-02', ['b', 'c']],
  ['until=2026-01-02T12:00:00Z', ['a', 'b']],
])('a bound by "%s" shows the items within it', async (query, shown) => {
  const document = await described({
    '/visits': {
      get: {
        operationId: 'list',
        parameters: [
          ...[
            inQuery('startDate', day),
            inQuery('end_date', day),
            inQuery('min_guests', { type: 'integer' }),
            inQuery('guests_gt', { type: 'integer' }, 'Only visits with more guests than this, exclusive.'),
            inQuery('from', day),
            inQuery('until', { type: 'string', format: 'date-time' }),
          ],
          inQuery('booked_after', { type: 'string', format: 'date-time' }),
        ],
        responses: answers({
          type: 'array',
          items: { ...visit, properties: { id: { type: 'string' }, ...visit.properties } },
        }),
      },
    },
  })
  const visits = ['a', 'b', 'c'].map((id, index) => ({
    ...{ id, guests: index + 2, date: `2026-02-0${index + 1}`, booked_at: `2026-01-0${index + 1}T12:00:00Z` },
  }))
  const mock = createMock(document, { data: { '/visits': visits } })
  const { body } = await send(mock, `GET /visits?${query}`)
  expect(body).toEqual(shown.map((id) => expect.objectContaining({ id })))
})
