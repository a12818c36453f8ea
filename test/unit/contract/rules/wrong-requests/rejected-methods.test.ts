import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

/** Returns the lines about a read that rejects wrong numbers with a status. */
async function told(status: number): Promise<readonly string[]> {
  const document = await described({
    '/shards': {
      get: {
        operationId: 'listShards',
        parameters: [{ name: 'count', in: 'query', schema: { type: 'integer', minimum: 1 } }],
        responses: answers({ type: 'array', items: { type: 'string' } }),
      },
    },
  })
  return outcomes(document, {
    rules: ['negative'],
    answer: ({ url }) => {
      const count = new URL(url).searchParams.get('count') ?? '1'
      return /^[1-9]\d*$/.test(count) ? Response.json([]) : Response.json({}, { status })
    },
  })
}

test('a 405 says nothing about the content of a request', async () => {
  expect(await told(405)).toEqual(['negative listShards: passed'])
  expect((await told(200)).join()).toContain('a 4xx for the value')
})
