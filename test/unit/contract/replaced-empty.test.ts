import { expect, test } from 'vitest'
import { answers, described } from './described.ts'
import { outcomes } from './small-service.ts'

const text = { type: 'string' }
const made = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text,
    labels: { type: 'object', additionalProperties: text },
    notes: { type: 'array', items: text, maxItems: 0 },
    owner: text,
  },
}
const shown = { ...made, properties: { ...made.properties, id: { type: 'integer' } } }

/** A PUT of orders; what it leaves out is empty afterwards, or kept for some members. */
async function linesOf(kept: readonly string[]) {
  const requestBody = { required: true, content: { 'application/json': { schema: made } } }
  const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }
  const document = await described({
    '/orders': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: shown }) },
      post: { operationId: 'create', requestBody, responses: answers(shown, { status: 201 }) },
    },
    '/orders/{id}': {
      get: { operationId: 'read', ...at, responses: { ...answers(shown), 404: {} } },
      put: { operationId: 'replace', ...at, requestBody, responses: { ...answers(shown), 404: {} } },
    },
  })
  const empty = { labels: {}, notes: [], owner: '' }
  const orders: Record<string, unknown>[] = []
  const answer = (request: Request, body: string): Response => {
    const [, , segment] = new URL(request.url).pathname.split('/')
    const id = Number(segment)
    if (request.method === 'GET' && segment === undefined) return Response.json(orders)
    if (request.method === 'POST') orders.push({ ...empty, ...JSON.parse(body), id: orders.length })
    if (request.method === 'POST') return Response.json(orders.at(-1), { status: 201 })
    const before = orders[id]
    if (before === undefined) return Response.json({}, { status: 404 })
    const stays = Object.fromEntries(kept.map((name) => [name, before[name]]))
    if (request.method === 'PUT') orders[id] = { ...empty, ...stays, ...JSON.parse(body), id }
    return Response.json(orders[id])
  }
  const lines = await outcomes(document, { answer, rules: ['lifecycle'], disposable: false })
  return lines.filter((line) => line.includes(' replace: '))
}

test('what is empty may be so again after a replacement without it, as that is the default', async () => {
  expect(await linesOf([])).toEqual(['lifecycle replace: passed'])
})

test('what is not, may not', async () => {
  expect(await linesOf(['owner'])).toEqual([
    expect.stringMatching(/^lifecycle replace: "owner" not to keep its value/),
  ])
})
