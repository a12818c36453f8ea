import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const bill = {
  type: 'object',
  required: ['id', 'sum'],
  properties: { id: { type: 'string', readOnly: true }, sum: { type: 'integer' } },
}
const id = { name: 'bill_id', in: 'path', required: true, schema: { type: 'string' } }
const absent = { 404: { description: 'None.' } }
const body = { required: true, content: { 'application/json': { schema: bill } } }
const document = (description: string) =>
  described({
    '/bills': {
      get: { operationId: 'listBills', responses: answers({ type: 'array', items: bill }) },
      post: { operationId: 'addBill', requestBody: body, responses: answers(bill, { status: 201 }) },
    },
    '/bills/{bill_id}': {
      parameters: [id],
      get: { operationId: 'readBill', responses: { ...answers(bill), ...absent } },
      delete: {
        operationId: 'dropBill',
        description,
        responses: { 204: { description: 'Gone.' }, ...absent },
      },
    },
    '/bills/{bill_id}/print': {
      parameters: [id],
      get: { operationId: 'printBill', responses: { ...answers({ type: 'object' }), ...absent } },
    },
  })

async function told(outlives: boolean, description = ''): Promise<readonly string[]> {
  const bills = new Map<string, object>()
  const printed = new Set<string>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const [, , name = '', part] = new URL(url).pathname.split('/')
    if (method === 'POST') {
      const made = { ...JSON.parse(sent), id: `b${printed.size + 1}` }
      bills.set(made.id, made)
      printed.add(made.id)
      return Response.json(made, { status: 201 })
    }
    if (name === '') return Response.json([...bills.values()])
    if (part === 'print' && outlives && printed.has(name)) return Response.json({})
    if (!bills.has(name)) return Response.json({}, { status: 404 })
    if (method === 'GET') return Response.json(part === undefined ? bills.get(name) : {})
    bills.delete(name)
    return new Response(null, { status: 204 })
  }
  const lines = await outcomes(await document(description), { answer, rules: ['lifecycle'] })
  return lines.filter((line) => line.includes('dropBill'))
}

test('a part of a removed item that can still be read is told', async () => {
  expect(await told(false)).toEqual(['lifecycle dropBill: passed'])
  expect(await told(true)).toEqual([
    'lifecycle dropBill: status 404 from GET /bills/{bill_id}/print after DELETE /bills/{bill_id} | status 200',
  ])
})

test('parts may stay if the document says so', async () => {
  expect(await told(true, 'Prints of it stay.')).toEqual(['lifecycle dropBill: passed'])
})
