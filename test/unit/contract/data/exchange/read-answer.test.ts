import { expect, test } from 'vitest'
import { readAnswer } from '../../../../../runtime/contract/data/exchange/read-answer.ts'

test.each([
  ['application/json', '{"a":1}', { a: 1 }],
  ['*', '{"a":1}', { a: 1 }],
  ['*', ' [1]', [1]],
  ['*', '1', undefined],
  ['*', '{"a":', undefined],
  ['text/plain', '{"a":1}', undefined],
  ['', '{"a":1}', undefined],
])('content of type "%s" is read as JSON if the type is JSON, or none: %s', (type, text, value) => {
  const headers = new Headers(type === '' ? {} : { 'content-type': type })
  const request = { method: 'GET', url: 'http://lamps.test/lamps', headers: {} }
  expect(readAnswer({ status: 200, headers, text }, { request } as never).value).toEqual(value)
})
