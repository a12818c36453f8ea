import { expect, test } from 'vitest'
import { errorText } from '../../../server/values/error-text.ts'

test('a connection that fails at all addresses of a host has the message of the first failure', () => {
  const errors = ['connect ECONNREFUSED ::1:80', 'connect ECONNREFUSED 127.0.0.1:80'].map(
    (message) => new Error(message),
  )
  expect(errorText(new AggregateError(errors))).toBe('connect ECONNREFUSED ::1:80')
})

test('other errors have their own message', () => {
  expect([errorText(new AggregateError([], 'none')), errorText(new Error('late')), errorText('no')]).toEqual([
    'none',
    'late',
    'no',
  ])
})
