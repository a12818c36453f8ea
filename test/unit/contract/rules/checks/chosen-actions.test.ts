import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', maxLength: 20 }
const bid = {
  type: 'object',
  required: ['id', 'buyer', 'state'],
  properties: {
    id: { ...text, readOnly: true },
    buyer: text,
    state: { enum: ['open', 'taken', 'withdrawn'], readOnly: true },
  },
}
const none = { 404: { description: 'None.' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })

/** Bids, with one operation that does what its body says. */
const auction = described({
  '/bids': {
    post: {
      operationId: 'offer',
      requestBody: body({ type: 'object', required: ['buyer'], properties: { buyer: text } }),
      responses: answers(bid, { status: 201 }),
    },
  },
  '/bids/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: { operationId: 'getBid', responses: { ...answers(bid), ...none } },
    post: {
      operationId: 'act',
      requestBody: body({
        type: 'object',
        required: ['action'],
        properties: { action: { enum: ['take', 'withdraw'] } },
      }),
      responses: { ...answers(bid), ...none, 409: { description: 'It is not open.' } },
    },
  },
})

/** @param fault true if a bid that is withdrawn is said not to be open. */
async function told(fault: boolean): Promise<readonly string[]> {
  const bids = new Map<string, { id: string; buyer: string; state: string }>()
  return outcomes(await auction, {
    rules: ['states'],
    answer: ({ method, url }, sent) => {
      const [, , name] = new URL(url).pathname.split('/')
      const found = bids.get(name ?? '')
      if (name !== undefined && found === undefined) return new Response(null, { status: 404 })
      if (method === 'GET') return Response.json(found)
      const { action, ...more } = JSON.parse(sent)
      const one = { buyer: '', state: 'open', ...found, ...more, id: name ?? `b${bids.size}` }
      if (name === undefined) bids.set(one.id, one)
      if (name === undefined) return Response.json(one, { status: 201 })
      if (one.state !== 'open') return Response.json({}, { status: 409 })
      const state = action === 'take' ? 'taken' : 'withdrawn'
      bids.set(one.id, { ...one, state })
      return fault && state === 'withdrawn'
        ? Response.json({}, { status: 409 })
        : Response.json(bids.get(one.id))
    },
  })
}

test('an operation that does what its body chooses breaks nothing', async () => {
  expect(await told(false)).toEqual(['states act: passed'])
})

test('a choice that is done and rejected is told', async () => {
  expect(await told(true)).toEqual([
    'states act: the item unchanged: {"state":"open"} | {"state":"withdrawn"}',
  ])
})
