import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const STATES = ['open', 'paid', 'void']
const state = { type: 'string', enum: STATES, readOnly: true }
const bill = {
  type: 'object',
  required: ['id', 'name', 'state'],
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' }, state },
}
const none = { 404: { description: 'None.' } }
const inPath = { name: 'bill', in: 'path', required: true, schema: { type: 'string' } }

const document = described({
  '/bills': {
    get: {
      operationId: 'listBills',
      parameters: [{ name: 'state', in: 'query', schema: { type: 'string', enum: STATES } }],
      responses: answers({ type: 'array', items: bill }),
    },
    post: {
      operationId: 'addBill',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
          },
        },
      },
      responses: answers(bill, { status: 201 }),
    },
  },
  '/bills/{bill}': {
    parameters: [inPath],
    get: { operationId: 'getBill', responses: { ...answers(bill), ...none } },
  },
  '/bills/{bill}/pay': {
    parameters: [inPath],
    post: { operationId: 'payBill', responses: { ...answers(bill), ...none } },
  },
})

interface Bill {
  readonly id: string
  readonly state: string
}

/** @param isFound True if the list finds a bill by its state. */
function service(isFound: (bill: Bill) => boolean) {
  const bills = new Map<string, Bill>()
  return ({ method, url }: Request, sent: string): Response => {
    const { pathname, searchParams } = new URL(url)
    const [, , id, action] = pathname.split('/')
    const asked = searchParams.get('state')
    if (id === undefined && method === 'GET') {
      const all = [...bills.values()]
      return Response.json(asked === null ? all : all.filter((one) => one.state === asked && isFound(one)))
    }
    const old = id === undefined ? undefined : bills.get(id)
    if (id !== undefined && old === undefined) return new Response(null, { status: 404 })
    const made = { id: id ?? `b${bills.size + 1}`, ...(old ?? { ...JSON.parse(sent), state: 'open' }) }
    const now = action === 'pay' ? { ...made, state: 'paid' } : made
    bills.set(now.id, now)
    return Response.json(now, { status: old === undefined ? 201 : 200 })
  }
}

const told = async (isFound: (bill: Bill) => boolean): Promise<readonly string[]> => {
  const rules = ['list-protocol', 'states', 'listing']
  const lines = await outcomes(await document, { answer: service(isFound), rules })
  return lines.filter((line) => line.startsWith('listing'))
}

test('a filter by a state that items get later, and that finds none, is told', async () => {
  expect(await told(({ state: own }) => own !== 'paid')).toEqual([
    expect.stringMatching(/^listing listBills: every item that matches state="paid": .* \| no items$/),
  ])
})

test('a filter that finds them is not', async () => {
  expect(await told(() => true)).toEqual(['listing listBills: passed'])
})
