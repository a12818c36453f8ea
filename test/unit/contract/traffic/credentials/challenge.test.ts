import { challengeKeyHeader, challengeOption, readChallenge } from '@concordat/contract/access'
import { expect, test } from 'vitest'

test.each([
  ['Basic realm="notes"', 'ada:pw', { name: 'Authorization', value: `Basic ${btoa('ada:pw')}` }],
  ['Bearer', 'k', { name: 'Authorization', value: 'Bearer k' }],
  ['Bearer realm="a", error="invalid_token"', 'k', { name: 'Authorization', value: 'Bearer k' }],
  ['Digest realm="a, b", Token', 'k', { name: 'Authorization', value: 'Token k' }],
  ['Negotiate, Basic realm="x"', 'a:b', { name: 'Authorization', value: `Basic ${btoa('a:b')}` }],
  ['ApiKey realm="notes", header="X-Notes-Key"', 'k', { name: 'X-Notes-Key', value: 'k' }],
  ['ApiKey', 'k', { name: 'X-API-Key', value: 'k' }],
  ['X-Notes-Token', 'k', { name: 'X-Notes-Token', value: 'k' }],
])('"%s" is answered by the key %s', (header, key, expected) => {
  const challenge = readChallenge(header)
  expect(challenge && challengeKeyHeader(challenge, key)).toEqual(expected)
})

test('what no key answers is left alone', () => {
  expect(readChallenge(null)).toBeUndefined()
  expect(readChallenge('Negotiate')).toBeUndefined()
  expect(readChallenge('Digest realm="a", nonce="Bearer"')).toBeUndefined()
  const basic = readChallenge('Basic realm="x"')
  expect(basic && challengeKeyHeader(basic, 'no-password')).toBeUndefined()
  expect(basic && challengeOption(basic)).toBe('--key USER:PASSWORD')
})
