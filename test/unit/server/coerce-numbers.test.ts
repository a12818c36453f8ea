import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coerceText } from '../../../runtime/server/values/coerce.ts'
import { createShapeReader } from '../../../runtime/server/values/schema-shape.ts'

const shape = createShapeReader({})({ type: 'number' })

/** Converts text as JSON does. Text that is not a number in JSON, or not a finite one, remains text. */
function byPlatform(text: string): number | string {
  try {
    const value: unknown = JSON.parse(text)
    return Number.isFinite(value) && text.trim() === text ? (value as number) : text
  } catch {
    return text
  }
}

test('a text of digits is the number that JSON has for it, and else stays text', () => {
  const piece = fc.oneof(fc.constantFrom('.', '-', '+', 'e', ' ', ''), fc.stringMatching(/^\d{1,8}$/))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
      const text = pieces.join('')
      expect(coerceText(text, shape)).toBe(byPlatform(text))
    }),
    { numRuns: 3000 },
  )
  for (const text of [
    '0',
    '0.5',
    '.5',
    '5.',
    '.',
    '00',
    '00.5',
    '0.1',
    '123456.7890123',
    '0.0000000000001',
    '-0.1',
  ])
    expect(coerceText(text, shape)).toBe(byPlatform(text))
})
