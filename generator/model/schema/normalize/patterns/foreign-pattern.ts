/**
 * POSIX classes (\p{Alpha} in Java, [[:alpha:]] elsewhere), each as the content of a character class.
 * @see POSIX.1, 9.3.5
 */
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
/** Escapes that other engines allow outside character classes, with their ECMA-262 equivalents. */
const OUTSIDE: Readonly<Record<string, string>> = {
  A: '^',
  z: '$',
  Z: '$',
  h: '[ \\t]',
  e: '\\x1b',
  a: '\\x07',
}
const INSIDE: Readonly<Record<string, string>> = { h: ' \\t', e: '\\x1b', a: '\\x07' }
/** Characters that ECMA-262 allows after a backslash with the u flag, inside or outside a character class. */
const KNOWN = /[dDwWsSbBnrtfvcxuk0-9^$\\.*+?()[\]{}|/-]/
/** Quantifiers and groups in other engines' syntax, with their ECMA-262 equivalents. */
const SYNTAX: readonly (readonly [written: RegExp, here: string])[] = [
  // Possessive quantifiers become ordinary ones, which can backtrack. This affects the speed, but rarely the
  // result.
  [/^([*+?]|\{\d+,?\d*\})\+?/, '$1'],
  [/^\(\?>/, '(?:'],
  [/^\(\?P?<(\w+)>/, '(?<$1>'],
]

/**
 * Translates another engine's regular expression (Java, PCRE, Python) to ECMA-262: `\pL`, `\p{Alpha}`,
 * `[[:digit:]]`, `\A`, `\z`, `\Q…\E`, possessive quantifiers, atomic groups, `(?P<name>` and `(?i)`. Also
 * reads a JavaScript literal such as `/^a$/i`.
 * @returns `undefined` if the result is not valid with the u flag.
 */
export function readForeignPattern(source: string): string | undefined {
  const { inner = source, flags = '' } = LITERAL.exec(source)?.groups ?? {}
  const read = new Reader(inner, flags.includes('i')).read()
  try {
    new RegExp(read, 'u')
    return read
  } catch {
    return undefined
  }
}

/**
 * Matches a regular expression literal. If its slashes belonged to the pattern, nothing could match, because
 * no character can precede "^" or follow "$".
 */
const LITERAL = /^\/(?<inner>\^.*|.*\$)\/(?<flags>[dgimsuvy]*)$/s

/**
 * True for a regular expression literal, such as "/^a$/", which would match no string if its slashes were
 * part of the pattern.
 */
export function isRegExpLiteral(source: string): boolean {
  return LITERAL.test(source)
}

/** True for a pattern with syntax that other engines read differently from ECMA-262 without the u flag. */
export function looksForeign(source: string): boolean {
  return /\\[pP]|\\[AzZhQ]|\[:\^?\w+:\]/.test(source)
}

/** Translates a pattern in one pass; unknown syntax is kept. */
class Reader {
  readonly #source: string
  #index = 0
  #isInClass = false
  /** True if letters match regardless of case. */
  #isCaseless: boolean

  constructor(source: string, isCaseless: boolean) {
    this.#source = source
    this.#isCaseless = isCaseless
  }

  read(): string {
    let text = ''
    while (this.#index < this.#source.length) text += this.#isInClass ? this.#inClass() : this.#outside()
    return text
  }

  #outside(): string {
    const rest = this.#source.slice(this.#index)
    for (const [syntax, here] of SYNTAX) {
      const written = syntax.exec(rest)?.[0]
      if (written !== undefined) return this.#take(written.length, written.replace(syntax, here))
    }
    if (rest.startsWith('(?i)')) {
      this.#isCaseless = true
      return this.#take(4, '')
    }
    if (rest.startsWith('\\')) return this.#escape(OUTSIDE)
    return rest.startsWith('[') ? this.#openClass(rest) : this.#take(1, this.#character(rest[0] ?? ''))
  }

  #openClass(rest: string): string {
    this.#isInClass = true
    const start = /^\[\^?\]?/.exec(rest)?.[0] ?? '['
    return this.#take(start.length, start.replace(']', '\\]'))
  }

  /** Translates a single character outside character classes. */
  #character(character: string): string {
    if (this.#isCaseless && /^[a-z]/i.test(character)) return `[${character}${otherCase(character)}]`
    return /[{}\]]/.test(character) ? `\\${character}` : character
  }

  #inClass(): string {
    const rest = this.#source.slice(this.#index)
    const [named, name = ''] = /^\[:(\w+):\]/.exec(rest) ?? []
    if (named !== undefined && POSIX[name] !== undefined) return this.#take(named.length, POSIX[name])
    if (rest[0] === '\\') return this.#escape(INSIDE)
    if (rest[0] === ']') this.#isInClass = false
    const letters = this.#isCaseless
      ? (/^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[a-zA-Z](?!-))/.exec(rest)?.[0] ?? '')
      : ''
    if (letters !== '') return this.#take(letters.length, letters + otherCase(letters))
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
    // The u flag does not allow a backslash before other punctuation, so the backslash is dropped.
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

function otherCase(letters: string): string {
  const lower = letters.toLowerCase()
  return letters === lower ? letters.toUpperCase() : lower
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
