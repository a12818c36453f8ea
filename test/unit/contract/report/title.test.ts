import { expect, test } from 'vitest'
import type { Said } from '../../../../runtime/contract/outcome/kinds/said.ts'
import { titleOf } from '../../../../runtime/contract/report/group-findings.ts'
import { tell } from '../../../../runtime/contract/run/tell.ts'
import { finding } from './finding.ts'

/** What is said of an answer of a status. */
function told(part: Partial<Said>, status = 200, body = '') {
  const request = { method: 'GET', url: 'http://a.test/', headers: {} }
  return tell({
    expected: '',
    answer: { exchange: { request, response: { status, headers: {}, body } } },
    ...part,
  })
}

test('a status is told with what was wanted of it', () => {
  expect(told({ expected: { status: '200' } }, 401, '{"detail":"no"}')).toEqual({
    ...{ kind: 'own', data: {}, isOfAnswer: true },
    expected: 'status 200',
    received: 'status 401 {"detail":"no"}',
    wrong: '401 instead of 200',
  })
})

test('a crash is told with its words', () => {
  expect(told({ expected: { status: '200' } }, 500, 'no memory').wrong).toBe('500 (no memory) instead of 200')
})

test('a value is told beside another, and the words of a rule go before all others', () => {
  const seen = { expected: '"name" as sent: "a"', received: '"b"' }
  expect(told(seen).wrong).toBe('"b" instead of "name" as sent: "a"')
  expect(told({ ...seen, wrong: 'loses "name"' }).wrong).toBe('loses "name"')
})

test('operations are counted, each once', () => {
  const wrong = '404 is not documented (200 is)'
  const [first, ...others] = ['a', 'b', 'b', 'c'].map((operationId) => finding({ operationId, wrong }))
  expect(first && titleOf([first, ...others])).toBe(`a and 2 more: ${wrong}`)
})
