import { expect, test } from 'vitest'
import { answers, described } from '../support/described.ts'
import { outcomes } from '../support/small-service.ts'

const document = await described({
  '/news': {
    get: {
      operationId: 'readNews',
      responses: {
        200: {
          ...answers({ type: 'object' })[200],
          headers: { 'X-Ids': { schema: { type: 'array', items: { type: 'integer' } } } },
        },
      },
    },
  },
})
const told = (ids: string) =>
  outcomes(document, {
    rules: ['conformance'],
    answer: () => Response.json({}, { headers: { 'x-ids': ids } }),
  })

test('a list in a header is told with its wrong item', async () => {
  expect(await told('1, 2')).toEqual(['conformance readNews: passed'])
  expect(await told('1, x')).toEqual([
    'conformance readNews: item "x" of header "X-Ids" must be an integer | 1, x',
  ])
})

test('an empty header is told as such', async () => {
  expect(await told('')).toEqual([expect.stringMatching(/header "X-Ids" must be .* \| an empty header$/)])
})
