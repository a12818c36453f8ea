import { describe, expect, test } from 'vitest'
import {
  identifierCode,
  integerCode,
  literalCode,
  propertyKeyCode,
  stringLiteralCode,
} from '../../../generator/emit/print/code.ts'

/** Evaluates a printed expression, because only its value proves that it was printed correctly. */
const evaluate = (code: unknown): unknown => new Function(`return (${code})`)()

describe('stringLiteral', () => {
  test.each([
    '',
    "it's",
    '"',
    '\\',
    "\\'",
    '\n\r\t',
    '\u2028\u2029',
    '</script>',
    '${x}',
    '`',
    '\ud800',
    '\0',
    '*/',
  ])('%j stands for itself', (text) => {
    expect(evaluate(stringLiteralCode(text))).toBe(text)
    expect(`${stringLiteralCode(text)}`).toMatch(/^'[^\n\r\u2028\u2029]*'$/)
  })
  test('does not end a script element', () => expect(`${stringLiteralCode('</script>')}`).not.toContain('</'))
})

describe('literal', () => {
  test.each([
    [null],
    [1.5],
    [[]],
    [{}],
    [{ a: [1, { b: null }], 'x-y': "it's", '': 0 }],
    [JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}')],
    [Array.from({ length: 60 }, (_, index) => ({ index, text: 'long enough to need lines' }))],
  ])('%j evaluates to itself', (value) => {
    const evaluated = evaluate(literalCode(value))
    expect(JSON.stringify(evaluated)).toBe(JSON.stringify(value))
    expect(Object.getPrototypeOf(evaluated ?? Object)).not.toHaveProperty('polluted')
  })
  test('breaks what does not fit a line', () => {
    const lines = `${literalCode(Array.from({ length: 40 }, (_, index) => `item ${index}`))}`.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110)
  })
})

test('identifier refuses what is none', () => {
  expect(`${identifierCode('größe_1')}`).toBe('größe_1')
  for (const name of ['', 'a b', '1a', 'a-b', 'a;b'])
    expect(() => identifierCode(name)).toThrow('not an identifier')
})

test('propertyKey keeps __proto__ a property', () => {
  expect(Object.keys(evaluate(`{ ${propertyKeyCode('__proto__')}: 1 }`) as object)).toEqual(['__proto__'])
  expect(`${propertyKeyCode('a-b')}`).toBe("'a-b'")
})

test('integer refuses fractions', () => expect(() => integerCode(1.5)).toThrow())
