import { type CodePoints, codePoints, complement, ofProperty } from './code-points.ts'
import type { Inexpressible, Node } from './node.ts'

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
  D: complement(DIGIT),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
}
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

/** Maximum depth of groups: every walk through a pattern is recursive. */
const MAX_DEPTH = 250

/**
 * Takes a valid regular expression apart.
 * @param isUnicode true if it is valid under Unicode rules. One that is not is read by code points all the
 * same.
 * @see ECMA-262, 22.2.1 and B.1.2
 */
export function parsePattern(source: string, { isUnicode }: { readonly isUnicode: boolean }): Node {
  let at = 0
  let depth = 0

  const peek = (text: string): boolean => source.startsWith(text, at)
  function take(text: string): boolean {
    if (!peek(text)) return false
    at += text.length
    return true
  }
  function match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = at
    const found = sticky.exec(source)
    if (found !== null) at += found[0].length
    return found
  }

  function disjunction(): Node {
    const options = [alternative()]
    while (take('|')) options.push(alternative())
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
  }

  function alternative(): Node {
    const parts: Node[] = []
    while (at < source.length && !peek('|') && !peek(')')) parts.push(quantified(term()))
    return { kind: 'sequence', parts }
  }

  function term(): Node {
    if (take('^')) return { kind: 'assertion', is: 'start' }
    if (take('$')) return { kind: 'assertion', is: 'end' }
    if (take('\\b')) return { kind: 'assertion', is: 'boundary' }
    if (take('\\B')) return { kind: 'assertion', is: 'no-boundary' }
    if (take('(')) return group()
    if (take('.')) return { kind: 'character', of: complement(LINE_END) }
    if (take('[')) return characterClass()
    if (take('\\')) return atomEscape()
    return one(character())
  }

  function group(): Node {
    const [opening = ''] = match(/\?(?:<?[=!]|<[^>]*>|[a-z]*(?:-[a-z]*)?:)/y) ?? []
    if (depth === MAX_DEPTH) {
      // Nothing of what follows is read.
      at = source.length
      return cannot('nesting')
    }
    depth++
    const body = disjunction()
    depth--
    at += 1
    if (opening === '?=' || opening === '?!') return { kind: 'ahead', body, isNegative: opening === '?!' }
    if (opening === '?<=' || opening === '?<!') return { kind: 'inexpressible', why: 'look-behind' }
    return /^\?[a-z-]+:/.test(opening) ? { kind: 'inexpressible', why: 'inline-flags' } : body
  }

  function quantified(body: Node): Node {
    const [all, range, min = '', more, max = ''] = match(/(?:[*+?]|\{((\d+)(,(\d*))?)\})/y) ?? []
    if (all === undefined) return body
    take('?') // lazy: the same texts match
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

  function atomEscape(): Node {
    const found = classEscape()
    if (found !== undefined)
      return typeof found === 'string' ? cannot(found) : { kind: 'character', of: found }
    if (match(/[1-9]\d*|k<[^>]*>/y) !== null) return cannot(isUnicode ? 'back-reference' : 'legacy-escape')
    const point = characterEscape()
    return typeof point === 'number' ? one(point) : cannot(point)
  }

  /** After the backslash: a set of code points. */
  function classEscape(): CodePoints | 'legacy-escape' | undefined {
    const [letter = ''] = match(/[dDwWsS]/y) ?? []
    if (letter !== '') return CLASSES[letter] ?? []
    const [property = ''] = match(/[pP]\{[^}]*\}/y) ?? []
    if (property === '') return undefined
    return isUnicode ? ofProperty(`\\${property}`) : 'legacy-escape'
  }

  /** After the backslash: a code point beyond the Basic Multilingual Plane, as two escapes. */
  function surrogatePair(): number | undefined {
    const [, high, low] = match(/u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/iy) ?? []
    return high === undefined || low === undefined
      ? undefined
      : String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0)
  }

  /** After the backslash: one code point. */
  function characterEscape(): number | 'legacy-escape' {
    const pair = surrogatePair()
    if (pair !== undefined) return pair
    const [, hex, unit, braced] = match(/x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\}/iy) ?? []
    if (braced !== undefined && !isUnicode) return 'legacy-escape'
    const digits = hex ?? unit ?? braced
    if (digits !== undefined) return Number.parseInt(digits, 16)
    const [, letter] = match(/c([a-z])/iy) ?? []
    if (letter !== undefined) return letter.charCodeAt(0) % 32
    if (match(/0(?!\d)/y) !== null) return 0
    const [control] = match(/[tnvfr]/y) ?? []
    if (control !== undefined) return CONTROLS[control] ?? 0
    // Without Unicode rules these mean something else, or themselves, as what follows them decides.
    if (/[\dckpPux]/y.test(source.slice(at, at + 1))) {
      at += 1
      return 'legacy-escape'
    }
    return character()
  }

  function characterClass(): Node {
    const isNegated = take('^')
    const ranges: [number, number][] = []
    let why: Inexpressible | undefined
    const item = (): CodePoints => {
      const found = classItem()
      if (typeof found !== 'string') return found
      why = found
      return []
    }
    while (!take(']')) {
      const first = item()
      if (peek('-') && !peek('-]')) {
        at += 1
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
    return { kind: 'character', of: isNegated ? complement(of) : of }
  }

  function classItem(): CodePoints | 'legacy-escape' {
    if (!take('\\')) return pointSet(character())
    if (take('b')) return pointSet(8)
    if (take('-')) return pointSet(0x2d)
    const found = classEscape()
    if (found !== undefined) return found
    const point = characterEscape()
    return typeof point === 'number' ? pointSet(point) : point
  }

  function character(): number {
    const point = source.codePointAt(at) ?? 0
    at += point > 0xffff ? 2 : 1
    return point
  }

  return disjunction()
}

function one(point: number): Node {
  return { kind: 'character', of: pointSet(point) }
}

function pointSet(point: number): CodePoints {
  return [[point, point]]
}

/** The code point of a set of one, which alone can end a range. */
function single(set: CodePoints): number | undefined {
  const [range] = set
  return set.length === 1 && range !== undefined && range[0] === range[1] ? range[0] : undefined
}

function cannot(why: Inexpressible): Node {
  return { kind: 'inexpressible', why }
}
