import { callbackUrl } from '@concordat/runtime/client'
import { expect, test } from 'vitest'

const exchange = {
  url: 'https://api.test/subscriptions?topic=a',
  method: 'POST',
  status: 201,
  request: {
    path: { id: '7' },
    query: { topic: 'a b&c' },
    header: { 'X-Tenant': 'north' },
    body: { hooks: [{ 'a/b': 'https://receiver.test/in?key=1' }], off: null },
  },
  response: { headers: new Headers({ Location: '/subscriptions/9' }), body: { id: 9 } },
}

test.each([
  ['{$request.body#/hooks/0/a~1b}', 'https://receiver.test/in?key=1'],
  ['$request.body#/hooks/0/a~1b', 'https://receiver.test/in?key=1'],
  ['{$request.body#/hooks/0/a~1b}&of={$request.query.topic}', 'https://receiver.test/in?key=1&of=a%20b%26c'],
  ['https://receiver.test/{$request.header.x-tenant}/{$request.path.id}', 'https://receiver.test/north/7'],
  [
    'https://receiver.test/{$response.body#/id}?at={$response.header.location}',
    'https://receiver.test/9?at=%2Fsubscriptions%2F9',
  ],
  ['https://receiver.test/{$method}/{$statusCode}', 'https://receiver.test/POST/201'],
  ['https://receiver.test/fixed', 'https://receiver.test/fixed'],
])('%s leads to %s', (template, url) => {
  expect(callbackUrl(template, exchange)).toBe(url)
})

test.each([
  '{$request.body#/none}',
  '{$request.body#/off}',
  '{$request.body#/hooks}',
  '{$request.query.toString}',
  '{$any}',
])('an exchange without a text at %s is told', (template) => {
  expect(() => callbackUrl(template, exchange)).toThrow(`The callback URL is "${template}"`)
})
