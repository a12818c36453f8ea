import { type CodePoints, codePoints, codePointsOfProperty, complementCodePoints } from './code-points.ts'
import type { Inexpressible, PatternNode } from './node.ts'

const DIGIT: CodePoints = [[0x30, 0x39]]
const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
/** @see ECMA-262, 12.2 and 12.3: WhiteSpace and LineTerminator */
const SPACE: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const LINE_END: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]
const CLASSES: Readonly<Record<string, CodePoints>> = {
  d: DIGIT,
  D: complementCodePoints(DIGIT),
  w: WORD,
  W: complementCodePoints(WORD),
  s: SPACE,
  S: complementCodePoints(SPACE),
}
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

/** Maximum depth of nested groups, because all functions on patterns are recursive. */
const MAX_DEPTH = 250

/**
 * Parses a valid regular expression.
 * @param isUnicode true if it is valid under Unicode rules. Other patterns are also parsed by code point.
 * @see ECMA-262, 22.2.1 and B.1.2
 */
export function parsePattern(source: string, { isUnicode }: { readonly isUnicode: boolean }): PatternNode {
  return new PatternParser(source, isUnicode).disjunction()
}

/** A recursive-descent parser with one method per grammar production. */
class PatternParser {
  readonly #source: string
  readonly #isUnicode: boolean
  #at = 0
  #depth = 0

  constructor(source: string, isUnicode: boolean) {
    this.#source = source
    this.#isUnicode = isUnicode
  }

  #peek(text: string): boolean {
    return this.#source.startsWith(text, this.#at)
  }

  #take(text: string): boolean {
    if (!this.#peek(text)) return false
    this.#at += text.length
    return true
  }

  #match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#source)
    if (found !== null) this.#at += found[0].length
    return found
  }

  disjunction(): PatternNode {
    const options = [this.#alternative()]
    while (this.#take('|')) options.push(this.#alternative())
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
  }

  #alternative(): PatternNode {
    const parts: PatternNode[] = []
    while (this.#at < this.#source.length && !this.#peek('|') && !this.#peek(')'))
      parts.push(this.#quantified(this.#term()))
    return { kind: 'sequence', parts }
  }

  #term(): PatternNode {
    if (this.#take('^')) return { kind: 'assertion', is: 'start' }
    if (this.#take('$')) return { kind: 'assertion', is: 'end' }
    if (this.#take('\\b')) return { kind: 'assertion', is: 'boundary' }
    if (this.#take('\\B')) return { kind: 'assertion', is: 'no-boundary' }
    if (this.#take('(')) return this.#group()
    if (this.#take('.')) return { kind: 'character', of: complementCodePoints(LINE_END) }
    if (this.#take('[')) return this.#characterClass()
    if (this.#take('\\')) return this.#atomEscape()
    return one(this.#character())
  }

  #group(): PatternNode {
    const [opening = ''] = this.#match(/\?(?:<?[=!]|<[^>]*>|[a-z]*(?:-[a-z]*)?:)/y) ?? []
    if (this.#depth === MAX_DEPTH) {
      // Skip the rest of the pattern.
      this.#at = this.#source.length
      return cannot('nesting')
    }
    this.#depth++
    const body = this.disjunction()
    this.#depth--
    this.#at += 1
    if (opening === '?=' || opening === '?!') return { kind: 'ahead', body, isNegative: opening === '?!' }
    if (opening === '?<=' || opening === '?<!') return { kind: 'inexpressible', why: 'look-behind' }
    return /^\?[a-z-]+:/.test(opening) ? { kind: 'inexpressible', why: 'inline-flags' } : body
  }

  #quantified(body: PatternNode): PatternNode {
    const [all, range, min = '', more, max = ''] = this.#match(/(?:[*+?]|\{((\d+)(,(\d*))?)\})/y) ?? []
    if (all === undefined) return body
    this.#take('?') // a lazy quantifier matches the same strings
    if (range === undefined)
      return {
        kind: 'repeat',
        body,
        min: all === '+' ? 1 : 0,
        max: all === '?' ? 1 : Number.POSITIVE_INFINITY,
      }
    const most = more === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max)
    return { kind: 'repeat', body, min: Number(min), max: most }
  }

  #atomEscape(): PatternNode {
    const found = this.#classEscape()
    if (found !== undefined)
      return typeof found === 'string' ? cannot(found) : { kind: 'character', of: found }
    if (this.#match(/[1-9]\d*|k<[^>]*>/y) !== null)
      return cannot(this.#isUnicode ? 'back-reference' : 'legacy-escape')
    const point = this.#characterEscape()
    return typeof point === 'number' ? one(point) : cannot(point)
  }

  /** Parses an escape for a set of code points, such as "\d", after its backslash. */
  #classEscape(): CodePoints | 'legacy-escape' | undefined {
    const [letter = ''] = this.#match(/[dDwWsS]/y) ?? []
    if (letter !== '') return CLASSES[letter] ?? []
    const [property = ''] = this.#match(/[pP]\{[^}]*\}/y) ?? []
    if (property === '') return undefined
    return this.#isUnicode ? codePointsOfProperty(`\\${property}`) : 'legacy-escape'
  }

  /**
   * Parses a code point beyond the Basic Multilingual Plane, written as two escapes, after the first
   * backslash.
   */
  #surrogatePair(): number | undefined {
    const [, high, low] = this.#match(/u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/iy) ?? []
    return high === undefined || low === undefined
      ? undefined
      : String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0)
  }

  /** Parses one code point after the backslash. */
  #characterEscape(): number | 'legacy-escape' {
    const pair = this.#surrogatePair()
    if (pair !== undefined) return pair
    const [, hex, unit, braced] = this.#match(/x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\}/iy) ?? []
    if (braced !== undefined && !this.#isUnicode) return 'legacy-escape'
    const digits = hex ?? unit ?? braced
    if (digits !== undefined) return Number.parseInt(digits, 16)
    const [, letter] = this.#match(/c([a-z])/iy) ?? []
    if (letter !== undefined) return letter.charCodeAt(0) % 32
    if (this.#match(/0(?!\d)/y) !== null) return 0
    const [control] = this.#match(/[tnvfr]/y) ?? []
    if (control !== undefined) return CONTROLS[control] ?? 0
    // Without Unicode rules, these escapes have other meanings or none, depending on what follows.
    if (/[\dckpPux]/y.test(this.#source.slice(this.#at, this.#at + 1))) {
      this.#at += 1
      return 'legacy-escape'
    }
    return this.#character()
  }

  #characterClass(): PatternNode {
    const isNegated = this.#take('^')
    const ranges: [number, number][] = []
    let why: Inexpressible | undefined
    const item = (): CodePoints => {
      const found = this.#classItem()
      if (typeof found !== 'string') return found
      why = found
      return []
    }
    while (!this.#take(']')) {
      const first = item()
      if (this.#peek('-') && !this.#peek('-]')) {
        this.#at += 1
        const last = item()
        const [from, to] = [single(first), single(last)]
        if (from !== undefined && to !== undefined) ranges.push([from, to])
        else
          for (const part of [first, last, [[0x2d, 0x2d]] as const])
            for (const [low, high] of part) ranges.push([low, high])
      } else for (const [low, high] of first) ranges.push([low, high])
    }
    if (why !== undefined) return cannot(why)
    const of = codePoints(ranges)
    return { kind: 'character', of: isNegated ? complementCodePoints(of) : of }
  }

  #classItem(): CodePoints | 'legacy-escape' {
    if (!this.#take('\\')) return pointSet(this.#character())
    if (this.#take('b')) return pointSet(8)
    if (this.#take('-')) return pointSet(0x2d)
    const found = this.#classEscape()
    if (found !== undefined) return found
    const point = this.#characterEscape()
    return typeof point === 'number' ? pointSet(point) : point
  }

  #character(): number {
    const point = this.#source.codePointAt(this.#at) ?? 0
    this.#at += point > 0xffff ? 2 : 1
    return point
  }
}

function one(point: number): PatternNode {
  return { kind: 'character', of: pointSet(point) }
}

function pointSet(point: number): CodePoints {
  return [[point, point]]
}

/**
 * The code point in a set that contains only one; `undefined` for any other set. Used for the ends of a
 * range.
 */
function single(set: CodePoints): number | undefined {
  const [range] = set
  return set.length === 1 && range !== undefined && range[0] === range[1] ? range[0] : undefined
}

function cannot(why: Inexpressible): PatternNode {
  return { kind: 'inexpressible', why }
}
