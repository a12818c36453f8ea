import { expect, test } from 'vitest'
import { JsonBounds } from '../../../../../runtime/contract/data/exchange/json-text.ts'

/** Returns the first fault in a document split into pieces of equal length, as a string and as bytes. */
function faultsIn(text: string, length: number): (string | undefined)[] {
  const wholes = [text, new TextEncoder().encode(text)]
  return wholes.map((whole) => {
    const bounds = new JsonBounds()
    for (let at = 0; at < whole.length; at += length) {
      const fault = bounds.add(whole.slice(at, at + length))
      if (fault !== undefined) return fault
    }
    return undefined
  })
}

test.each([1, 2, 3, 7, 10_000_000])(
  'brackets and commas in texts do not count, in pieces of %d',
  (length) => {
    const text = String.raw`"é\\\"${'[,'.repeat(600_000)}\\"`
    expect(faultsIn(`[${text},{"a":1}]`, length)).toEqual([undefined, undefined])
    const deep = 'JSON nested deeper than 512 levels'
    expect(faultsIn(`[${text},${'['.repeat(512)}`, length)).toEqual([deep, deep])
    const many = 'JSON with more than 500000 values'
    expect(faultsIn(`[${text}${',1'.repeat(500_001)}`, length)).toEqual([many, many])
  },
)
