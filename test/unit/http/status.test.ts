import { isErrorKey, isSuccessKey } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { statusTypes } from '../../../generator/emit/operation/statuses.ts'
import { documentedSuccessKeys } from '../../../runtime/contract/data/document/response-key.ts'
import { documentOf } from '../contract/support/small-service.ts'

test.each([
  [['default'], ['default']],
  [['404', '5XX', 'default'], ['default']],
  [['200', 'default'], ['200']],
  [['2XX', 'default'], ['2XX']],
  [['302', 'default'], []],
  [['101', 'default'], []],
])('of %j success is documented by %j', (all, expected) => {
  expect(all.filter((key) => isSuccessKey(key, all))).toEqual(expected)
})

test.each([
  [['default'], []],
  [
    ['404', '5XX', 'default'],
    ['404', '5XX'],
  ],
  [
    ['200', '304', '4XX', 'default'],
    ['4XX', 'default'],
  ],
])('of %j errors are documented by %j', (all, expected) => {
  expect(all.filter((key) => isErrorKey(key, all))).toEqual(expected)
})

test('types and suite agree that `default` beside a redirect is a failure', () => {
  const responses = { 302: {}, default: {} }
  const [operation] = documentOf([{ operationId: 'go', method: 'GET', path: '/go', responses }]).operations
  expect(operation && documentedSuccessKeys(operation)).toEqual(['302'])
  expect(statusTypes('default', Object.keys(responses))).toHaveLength(1)
})
