import { expect, test } from 'vitest'
import {
  clientErrorKeys,
  isUndocumentedClientError,
  keysInsteadOfClientError,
} from '../../../../../runtime/contract/data/document/response-key.ts'
import {
  documentedStatusWords,
  undocumentedStatusWords,
} from '../../../../../runtime/contract/data/outcome/kinds/said.ts'
import { documentOf } from '../../support/small-service.ts'

function operationWith(...keys: readonly string[]) {
  const responses = Object.fromEntries(keys.map((key) => [key, {}]))
  const { operations } = documentOf([{ operationId: 'read', method: 'GET', path: '/pets', responses }])
  return operations[0]!
}

test('client errors are documented by their status, their range or default', () => {
  expect(clientErrorKeys(operationWith('200', '404', '4XX', '500', 'default'))).toEqual([
    '404',
    '4XX',
    'default',
  ])
  expect(clientErrorKeys(operationWith('2XX', '302', '5XX'))).toEqual([])
})

test('a client error is undocumented if other responses are listed', () => {
  const operation = operationWith('200', '422')
  expect([404, 422, 201, 500].map((status) => isUndocumentedClientError(operation, status))).toEqual([
    ...[true, false, false, false],
  ])
  expect(isUndocumentedClientError(operationWith(), 404)).toBe(false)
  expect(isUndocumentedClientError(operationWith('200', '4XX'), 404)).toBe(false)
  expect(isUndocumentedClientError(operationWith('default'), 404)).toBe(false)
})

test('the documented statuses are named instead of an undocumented one', () => {
  const wordsOf = (...keys: readonly string[]): string =>
    documentedStatusWords(keysInsteadOfClientError(operationWith(...keys)))
  expect(wordsOf('200', '400', '409', '422')).toBe('one of the documented 4xx statuses, 400, 409 or 422,')
  expect(wordsOf('200', '404')).toBe('the only documented 4xx status, 404,')
  expect(wordsOf('200', '500')).toBe('one of the documented statuses, 200 or 500,')
  expect(undocumentedStatusWords(404, ['200', '422'])).toBe(
    'returns 404, which is not documented (200 and 422 are)',
  )
})
