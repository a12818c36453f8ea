import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const Kiln = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const KILNS = [4, 3, 2, 1].map((id) => ({ id, isLit: id % 2 === 0 }))

/** Outcomes for a server that lists lit kilns, or with a limit the first ones, lit or not. */
async function ofLimit(description: string): Promise<readonly string[]> {
  const limit = { name: 'limit', in: 'query', description, schema: { type: 'integer', minimum: 1 } }
  const document = await described({
    '/kilns': {
      get: {
        ...{ operationId: 'list', parameters: [limit] },
        responses: answers({ type: 'array', items: Kiln }),
      },
    },
  })
  return outcomes(document, {
    rules: ['list-protocol/limit'],
    answer: ({ url }) => {
      const asked = new URL(url).searchParams.get('limit')
      return Response.json(
        asked === null ? KILNS.filter(({ isLit }) => isLit) : KILNS.slice(0, Number(asked)),
      )
    },
  })
}

test('a limit that also makes a list show more has first items of its own', async () => {
  expect(await ofLimit('Return this number of kilns, including unlit ones.')).toEqual([
    'list-protocol list: passed',
  ])
  expect(await ofLimit('Return this number of kilns.')).toEqual([expect.stringContaining('first items')])
})
