import { expect, test } from 'vitest'
import { answers, described } from '../../../support/described.ts'
import { outcomes } from '../../../support/small-service.ts'

const text = { type: 'string' }
const wallet = { type: 'object', properties: { id: text, name: text } }
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text })
const document = await described({
  '/wallet': {
    get: { operationId: 'list', responses: answers({ type: 'array', items: wallet }) },
    post: { operationId: 'open', responses: answers(wallet, { status: 201 }) },
  },
  '/wallet/{wallet_id}': {
    delete: {
      operationId: 'close',
      parameters: [inPath('wallet_id')],
      responses: { 204: { description: 'Gone.' } },
    },
  },
  '/wallet/{new_name}': {
    put: { operationId: 'rename', parameters: [inPath('new_name')], responses: answers(wallet) },
  },
  '/codes/{data}': {
    get: { operationId: 'draw', parameters: [inPath('data')], responses: answers({ type: 'object' }) },
  },
})

test('a path that says what something is to be called is about what was there', async () => {
  const written: string[] = []
  const told = await outcomes(document, {
    rules: ['conformance', 'unknown-id', 'methods'],
    disposable: false,
    answer: ({ method, url }) => {
      if (method === 'PUT') written.push(url)
      if (method === 'GET') return Response.json(url.includes('/codes/') ? {} : [])
      return Response.json({ id: 'w1', name: 'mine' }, { status: method === 'POST' ? 201 : 200 })
    },
  })
  expect(written).toEqual([])
  expect(told.join('\n')).toMatch(
    /conformance rename: not run, because PUT \/wallet\/\{new_name\} might change/,
  )
  expect(told.filter((line) => line.startsWith('unknown-id draw'))).toEqual([
    expect.stringContaining('not run'),
  ])
})
