import type { CodePoints } from './code-points.ts'
import type { Inexpressible, PatternNode } from './node.ts'

/** RE2's limit for repetitions, and for the product of nested repetitions. */
const MOST_REPEATS = 1000

/**
 * A part of a pattern that is not linear by nature, rewritten to be linear. A string matches the pattern if
 * it meets all requirements.
 */
export interface Requirement {
  /** An RE2 regular expression. */
  readonly source: string
  readonly isNegative: boolean
}

/** An error for a pattern that cannot be linear, with the reason. */
export class NotLinear extends Error {
  readonly why: Inexpressible

  constructor(why: Inexpressible) {
    super(why)
    this.why = why
  }
}

/**
 * Translates a pattern for RE2. Look-aheads right after an initial "^" become separate requirements, as in
 * password patterns: "^(?=.*\d)(?=.*[a-z]).{8,}$".
 * @throws NotLinear if RE2 cannot express the pattern.
 */
export function patternRequirements(pattern: PatternNode): readonly Requirement[] {
  const parts = pattern.kind === 'sequence' ? pattern.parts : [pattern]
  const [first] = parts
  if (first?.kind !== 'assertion' || first.is !== 'start')
    return [{ source: write(pattern), isNegative: false }]
  const end = parts.findIndex((part, index) => index > 0 && part.kind !== 'ahead')
  const leading = parts.slice(1, end < 0 ? parts.length : end)
  const rest = parts.slice(1 + leading.length)
  return [
    ...leading.flatMap((part): Requirement[] =>
      part.kind === 'ahead' ? [{ source: `\\A${grouped(part.body)}`, isNegative: part.isNegative }] : [],
    ),
    { source: write({ kind: 'sequence', parts: [first, ...rest] }), isNegative: false },
  ]
}

const ASSERTIONS = { start: '\\A', end: '\\z', boundary: '\\b', 'no-boundary': '\\B' } as const

function write(node: PatternNode): string {
  switch (node.kind) {
    case 'character':
      return characterClass(node.of)
    case 'assertion':
      return ASSERTIONS[node.is]
    case 'sequence':
      return node.parts.map((part) => (part.kind === 'choice' ? grouped(part) : write(part))).join('')
    case 'choice':
      return node.options.map(write).join('|')
    case 'repeat':
      return repeat(node)
    case 'ahead':
      throw new NotLinear('look-ahead')
    case 'inexpressible':
      throw new NotLinear(node.why)
  }
}

function repeat({ body, min, max }: Extract<PatternNode, { kind: 'repeat' }>): string {
  const isOpen = max === Number.POSITIVE_INFINITY
  if ((isOpen ? min : max) > MOST_REPEATS) throw new NotLinear('too-large')
  return `${grouped(body)}${isOpen && min < 2 ? (min === 0 ? '*' : '+') : `{${min},${isOpen ? '' : max}}`}`
}

function grouped(node: PatternNode): string {
  return node.kind === 'character' ? write(node) : `(?:${write(node)})`
}

/** Writes a character class for RE2. Every character is escaped, so that none has a special meaning. */
function characterClass(of: CodePoints): string {
  if (of.length === 0) return '[^\\x{0}-\\x{10ffff}]'
  return `[${of.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('')}]`
}

function escaped(point: number): string {
  return `\\x{${point.toString(16)}}`
}
