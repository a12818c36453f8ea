import { isIdempotent, isSafe, isWithoutContent, METHODS, mayHaveBody } from '@concordat/runtime/http'
import { expect, test } from 'vitest'

test('a safe method is idempotent, and POST and PATCH are neither', () => {
  expect(METHODS.filter(isSafe)).toEqual(['GET', 'OPTIONS', 'HEAD', 'TRACE', 'QUERY'])
  expect(METHODS.filter((method) => !isIdempotent(method))).toEqual(['POST', 'PATCH'])
  expect(isSafe('get')).toBe(false)
  expect([isSafe('COPY'), isIdempotent('COPY')]).toEqual([false, false])
})

test('GET and HEAD have no body', () => {
  expect(METHODS.filter((method) => !mayHaveBody(method))).toEqual(['GET', 'HEAD'])
})

test.each([
  [100, true],
  [101, true],
  [200, false],
  [204, true],
  [205, true],
  [206, false],
  [304, true],
  [404, false],
])('%d is without content: %s', (status, expected) => {
  expect(isWithoutContent(status)).toBe(expected)
})
