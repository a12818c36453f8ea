import { isSecretHeader } from '@concordat/contract/access'
import { expect, test } from 'vitest'

test.each([
  ['X-Api-Key', '', true],
  ['Grpc-Metadata-macaroon', '', true],
  ['X-Capability', '0201036C6E6402F801030A107A0D59975E1E32D7', true],
  ['X-Tenant', 'acme', false],
  ['X-Since', '2026-11-29T00:00:00.000000000Z', false],
  ['X-Callback', 'https://hooks.example/0123456789abcdef', false],
  ['Accept-Language', 'de, en;q=0.5 0123456789', false],
])('records hide the header "%s: %s": %s', (name, value, isHidden) => {
  expect(isSecretHeader(name, value)).toBe(isHidden)
})
