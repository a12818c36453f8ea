import { Observer } from '@concordat/contract/passive'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const BASE = 'https://values.test'

test.each([
  [{ type: 'string' }, '7', undefined],
  [{ type: 'string' }, 'true', undefined],
  [{ type: 'string', pattern: '^0' }, '7', /must match/],
  [{ type: 'integer' }, '7', undefined],
  [{ type: 'integer' }, 'seven', /must be an integer/],
  [{ type: 'integer', maximum: 6 }, '7', /at most 6/],
  [{ type: 'boolean' }, 'true', undefined],
  [{ type: ['string', 'null'] }, '1.5', undefined],
  [{ enum: ['1', '2'] }, '2', undefined],
  [{ enum: [1, 2] }, '2', undefined],
  [{ enum: ['1', '2'] }, '3', /must be/],
  [{ type: 'array', items: { type: 'string' } }, 'a, 7', undefined],
  [{ type: 'array', items: { type: 'integer' } }, '1,2', undefined],
  [{ type: 'array', items: { type: 'integer' } }, '1,b', /must be an integer/],
])('a header of the schema %j that is "%s" is read as that', async (schema, value, wrong) => {
  const responses = answers({}, { headers: { 'X-Value': { schema } } })
  const document = await described({ '/values': { get: { operationId: 'readValues', responses } } })
  const observer = new Observer({ document, bases: [BASE], source: 'test' })
  observer.note({
    request: { method: 'GET', url: `${BASE}/values`, headers: {} },
    status: 200,
    headers: new Headers({ 'content-type': 'application/json', 'x-value': value }),
    text: '{}',
  })
  const found = observer
    .report()
    .results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(found.map(({ expected }) => expected)).toEqual(
    wrong === undefined ? [] : [expect.stringMatching(wrong)],
  )
})
