import type { Finding } from '@concordat/contract'
import { expect, test } from 'vitest'
import { titleOf } from '../../../../runtime/contract/report/title.ts'

/** A finding of one operation, answered with a status. */
function finding(operationId: string, expected: string, received: string, wrong?: string): Finding {
  const status = Number(/^status (\d+)/.exec(received)?.[1] ?? 200)
  const exchange = {
    request: { method: 'GET', url: 'http://a.test/', headers: {} },
    response: { status, headers: {}, body: '' },
  }
  return {
    ...{ rule: 'conformance', operationId, grade: 'documented', weight: 'status', clause: '#' },
    ...{ expected, received, exchange, steps: [exchange], curl: '', script: '' },
    ...(wrong !== undefined && { wrong }),
  }
}

test.each([
  ['status 200', 'status 401 {"detail":"no"}', '401 instead of 200'],
  ['the header "Allow"', 'no such header', 'no header "Allow" in the answer'],
  ['/name must be a string', '5', '/name must be a string, and is 5'],
  ['"name" as sent: "a"', '"b"', '"b" instead of "name" as sent: "a"'],
])('%s, %s', (expected, received, title) => {
  expect(titleOf([finding('addPet', expected, received)])).toBe(`addPet: ${title}`)
})

test('operations are counted, each once, and the words of a rule go before all others', () => {
  const wrong = '404 is not documented (200 is)'
  const all = ['a', 'b', 'b', 'c'].map((name) => finding(name, 'x', 'y', wrong))
  const [first, ...others] = all
  expect(first && titleOf([first, ...others])).toBe(`a and 2 more: ${wrong}`)
})
