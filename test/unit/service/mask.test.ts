import { expect, test } from 'vitest'
import { createSecretMask } from '../../../server/batch-exports/processes/mask.ts'

test('secrets are taken out of messages, the longest first', () => {
  const mask = createSecretMask(['secret', 'secret-token', ''])
  expect(mask('secret-token of secret')).toBe('*** of ***')
})

test('a short secret garbles no sentence, and is hidden where it is quoted', () => {
  const mask = createSecretMask(['a', '$&'])
  expect(mask('password authentication failed for user "a"')).toBe(
    'password authentication failed for user "***"',
  )
  expect(mask("a table '$&' of a user")).toBe("a table '***' of a user")
})
