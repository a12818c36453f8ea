import { expect, test } from 'vitest'
import { answers, described } from '../support/described.ts'
import { outcomes } from '../support/small-service.ts'

const problem = { type: 'object' }
const document = await described({
  '/news/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: {
      operationId: 'readNews',
      responses: { ...answers(problem), ...answers(problem, { status: 404 }) },
    },
  },
})
const told = async (value: object): Promise<readonly string[]> =>
  (
    await outcomes(document, {
      rules: ['unknown-id'],
      answer: () => Response.json(value, { status: 404 }),
    })
  ).filter((line) => !line.endsWith(': passed'))

test.each([
  { status: 404, title: 'None.' },
  { error: { status: 404 } },
  { status: 'error', code: 500 },
  { status: 7, detail: 'at noon (see page 7)' },
])('%j says nothing else than the response', async (value) => {
  expect(await told(value)).toEqual([])
})

test('another status in an error response is told', async () => {
  expect(await told({ status: 400, title: 'None.' })).toEqual([
    'unknown-id readNews: "status" to be 404, the status of the response | 400',
  ])
  expect(await told({ error: { statusCode: 500 } })).toHaveLength(1)
})

test.each([
  'Traceback (most recent call last):\n  File "news.py", line 3',
  'Error: none\n    at readNews (/srv/news.js:7:11)',
  'SQLSTATE[42P01]: undefined table',
  'duplicate key value violates unique constraint "news_pkey"',
  'org.hibernate.exception.ConstraintViolationException: none',
  'goroutine 7 [running]:',
])('%s is told as internals', async (detail) => {
  expect(await told({ detail })).toEqual([
    expect.stringMatching(/an error message without a stack trace or database error \| /),
  ])
})
