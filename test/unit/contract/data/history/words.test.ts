import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlLine } from '../../../../../runtime/contract/data/exchange/exchange.ts'
import { curlQuote, hideSecretIn } from '../../../../../runtime/contract/data/exchange/variables.ts'

test('variables of credentials are left for the shell, all else is literal', () => {
  expect(curlQuote(`it's $HOME and $CONCORDAT_OTHER_KEY`)).toBe(`'it'\\''s $HOME and '"$CONCORDAT_OTHER_KEY"`)
})

test('the shell writes long runs of one character, and every byte arrives', () => {
  const body = `{"it's": ${'['.repeat(4000)}1${']'.repeat(4000)}}`
  const word = curlQuote(body)
  expect(word.length).toBeLessThan(200)
  expect(execFileSync('sh', ['-c', `printf '%s' ${word}`], { encoding: 'utf8' })).toBe(body)
  expect(curlQuote('a'.repeat(200))).toBe(`"$(printf '%200s' '' | tr ' ' 'a')"`)
  expect(curlQuote('a'.repeat(199))).toBe(`'${'a'.repeat(199)}'`)
})

test('a credential that goes on is still one', () => {
  const hidden = hideSecretIn('Bearer secretx, secret', { secret: 'secret', variable: '$CONCORDAT_KEY' })
  expect(hidden).toBe('Bearer ${CONCORDAT_KEY}x, $CONCORDAT_KEY')
  expect(curlQuote(hidden)).toBe(`'Bearer '"\${CONCORDAT_KEY}"'x, '"$CONCORDAT_KEY"`)
})

test('HEAD waits for no body, and an empty header is sent', () => {
  const line = curlLine({ method: 'HEAD', url: 'http://a.test/', headers: { 'x-a': '' } })
  expect(line).toBe(`curl -i -I 'http://a.test/' -H 'x-a;'`)
})
