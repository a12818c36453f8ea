import { expect, test } from 'vitest'
import { planLines } from '../../../generator/commands/verify/plan-lines.ts'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const id = (name: string) => ({ name, in: 'path', required: true, schema: text })
const boat = { type: 'object', required: ['id'], properties: { id: text } }

test('the plan of a run says what each operation needs, what gives it, and what nothing gives', async () => {
  const document = await described({
    '/boats': { post: { operationId: 'makeBoat', responses: answers(boat, { status: 201 }) } },
    '/boats/{id}': {
      delete: {
        operationId: 'sinkBoat',
        parameters: [id('id')],
        responses: { 204: { description: 'Gone' } },
      },
    },
    '/tides/{harbour}': {
      get: { operationId: 'readTide', parameters: [id('harbour')], responses: answers(text) },
    },
  })
  expect(planLines(document, { baseUrl: 'http://127.0.0.1:1' })).toEqual([
    '3 operations in 2 layers. Each operation needs values only from earlier layers.',
    '',
    'Layer 1',
    '  makeBoat: gives boats',
    '  readTide: needs harbour from a guess',
    '',
    'Layer 2',
    '  sinkBoat: needs id from makeBoat',
    '',
    'No operation provides these values, so the run guesses them; set path parameters with --path-value NAME=VALUE:',
    '  harbour: needed by readTide',
  ])
})

test('a run that only reads plans no writes, and expects no items of them', async () => {
  const document = await described({
    '/boats': { post: { operationId: 'makeBoat', responses: answers(boat, { status: 201 }) } },
    '/boats/{id}': {
      get: { operationId: 'readBoat', parameters: [id('id')], responses: answers(boat) },
    },
  })
  const lines = planLines(document, { baseUrl: 'http://127.0.0.1:1', readOnly: true })
  expect(lines).toContain('  makeBoat: gives boats; not sent')
  expect(lines).toContain('  readBoat: needs id from a guess')
})
