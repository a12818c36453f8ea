import { expect, test } from 'vitest'
import { answers, described } from '../support/described.ts'
import { outcomes } from '../support/small-service.ts'

const made = 'Fri, 27 Nov 2026 15:00:00 GMT'
const document = await described({
  '/news': { get: { operationId: 'readNews', responses: answers({ type: 'object' }) } },
})
const told = (modified: string, date = made) =>
  outcomes(document, {
    rules: ['conformance'],
    answer: () => Response.json({}, { headers: { date, 'last-modified': modified } }),
  })

test.each([made, 'Fri, 27 Nov 2026 14:00:00 GMT', 'yesterday'])(
  '%s is not later than the Date',
  async (modified) => {
    expect(await told(modified)).toEqual(['conformance readNews: passed'])
  },
)

test('a Last-Modified after the Date is told', async () => {
  expect(await told('Fri, 27 Nov 2026 15:00:01 GMT')).toEqual([
    expect.stringMatching(/Last-Modified.*not be later than the Date.*15:00:01/),
  ])
})
