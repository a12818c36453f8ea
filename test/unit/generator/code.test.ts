import { describe, expect, test } from 'vitest'
import {
  identifier,
  integer,
  literal,
  propertyKey,
  stringLiteral,
} from '../../../generator/emit/print/code.ts'

/** What a printed expression evaluates to: the only judge of whether it was printed right. */
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
    expect(evaluate(stringLiteral(text))).toBe(text)
    expect(`${stringLiteral(text)}`).toMatch(/^'[^\n\r\u2028\u2029]*'$/)
  })
  test('does not end a script element', () => expect(`${stringLiteral('</script>')}`).not.toContain('</'))
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
    const evaluated = evaluate(literal(value))
    expect(JSON.stringify(evaluated)).toBe(JSON.stringify(value))
    expect(Object.getPrototypeOf(evaluated ?? Object)).not.toHaveProperty('polluted')
  })
  test('breaks what does not fit a line', () => {
    const lines = `${literal(Array.from({ length: 40 }, (_, index) => `item ${index}`))}`.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110)
  })
})

test('identifier refuses what is none', () => {
  expect(`${identifier('größe_1')}`).toBe('größe_1')
  for (const name of ['', 'a b', '1a', 'a-b', 'a;b'])
    expect(() => identifier(name)).toThrow('not an identifier')
})

test('propertyKey keeps __proto__ a property', () => {
  expect(Object.keys(evaluate(`{ ${propertyKey('__proto__')}: 1 }`) as object)).toEqual(['__proto__'])
  expect(`${propertyKey('a-b')}`).toBe("'a-b'")
})

test('integer refuses fractions', () => expect(() => integer(1.5)).toThrow())
