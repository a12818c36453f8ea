import { expect, test } from 'vitest'
import type { Fact } from '../../../../runtime/contract/data/outcome/kinds/fact.ts'
import type { SaidInFinding } from '../../../../runtime/contract/data/outcome/kinds/said.ts'
import { findingGroupTitle } from '../../../../runtime/contract/report/group-findings.ts'
import { tellFoundViolation } from '../../../../runtime/contract/run/suite/tell.ts'
import { finding } from './finding.ts'

/** Returns the title of a finding about a response with a status. */
function told(part: Partial<SaidInFinding> | { readonly fact: Fact }, status = 200, body = '') {
  const request = { method: 'GET', url: 'http://a.test/', headers: {} }
  const answer = { exchange: { request, response: { status, headers: {}, body } } }
  return tellFoundViolation({ expected: '', answer, ...part }, nameOf)
}

const nameOf = (id: string) => ({ deletePet: 'DELETE /pets/{id}', getPet: 'GET /pets/{id}' })[id] ?? id

test('a status is told with what was wanted of it', () => {
  expect(told({ expected: { status: '200' } }, 401, '{"detail":"no"}')).toEqual({
    ...{ kind: 'own', data: {}, isOfAnswer: true },
    expected: 'status 200',
    received: 'status 401 {"detail":"no"}',
    wrong: 'returns 401 instead of 200',
  })
})

test('a crash is told with its words', () => {
  expect(told({ expected: { status: '200' } }, 500, 'no memory').wrong).toBe(
    'returns 500 (no memory) instead of 200',
  )
})

test('a value is told beside another, and the words of a rule go before all others', () => {
  const seen = { expected: '"name" as sent: "a"', received: '"b"' }
  expect(told(seen).wrong).toBe('returns "b" instead of "name" as sent: "a"')
  expect(told({ ...seen, wrong: 'loses "name"' }).wrong).toBe('loses "name"')
})

test('operations are counted, each once', () => {
  const wrong = 'returns 404, which is not documented (200 is)'
  const [first, ...others] = ['a', 'b', 'b', 'c'].map((operationId) => finding({ operationId, wrong }))
  const nameOf = (id: string) => `GET /${id}`
  expect(first && findingGroupTitle([first, ...others], nameOf)).toBe(`GET /a ${wrong} (and 2 more)`)
  expect(first && findingGroupTitle([first, finding({ operationId: 'b' })], nameOf)).toContain(
    ' (and 1 more)',
  )
})

test('an operation of the facts is named as people know it', () => {
  const fact = { kind: 'still there', by: 'getPet', operation: 'deletePet', status: 200 } as const
  expect(told({ fact })).toMatchObject({
    data: { by: 'getPet', operation: 'deletePet' },
    expected: 'status 404 from GET /pets/{id} after DELETE /pets/{id}',
    wrong: 'succeeds, but the item is still there: GET /pets/{id} returns 200',
  })
})

test('a server that rejects many requests as if it had failed is told so', () => {
  const rejecting = (count: number): string => {
    const [first, ...others] = Array.from({ length: count }, (_, index) =>
      finding({
        ...{ operationId: `o${index}`, wrong: 'returns 500 (…) instead of 200', weight: 'crash' },
        exchange: {
          request: { method: 'GET', url: 'http://a.test/', headers: {} },
          response: { status: 500, headers: {}, body: '{"error":{"message":"Invalid params"}}' },
        },
      }),
    )
    return first === undefined ? '' : findingGroupTitle([first, ...others], (id) => `GET /${id}`)
  }
  expect(rejecting(4)).toBe('GET /o0 rejects requests with 500 instead of a 4xx (and 3 more)')
  expect(rejecting(3)).toBe('GET /o0 returns 500 (…) instead of 200 (and 2 more)')
})
