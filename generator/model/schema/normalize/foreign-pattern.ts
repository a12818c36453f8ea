/** POSIX classes, which Java writes \p{Alpha} and others [[:alpha:]], as the inside of a class. @see POSIX.1, 9.3.5 */
const POSIX: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`\\{-~',
  graph: '!-~',
  print: ' -~',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  xdigit: '0-9a-fA-F',
  space: '\\s',
  word: '\\w',
}
/** Escapes of other engines that stand for one thing here. */
const OUTSIDE: Readonly<Record<string, string>> = {
  A: '^',
  z: '$',
  Z: '$',
  h: '[ \\t]',
  e: '\\x1b',
  a: '\\x07',
}
const INSIDE: Readonly<Record<string, string>> = { h: ' \\t', e: '\\x1b', a: '\\x07' }
/** What ECMA-262 knows behind a backslash with Unicode rules. */
const KNOWN = /[dDwWsSbBnrtfvcxuk0-9^$\\.*+?()[\]{}|/-]/
const QUANTIFIER = /^(?:[*+?]|\{\d+,?\d*\})/

/**
 * Reads a regular expression of another engine (Java, PCRE, Python) as one of ECMA-262: `\pL`, `\p{Alpha}`, `[[:digit:]]`, `\A`,
 * `\z`, `\Q…\E`, possessive quantifiers, atomic groups and `(?P<name>`.
 * @returns `undefined` where that makes none that is valid with Unicode rules.
 */
export function readForeignPattern(source: string): string | undefined {
  const read = new Reader(source).read()
  try {
    new RegExp(read, 'u')
    return read
  } catch {
    return undefined
  }
}

/** Whether a pattern means something else to another engine than it says to ECMA-262 without Unicode rules. */
export function looksForeign(source: string): boolean {
  return /\\[pP]|\\[AzZhQ]|\[:\^?\w+:\]/.test(source)
}

/** Goes over the source once; what it does not know stays as it is. */
class Reader {
  readonly #source: string
  #index = 0
  #isInClass = false

  constructor(source: string) {
    this.#source = source
  }

  read(): string {
    let text = ''
    while (this.#index < this.#source.length) text += this.#isInClass ? this.#inClass() : this.#outside()
    return text
  }

  #outside(): string {
    const rest = this.#source.slice(this.#index)
    const quantifier = QUANTIFIER.exec(rest)?.[0]
    if (quantifier !== undefined) {
      this.#index += quantifier.length
      // Possessive: it gives nothing back, which decides how long a match takes, and seldom whether there is one.
      if (this.#source[this.#index] === '+') this.#index++
      return quantifier
    }
    if (rest.startsWith('(?>')) return this.#take(3, '(?:')
    if (/^\(\?P[<=]/.test(rest)) return this.#take(4, rest[3] === '<' ? '(?<' : '(?P=')
    if (rest[0] === '\\') return this.#escape(OUTSIDE)
    if (rest[0] === '[') {
      this.#isInClass = true
      const start = /^\[\^?\]?/.exec(rest)?.[0] ?? '['
      return this.#take(start.length, start.replace(']', '\\]'))
    }
    return this.#take(1, /[{}\]]/.test(rest[0] ?? '') ? `\\${rest[0]}` : (rest[0] ?? ''))
  }

  #inClass(): string {
    const rest = this.#source.slice(this.#index)
    const [named, name = ''] = /^\[:(\w+):\]/.exec(rest) ?? []
    if (named !== undefined && POSIX[name] !== undefined) return this.#take(named.length, POSIX[name])
    if (rest[0] === '\\') return this.#escape(INSIDE)
    if (rest[0] === ']') this.#isInClass = false
    return this.#take(1, rest[0] === '[' ? '\\[' : (rest[0] ?? ''))
  }

  #escape(table: Readonly<Record<string, string>>): string {
    const rest = this.#source.slice(this.#index)
    const character = rest[1] ?? ''
    const [quoted, literal] = /^\\Q(.*?)(?:\\E|$)/s.exec(rest) ?? []
    if (quoted !== undefined) return this.#take(quoted.length, escaped(literal ?? ''))
    const [property, sign = 'p', long, short] = /^\\([pP])(?:\{(\^?\w+)\}|([A-Z]))/.exec(rest) ?? []
    if (property !== undefined) return this.#take(property.length, this.#property(sign, long ?? short ?? ''))
    const known = table[character]
    if (known !== undefined) return this.#take(2, known)
    // Of what means nothing behind a backslash only the character counts.
    return this.#take(2, KNOWN.test(character) || /\w/.test(character) ? `\\${character}` : character)
  }

  #property(sign: string, name: string): string {
    const inside = POSIX[name.toLowerCase()]
    const isNegative = sign === 'P'
    if (inside !== undefined && /^[A-Z]/.test(name))
      return this.#isInClass && !isNegative ? inside : `[${isNegative ? '^' : ''}${inside}]`
    const plain = name.replace(/^Is|^java/, '')
    const spellings = [
      name,
      plain,
      `Script=${plain}`,
      { Letter: 'L', LowerCase: 'Ll', UpperCase: 'Lu' }[plain] ?? '',
    ]
    const valid = spellings.find((spelling) => isProperty(spelling)) ?? name
    return `\\${sign}{${valid}}`
  }

  #take(length: number, text: string): string {
    this.#index += length
    return text
  }
}

function isProperty(name: string): boolean {
  try {
    new RegExp(`\\p{${name}}`, 'u')
    return true
  } catch {
    return false
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
