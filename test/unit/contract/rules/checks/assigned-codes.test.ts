import { expect, test } from 'vitest'
import { isCodeOf } from '../../../../../runtime/contract/lexicon/lexicon.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', minLength: 1 }
const bill = {
  type: 'object',
  required: ['id', 'payer', 'bill_number'],
  properties: {
    id: { type: 'integer', readOnly: true },
    payer: text,
    bill_number: { type: 'string', readOnly: true },
    order_number: { type: 'string', readOnly: true },
  },
}
const absent = { 404: { description: 'None.' } }
const bills = described({
  '/bills': {
    get: { operationId: 'listBills', responses: answers({ type: 'array', items: bill }) },
    post: {
      operationId: 'addBill',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['payer'], properties: { payer: text } },
          },
        },
      },
      responses: answers(bill, { status: 201 }),
    },
  },
  '/bills/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { operationId: 'readBill', responses: { ...answers(bill), ...absent } },
    delete: { operationId: 'dropBill', responses: { 204: { description: 'Gone.' }, ...absent } },
  },
})

type Numbering = 'by id' | 'by branch' | 'by count' | 'late' | 'the same'

const told = async (numbering: Numbering): Promise<string[]> => {
  const all = new Map<number, object>()
  let last = 0
  let numbered = 0
  const lines = await outcomes(await bills, {
    rules: ['unique', 'lifecycle'],
    answer: async ({ method, url }, body) => {
      const [, , name] = new URL(url).pathname.split('/')
      const id = Number(name)
      if (name === undefined && method === 'GET') return Response.json([...all.values()])
      if (name === undefined) {
        const own = ++last
        const next = numbered + 1
        if (numbering === 'late') await new Promise((resolve) => setTimeout(resolve, 5))
        numbered = next
        const inBranch = own === 2 ? 1 : own
        const number = {
          ...{ 'by id': own, 'by branch': inBranch, 'by count': all.size, late: next, 'the same': 7 },
        }[numbering]
        const made = {
          id: own,
          payer: JSON.parse(body).payer,
          bill_number: `B-${number}`,
          order_number: 'O-1',
          ...(numbering === 'by branch' && { branch_id: own === 2 ? 2 : 1 }),
        }
        all.set(own, made)
        return Response.json(made, { status: 201 })
      }
      const found = all.get(id)
      if (found === undefined) return Response.json({}, { status: 404 })
      if (method === 'GET') return Response.json(found)
      all.delete(id)
      return new Response(null, { status: 204 })
    },
  })
  return lines.filter((line) => line.startsWith('unique'))
}

test('numbers that all differ, or that are no numbers of the item, break nothing', async () => {
  expect(await told('by id')).toEqual(['unique addBill: passed'])
  expect(await told('the same')).toEqual(['unique addBill: passed'])
  expect(await told('by branch')).toEqual(['unique addBill: passed'])
})

test('a number that two items have is told', async () => {
  for (const numbering of ['by count', 'late'] as const)
    expect(await told(numbering)).toEqual([
      expect.stringMatching(
        /^unique addBill: only one item whose "bill_number" is "B-\d+" \| the same value in \d+ and \d+/,
      ),
    ])
})

test('a number or code is that of the item unless its name names something else', () => {
  for (const name of ['number', 'invoiceNumber', 'code', 'invoice_reference'])
    expect(isCodeOf(name, 'invoices')).toBe(true)
  for (const name of ['order_number', 'postal_code', 'numbers', 'status', 'name'])
    expect(isCodeOf(name, 'invoices')).toBe(false)
})
