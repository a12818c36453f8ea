import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const gift = {
  type: 'object',
  properties: { id: { type: 'string', readOnly: true }, amount: { type: 'integer' } },
}
const body = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: { type: 'integer', minimum: 1, maximum: 99 },
    requestId: { type: 'string', format: 'uuid', writeOnly: true },
  },
}

/** Gifts are listed, and have no paths of their own. */
const document = described({
  '/gifts': {
    get: { operationId: 'listGifts', responses: answers({ type: 'array', items: gift }) },
    post: {
      operationId: 'give',
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: {
        ...answers(gift, { status: 201 }),
        400: { description: 'No.' },
        409: { description: 'Used.' },
      },
    },
  },
})

test.each([
  [false, []],
  [
    true,
    [expect.stringMatching(/^lifecycle give: g\d+ again for the same request with the same "requestId"/)],
  ],
])('a key in the body is judged where items have no paths (fault: %s)', async (isFaulty, expected) => {
  const given: { readonly id: string; readonly amount: number; readonly key?: string }[] = []
  const shown = ({ id, amount }: (typeof given)[number]) => ({ id, amount })
  const answer = ({ method }: Request, text: string): Response => {
    if (method === 'GET') return Response.json(given.map(shown))
    const { amount, requestId: key } = JSON.parse(text)
    if (!Number.isInteger(amount) || amount < 1 || amount > 99) return new Response(null, { status: 400 })
    const first = key === undefined || isFaulty ? undefined : given.find((one) => one.key === key)
    if (first !== undefined && first.amount !== amount) return new Response(null, { status: 409 })
    const made = first ?? { id: `g${given.length}`, amount, key }
    if (first === undefined) given.push(made)
    return Response.json(shown(made), { status: 201 })
  }
  const lines = await outcomes(await document, { answer, rules: ['lifecycle'] })
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => !/: (?:passed|not run)/.test(line))).toEqual(expected)
})
