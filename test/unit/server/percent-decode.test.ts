import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formDecode, percentDecode } from '../../../runtime/server/values/percent-decode.ts'

function byPlatform(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

test('text is decoded as the platform decodes it, and stays what it is where the platform refuses it', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('%', '%2', '%zz', '%00', '%7F', '%7f%80', '%C3%A9', '%2B', '%@1', '%G0'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join('')
      expect(percentDecode(text)).toBe(byPlatform(text))
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), (code) => {
      const text = `a%${code.toString(16).padStart(2, '0')}b`
      expect(percentDecode(text)).toBe(byPlatform(text))
      expect(percentDecode(text.toUpperCase())).toBe(byPlatform(text.toUpperCase()))
    }),
  )
})

test('a plus is a space in forms, and an encoded one stays a plus', () => {
  expect(formDecode('a+b%2Bc%20d')).toBe('a b+c d')
})
