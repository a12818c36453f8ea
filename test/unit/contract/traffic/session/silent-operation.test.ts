import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string', minLength: 1 }
const document = await described({
  '/looms': { get: { operationId: 'listLooms', responses: answers({ type: 'array', items: text }) } },
  '/weave': {
    post: {
      ...{ operationId: 'weave', 'x-harmless': true },
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['label'], properties: { label: text } },
          },
        },
      },
      responses: { ...answers({ type: 'object' }), 400: { description: 'Wrong.' } },
    },
  },
})

/** Returns the number of requests for which an operation has no response in time. */
async function late(isWoven: (before: number) => boolean): Promise<number> {
  let [all, unanswered] = [0, 0]
  await runContract({
    document,
    target: {
      ...{ baseUrl: 'http://mill.test', timeoutMs: 100, concurrency: 1 },
      fetch: async (request) => {
        if (request.method !== 'POST') return Response.json([])
        try {
          const { label } = JSON.parse(await request.text())
          if (typeof label !== 'string' || label === '') return new Response(null, { status: 400 })
        } catch {
          return new Response(null, { status: 400 })
        }
        if (isWoven(all++)) return Response.json({})
        unanswered++
        return new Promise(() => {})
      },
    },
  })
  return unanswered
}

test('an operation that only rejects in time is given up after two late responses', async () => {
  expect(await late(() => false)).toBe(2)
})

test('an operation that has succeeded gets a few more', async () => {
  expect(await late((before) => before < 3)).toBe(4)
})
