import { expect, test } from 'vitest'
import type { Finding } from '../../../../runtime/contract/contract.ts'
import { groupFindings, identityOf } from '../../../../runtime/contract/report/group-findings.ts'

function finding(part: Partial<Finding>): Finding {
  const request = { method: 'GET', url: 'http://a.test/pets', headers: {} }
  return {
    rule: 'conformance',
    operationId: 'listPets',
    grade: 'documented',
    clause: '#/paths/~1pets/get/responses/200',
    expected: 'status 200',
    received: 'status 203',
    exchange: { request },
    curl: 'curl',
    ...part,
  }
}
const sizes = (...parts: readonly Partial<Finding>[]) =>
  groupFindings(parts.map(finding)).map((group) => group.length)

test('a broken schema is one thing, whatever rule or operation meets it and where in the answer', () => {
  const clause = '#/components/schemas/Problem/required'
  expect(
    sizes(
      { clause, expected: 'the body must have the property "detail"' },
      {
        clause,
        rule: 'negative',
        operationId: 'createPet',
        expected: '/errors/0 must have the property "detail"',
      },
      {
        clause: '#/components/schemas/Pet/required',
        expected: 'the body must have the property "id"',
        received: '{}',
      },
    ),
  ).toEqual([2, 1])
})

test('the same violation of several operations is one thing, word for word', () => {
  const put = { rule: 'methods', expected: 'status 405 to the undocumented PUT', received: 'status 404' }
  expect(
    sizes(
      { ...put, clause: '#/paths/~1pets' },
      { ...put, clause: '#/paths/~1toys', operationId: 'listToys' },
      {
        ...put,
        clause: '#/paths/~1toys',
        operationId: 'listToys',
        expected: 'status 405 to the undocumented PATCH',
      },
    ),
  ).toEqual([2, 1])
})

test('values of one run do not tell things apart, members of an operation do', () => {
  const at = { rule: 'unknown-id', clause: '#/paths/~1pets~1{id}/get/responses' }
  expect(
    sizes(
      { ...at, expected: '404 for the unknown id "a-1"', received: 'status 500 x' },
      { ...at, expected: '404 for the unknown id "b-2"', received: 'status 500 y' },
      { ...at, expected: 'a body', received: 'none' },
    ),
  ).toEqual([2, 1])
  const [one, other] = ['a-1', 'b-2'].map((id) => identityOf(finding({ ...at, expected: `404 for "${id}"` })))
  expect(one).toBe(other)
})
