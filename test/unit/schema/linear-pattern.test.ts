import { linearPattern, whyNotLinear } from '@concordat/runtime/linear-pattern'
import { createValidator } from '@concordat/runtime/schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLinearByNature } from '../../../runtime/schema/pattern/cost.ts'
import { parsePattern } from '../../../runtime/schema/pattern/parse-pattern.ts'
import { nativePattern } from '../../../runtime/schema/pattern/pattern.ts'
import { growth, LINEAR } from '../../growth.ts'

const compile = linearPattern({ tooLong: 'refuse' })

/**
 * Few characters, so that patterns and strings often match: letters, digits, line ends, spaces of all kinds,
 * astral characters, half of one.
 */
const CHARACTERS = [
  ...[
    'a',
    'b',
    'é',
    'ß',
    'Σ',
    '0',
    '٣',
    '_',
    '-',
    '/',
    '.',
    ' ',
    '\t',
    '\n',
    '\r',
    '\u2028',
    '\u00a0',
    '\ufeff',
  ],
  ...['\u{1f600}', '\u{10400}', '\ud83d', '\0'],
]
const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 8 }).map((parts) => parts.join(''))

const ATOMS = [
  ...[
    'a',
    'b',
    'é',
    '0',
    '_',
    '\\-',
    '\\/',
    '\\.',
    '.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\t',
    '\\n',
  ],
  ...[
    '\\p{L}',
    '\\P{L}',
    '\\p{Lu}',
    '\\p{Script=Greek}',
    '\\p{Alphabetic}',
    '\\p{ASCII}',
    '\\p{Cs}',
    '\\p{Any}',
  ],
  ...['\\u{1f600}', '\\ud83d\\ude00', '\\u0061', '\\x62', '\\cJ', '\\0', '\u{10400}'],
  ...[
    '[ab]',
    '[^a]',
    '[a-z\\d]',
    '[^\\W_]',
    '[\\s\\S]',
    '[\\p{L}-]',
    '[]',
    '[^]',
    '[\\u{1f600}-\\u{1f64f}]',
    '[\\b\\-^]',
  ],
]
const ASSERTIONS = ['^', '$', '\\b', '\\B']
const QUANTIFIERS = ['*', '+', '?', '{2}', '{0,2}', '{1,}', '{0}', '*?', '+?', '??', '{1,3}?']

const { pattern } = fc.letrec<{ pattern: string }>((tie) => {
  const group = fc
    .tuple(fc.constantFrom('(', '(?:', '(?<name>'), tie('pattern'))
    .map(([opening, body]) => `${opening}${body})`)
  const quantifiable = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...ATOMS) },
    { weight: 2, arbitrary: group },
  )
  const term = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...ASSERTIONS) },
    { weight: 4, arbitrary: quantifiable },
    {
      weight: 4,
      arbitrary: fc.tuple(quantifiable, fc.constantFrom(...QUANTIFIERS)).map((parts) => parts.join('')),
    },
  )
  const sequence = fc.array(term, { maxLength: 4 }).map((terms) => terms.join(''))
  return {
    pattern: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      sequence,
      fc.tuple(sequence, sequence).map((options) => options.join('|')),
    ),
  }
})

/** True for a valid pattern. Two groups with the same name in one sequence are not valid. */
const isValid = (source: string) => {
  try {
    return nativePattern(source).unicode
  } catch {
    return false
  }
}

test('verdicts are those of the native engine', () => {
  const seen = { matching: 0, other: 0, machines: 0 }
  const heads = fc.constantFrom('', '', '^(?=.*a)', '^(?!.*b)(?=\\w)')
  const sources = fc.tuple(heads, pattern).map(([head, rest]) => (head === '' ? rest : `${head}(?:${rest})`))
  fc.assert(
    fc.property(sources.filter(isValid), fc.array(text, { minLength: 1, maxLength: 10 }), (source, texts) => {
      expect(whyNotLinear(source)).toBeUndefined()
      if (!isLinearByNature(parsePattern(source, { isUnicode: true }))) seen.machines++
      const native = nativePattern(source)
      const linear = compile(source)
      for (const item of texts) {
        const expected = native.test(item)
        expect(linear.test(item), `${source} on ${JSON.stringify(item)}`).toBe(expected)
        seen[expected ? 'matching' : 'other']++
      }
    }),
    { numRuns: 1500, seed: Number(process.env['CONCORDAT_SEED'] ?? 20_261_122) },
  )
  // A comparison of patterns that always run on the native engine, or of strings that all match or all fail,
  // would prove little.
  expect(Math.min(seen.matching, seen.other, seen.machines)).toBeGreaterThan(500)
})

test.each([
  ['^(a+)+$', 'a'],
  ['^(a|a)*$', 'a'],
  ['^([a-zA-Z0-9]+\\s?)*$', 'a'],
  ['(.*)*x', 'a'],
  ['^(?=.*\\d)(?:\\w+\\w+)+$', 'a'],
  ['(|a){255}(|a){255}(|a){255}(|a){255}b', 'a'],
])('%s ends at once', (source, unit) => {
  expect(compile(source).test(`${unit.repeat(38)}!`)).toBe(false)
  expect(compile(source).test(`${unit.repeat(20_000)}!`)).toBe(false)
})

test('a schema runs its patterns as it is told', () => {
  const sources: string[] = []
  const compilePattern = (source: string) => {
    sources.push(source)
    return compile(source)
  }
  const schema = { pattern: '^(a+)+$', patternProperties: { '^(b+)+$': false }, additionalProperties: true }
  const validate = createValidator({}, { compilePattern })(schema)
  expect(validate(`${'a'.repeat(38)}!`).map(({ keyword }) => keyword)).toEqual(['pattern'])
  expect(validate({ [`${'b'.repeat(38)}!`]: 1 })).toEqual([])
  expect(validate({ bb: 1 })).toHaveLength(1)
  expect(sources).toEqual(['^(a+)+$', '^(b+)+$'])
})

describe('what cannot be linear', () => {
  test.each([
    ['a(?=b)', 'has a look-ahead that is not directly after the initial "^"'],
    ['(?!a)b', 'has a look-ahead that is not directly after the initial "^"'],
    ['^(?=(?!a))b', 'has a look-ahead that is not directly after the initial "^"'],
    ['(?<=a)b', 'has a look-behind'],
    ['(?<!a)b', 'has a look-behind'],
    ['(a)\\1', 'has a back-reference'],
    ['(?<x>a)\\k<x>', 'has a back-reference'],
    ['(?i:a)+', 'changes flags within the pattern'],
    ['(\\p{L}\\/)+', undefined],
    [
      '(\\p{L}\\_)+',
      'is valid only without Unicode mode and contains an escape that Unicode mode treats differently',
    ],
    ['(ab){1,1001}', 'repeats something more than 1000 times, or needs a state machine that is too large'],
    [
      '((a{1,100}){1,100}b)+',
      'repeats something more than 1000 times, or needs a state machine that is too large',
    ],
    ['^.{1,4000}$', undefined],
    ['^(?=.*\\d)(?=.*[a-z]).{8,64}$', undefined],
    // Valid only without Unicode rules, because of escapes without a meaning and literal braces.
    ['^([\\w\\.]+\\@)+{x}$', undefined],
  ])('%s: %s', (source, why) => {
    expect(whyNotLinear(source)).toBe(why)
  })

  test('is no regular expression at all', () => {
    expect(() => whyNotLinear('(')).toThrow(SyntaxError)
  })

  test('is tried on short texts alone', () => {
    const accepting = linearPattern({ tooLong: 'accept' })
    const square = 'a+(?=b|$)'
    expect(compile(square).test('a'.repeat(1000))).toBe(true)
    expect(compile(square).test('a'.repeat(1001))).toBe(false)
    expect(accepting(square).test('b'.repeat(1001))).toBe(true)
    const exponential = '^(a+)+\\1$'
    expect(compile(exponential).test('a'.repeat(25))).toBe(true)
    expect(compile(exponential).test(`${'a'.repeat(38)}!`)).toBe(false)
    expect(accepting(exponential).test(`${'a'.repeat(38)}!`)).toBe(true)
  })
})

test('validators match in linear time where nobody chooses a pattern engine', () => {
  const validate = createValidator({})({ type: 'string', pattern: '^(a+)+$' })
  const match = (size: number): void => {
    expect(validate('a'.repeat(size))).toEqual([])
    expect(validate(`${'a'.repeat(size)}!`)).toMatchObject([{ keyword: 'pattern' }])
  }
  expect(growth(match, 25_000)).toBeLessThan(LINEAR)
})

test('escapes without Unicode rules are read as the native engine reads them', () => {
  for (const [source, matching, other] of [
    ['^(\\@\\-\\_)+$', '@-_@-_', '\\@'],
    ['^(a{,3}])+$', 'a{,3}]', 'aaa]'],
    ['^([\\w-.]+)+$', 'a-.', 'a+'],
    ['^(\\/+x)*{$', '//x{', '//x'],
  ] as const) {
    expect(nativePattern(source).unicode).toBe(false)
    for (const [item, expected] of [
      [matching, true],
      [other, false],
    ] as const) {
      expect(nativePattern(source).test(item)).toBe(expected)
      expect(compile(source).test(item)).toBe(expected)
    }
  }
})

test('a pattern of groups inside groups is not walked to the end of the stack', () => {
  const nested = (depth: number) => `^${'(?:'.repeat(depth)}a${')'.repeat(depth)}$`
  expect(whyNotLinear(nested(200))).toBeUndefined()
  expect(whyNotLinear(nested(4000))).toBe('has groups nested more than 250 levels deep')
  const pattern = compile(nested(4000))
  expect([pattern.test('a'), pattern.test('b')]).toEqual([true, false])
})
