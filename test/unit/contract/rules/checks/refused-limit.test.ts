import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const sent = {
  value: { type: 'number', minimum: -1000, maximum: 1000 },
  taken_at: { type: 'string', format: 'date-time' },
}
const reading = { type: 'object', required: Object.keys(sent), properties: sent }
const shown = { type: 'object', properties: { id: { type: 'string', readOnly: true }, ...sent } }

/** Returns the unmet expectations. @param least The server refuses values up to this one. */
async function expectations(budget: number, least: number): Promise<readonly string[]> {
  const document = await described({
    '/readings': {
      post: {
        operationId: 'record',
        requestBody: { content: { 'application/json': { schema: reading } } },
        responses: answers(shown, { status: 201 }),
      },
    },
    '/readings/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: answers(shown) },
    },
  })
  const kept = new Map<string, object>()
  const { results } = await runContract({
    ...{ document, budget },
    select: { rules: ['round-trip'] },
    target: {
      baseUrl: 'http://readings.test',
      disposable: true,
      async fetch(request) {
        const body = request.method === 'POST' ? await request.json() : undefined
        if (body?.value <= least) return Response.json({ detail: 'The value is too small.' }, { status: 400 })
        const id = body === undefined ? (request.url.split('/').at(-1) ?? '') : `r${kept.size}`
        if (body !== undefined) kept.set(id, { id, ...body })
        const found = kept.get(id)
        return Response.json(found ?? {}, {
          status: found === undefined ? 404 : body === undefined ? 200 : 201,
        })
      },
    },
  })
  return results.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.findings.map(({ expected }) => expected) : [],
  )
}

test.each([20, 80])(
  'a limit that is refused beside accepted values is reported within a budget of %d requests',
  async (budget) => {
    expect(await expectations(budget, -1000)).toEqual(['"value" to accept -1000, which "minimum" allows'])
    expect(await expectations(budget, -1001)).toEqual([])
  },
)
