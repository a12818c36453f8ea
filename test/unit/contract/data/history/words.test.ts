import { expect, test } from 'vitest'
import { curlLine } from '../../../../../runtime/contract/data/exchange/exchange.ts'
import { curlQuote, hideSecretIn } from '../../../../../runtime/contract/data/exchange/variables.ts'

test('variables of credentials are left for the shell, all else is literal', () => {
  expect(curlQuote(`it's $HOME and $CONCORDAT_OTHER_KEY`)).toBe(`'it'\\''s $HOME and '"$CONCORDAT_OTHER_KEY"`)
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
