import { isLinearByNature, repeatsRepetition } from './cost.ts'
import { compileLinear } from './linear-regexp.ts'
import { NotLinear, patternRequirements } from './machine.ts'
import { inexpressible, type PatternNode } from './node.ts'
import { parsePattern } from './parse-pattern.ts'
import { type CompilePattern, isUnicode, nativePattern, type Pattern } from './pattern.ts'

export type { CodePoints } from './code-points.ts'
export type { PatternNode } from './node.ts'
export { type CompilePattern, isUnicode, nativePattern, type Pattern } from './pattern.ts'

/** Options for strings that are too long for a pattern that cannot be linear. */
export interface LinearOptions {
  /**
   * With "refuse", a string that is too long does not match, which is safe for untrusted strings. With
   * "accept", it matches, so that a valid string is never rejected.
   */
  readonly tooLong: 'refuse' | 'accept'
}

/**
 * Maximum string length, in UTF-16 units, for a pattern that cannot be linear. With this length, even cubic
 * time stays below a second.
 */
const LONGEST = 1000
/** Maximum string length for nested repetitions, which can take 2^length steps. */
const LONGEST_NESTED = 25

/**
 * Creates a compiler for patterns that match in time proportional to the string's length. It uses the native
 * engine if its backtracking is linear; otherwise, it uses RE2, which follows all possible matches at once. A
 * pattern that suits neither runs natively, but only on short strings.
 * @see whyNotLinear
 */
export function linearPattern({ tooLong }: LinearOptions): CompilePattern {
  return (source) => {
    const native = nativePattern(source)
    const pattern = readPatternSource(source)
    if (isLinearByNature(pattern)) return native
    const machine = machineOf(pattern)
    return machine instanceof NotLinear ? bounded(native, { pattern, tooLong }) : machine
  }
}

/**
 * True if the native engine matches a pattern in linear time.
 * @throws SyntaxError if the source is not an ECMA-262 regular expression.
 */
export function isLinearNatively(source: string): boolean {
  nativePattern(source)
  return isLinearByNature(readPatternSource(source))
}

/**
 * The reason why a pattern cannot be matched in linear time, to be placed after "it"; `undefined` if it can.
 * @throws SyntaxError if the source is not an ECMA-262 regular expression.
 */
export function whyNotLinear(source: string): string | undefined {
  if (isLinearNatively(source)) return undefined
  const machine = machineOf(readPatternSource(source))
  return machine instanceof NotLinear ? inexpressible[machine.why] : undefined
}

/**
 * Maximum string length, in UTF-16 units, for a pattern that cannot be linear. Longer strings are not tried.
 */
export function longestText(source: string): number {
  return longestFor(readPatternSource(source))
}

/** Parses a regular expression that is valid with or without Unicode rules. */
export function readPatternSource(source: string): PatternNode {
  return parsePattern(source, { isUnicode: isUnicode(source) })
}

function machineOf(pattern: PatternNode): Pattern | NotLinear {
  try {
    const machines = patternRequirements(pattern).map(({ source, isNegative }) => ({
      machine: compileLinear(source),
      isNegative,
    }))
    return { test: (text) => machines.every(({ machine, isNegative }) => machine.test(text) !== isNegative) }
  } catch (error) {
    if (error instanceof NotLinear) return error
    throw error
  }
}

function longestFor(pattern: PatternNode): number {
  return repeatsRepetition(pattern) ? LONGEST_NESTED : LONGEST
}

function bounded(
  native: RegExp,
  { pattern, tooLong }: LinearOptions & { readonly pattern: PatternNode },
): Pattern {
  const longest = longestFor(pattern)
  return { test: (text) => (text.length > longest ? tooLong === 'accept' : native.test(text)) }
}
