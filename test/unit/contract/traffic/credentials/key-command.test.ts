import { keyFromCommand } from '@concordat/contract/access'
import { expect, test } from 'vitest'

test('the scopes stand for {scopes}, quoted for the shell', async () => {
  expect(await keyFromCommand('printf %s {scopes}', ['pet:read', "it's; false"])).toBe("pet:read,it's; false")
})

test('the key is the last line, or the member of its JSON', async () => {
  expect(await keyFromCommand('echo noise; echo key-1', [])).toBe('key-1')
  expect(await keyFromCommand(`echo '{"key":"key-2","user":1}'`, [])).toBe('key-2')
  expect(await keyFromCommand(`echo '{"token":"key-3"}'`, [])).toBe('key-3')
})

test('a command that fails or prints no key says so', async () => {
  await expect(keyFromCommand('echo why >&2; exit 3', [])).rejects.toThrow(
    /CONCORDAT_KEY_COMMAND failed: .*why/s,
  )
  await expect(keyFromCommand('true', [])).rejects.toThrow('CONCORDAT_KEY_COMMAND printed no key.')
  await expect(keyFromCommand('echo "{\\"id\\":1}"', [])).rejects.toThrow('printed no key')
})
