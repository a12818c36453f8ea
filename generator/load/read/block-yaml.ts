import {
  characterTable,
  foldBlock,
  foldedLineBreaks,
  foldQuoted,
  plainScalarValue,
  Unusual,
  unescapeAsJson,
} from './block-scalars.ts'

/** Characters that cannot start a plain scalar; "-" can do so in some cases. */
const INDICATORS = characterTable('!&*#|>\'"%@`,[]{}?:')

/** Tabs, carriage returns and characters that YAML forbids. */
const UNUSUAL_CHARACTER = /[^\n -~\u00a0-\ufefe\uff00-\ufffd]/
/** An octet that is part of a multi-octet character. */
const OCTET = /[\u0080-\u00ff]/g
/** A flow sequence of words. */
const WORDS =
  /^\[ *(?:[\w$./][\w$./-]*|"[^"\\,]*"|'[^',]*')(?: *, *(?:[\w$./][\w$./-]*|"[^"\\,]*"|'[^',]*'))* *\] *$/

/** Maximum depth, which is a tenth of what the stack allows. No known real document is nested deeper. */
const MAX_DEPTH = 100

const [LINE_FEED, SPACE, DOUBLE_QUOTE, HASH, SINGLE_QUOTE, PLUS] = [10, 32, 34, 35, 39, 43]
const [DASH, DOT, COLON, OPEN_BRACKET, BACKSLASH, OPEN_BRACE, BAR, GREATER] = [
  45, 46, 58, 91, 92, 123, 124, 62,
]

/**
 * Reads YAML in its most common form (block mappings and block sequences of scalars) in a third of a full
 * parser's time.
 * @returns the same tree as js-yaml; `undefined` for anything else, such as anchors, tags, long flow
 * collections or malformed text.
 */
export function readBlockYaml(text: string): { readonly tree: unknown } | undefined {
  if (UNUSUAL_CHARACTER.test(text) || !text.isWellFormed()) return undefined
  // One such character would make every string in the document use two bytes per character.
  const isWide = /[\u0100-\uffff]/.test(text)
  try {
    return { tree: new BlockYaml(isWide ? octetsOf(text) : text, isWide).read() }
  } catch (error) {
    if (error instanceof Unusual) return undefined
    throw error
  }
}

/** Length in characters. Node stores longer strings outside the heap, where reading them is slow. */
const WITHIN_HEAP = 1 << 19

/** A string's UTF-8 octets, each as one character. */
function octetsOf(text: string): string {
  const bytes = Buffer.from(text)
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += WITHIN_HEAP)
    parts.push(bytes.toString('latin1', start, start + WITHIN_HEAP))
  return parts.join('')
}

/**
 * Reads line by line, with one method for each grammar production. Methods that read a node end on the line
 * after it.
 */
class BlockYaml {
  readonly #text: string
  /** Offset of the next character in the current line. */
  #at = 0
  /** Offset of the line's end. */
  #end = -1
  /** Column where the line, or an item in it, starts; -1 after the last line. */
  #indent = -1
  /** Offset of the next multi-octet character, after it has been searched for. */
  #nextOctet: number

  /** @param isOctets true if each character in the text is a UTF-8 octet. */
  constructor(text: string, isOctets: boolean) {
    this.#text = text
    this.#nextOctet = isOctets ? -1 : text.length
    if (text.startsWith('---\n')) this.#end = 3
  }

  read(): unknown {
    this.#next()
    const colon = this.#colon()
    if (this.#indent !== 0 || colon === -1) throw new Unusual()
    const tree = this.#mapping(0, 1, colon)
    if (this.#indent >= 0) throw new Unusual()
    return tree
  }

  /** Moves to the next line with content. */
  #next(): void {
    const text = this.#text
    for (let start = this.#end + 1; start < text.length; ) {
      let at = start
      while (text.charCodeAt(at) === SPACE) at++
      const code = text.charCodeAt(at)
      if (code === LINE_FEED) start = at + 1
      else if (code === HASH) start = this.#endOf(at) + 1
      else if (at === text.length) break
      else {
        if (at === start && (code === DASH || code === DOT)) this.#expectNoMarker(at)
        this.#at = at
        this.#end = this.#endOf(at)
        this.#indent = at - start
        return
      }
    }
    this.#indent = -1
  }

  #endOf(at: number): number {
    const end = this.#text.indexOf('\n', at)
    return end === -1 ? this.#text.length : end
  }

  /** Returns part of the text. Parts must be read in order. */
  #part(start: number, end: number): string {
    const part = this.#text.slice(start, end)
    if (this.#nextOctet < start) {
      OCTET.lastIndex = start
      this.#nextOctet = OCTET.test(this.#text) ? OCTET.lastIndex - 1 : this.#text.length
    }
    return this.#nextOctet < end ? Buffer.from(part, 'latin1').toString() : part
  }

  /** Rejects a document marker, because a file can contain several documents. */
  #expectNoMarker(at: number): void {
    if (this.#text.startsWith('---', at) || this.#text.startsWith('...', at)) throw new Unusual()
  }

  #mapping(column: number, depth: number, firstColon: number): unknown {
    if (depth > MAX_DEPTH) throw new Unusual()
    const mapping: Record<string, unknown> = {}
    for (let colon = firstColon; ; colon = this.#colon()) {
      if (colon === -1) throw new Unusual()
      const key = this.#key(colon)
      if (key === '<<' || key === '__proto__' || Object.hasOwn(mapping, key)) throw new Unusual()
      this.#at = colon + 1
      mapping[key] = this.#value(column, depth)
      if (this.#indent !== column) break
    }
    if (this.#indent > column) throw new Unusual()
    return mapping
  }

  /** Offset of the colon after the key at the current position; -1 if there is no key. */
  #colon(): number {
    const text = this.#text
    const code = text.charCodeAt(this.#at)
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) {
      const colon = this.#closing() + 1
      return colon < this.#end && this.#isColon(colon) && this.#isSeparated(colon + 1) ? colon : -1
    }
    if (!this.#isPlain()) return -1
    const colon = this.#plainEnd(this.#at)
    return this.#isColon(colon) ? colon : -1
  }

  #isColon(at: number): boolean {
    return this.#text.charCodeAt(at) === COLON
  }

  /**
   * End of a plain scalar or key on one line: a colon that could precede a value, a comment, or the end of
   * the line.
   */
  #plainEnd(start: number): number {
    const text = this.#text
    const end = this.#end
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === COLON) {
        if (at + 1 === end || text.charCodeAt(at + 1) === SPACE) return at
      } else if (code === HASH && text.charCodeAt(at - 1) === SPACE) return at
    }
    return end
  }

  #key(colon: number): string {
    const code = this.#text.charCodeAt(this.#at)
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) return this.#quotedText(this.#at, colon - 1)
    if (this.#text.charCodeAt(colon - 1) === SPACE) throw new Unusual()
    return String(plainScalarValue(this.#part(this.#at, colon)))
  }

  #value(column: number, depth: number): unknown {
    if (this.#hasMore()) return this.#scalar(column)
    this.#next()
    if (this.#indent > column) return this.#node(column, depth + 1)
    return this.#indent === column && this.#isItem() ? this.#sequence(column, depth + 1) : null
  }

  /** Skips spaces. @returns true if more text follows on the line. */
  #hasMore(): boolean {
    while (this.#text.charCodeAt(this.#at) === SPACE) this.#at++
    return this.#at < this.#end && this.#text.charCodeAt(this.#at) !== HASH
  }

  #isItem(): boolean {
    return this.#text.charCodeAt(this.#at) === DASH && this.#isSeparated(this.#at + 1)
  }

  #isSeparated(at: number): boolean {
    return at === this.#end || this.#text.charCodeAt(at) === SPACE
  }

  #sequence(column: number, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Unusual()
    const items: unknown[] = []
    while (this.#indent === column && this.#isItem()) {
      const dash = this.#at++
      if (this.#hasMore()) this.#indent = column + this.#at - dash
      else this.#next()
      items.push(this.#indent > column ? this.#node(column, depth + 1) : null)
    }
    if (this.#indent > column) throw new Unusual()
    return items
  }

  /** Reads a node as a value or an item. */
  #node(column: number, depth: number): unknown {
    if (this.#isItem()) return this.#sequence(this.#indent, depth)
    const colon = this.#colon()
    return colon === -1 ? this.#scalar(column) : this.#mapping(this.#indent, depth, colon)
  }

  /** @param column column of the enclosing collection. */
  #scalar(column: number): unknown {
    switch (this.#text.charCodeAt(this.#at)) {
      case SINGLE_QUOTE:
      case DOUBLE_QUOTE:
        return this.#quoted(column)
      case BAR:
      case GREATER:
        return this.#block(column)
      case OPEN_BRACKET:
      case OPEN_BRACE:
        return this.#flow()
      default:
        return this.#plain(column)
    }
  }

  #isPlain(): boolean {
    const code = this.#text.charCodeAt(this.#at)
    return INDICATORS[code] !== true && !(code === DASH && this.#isSeparated(this.#at + 1))
  }

  #plain(column: number): unknown {
    if (!this.#isPlain()) throw new Unusual()
    const first = this.#plainLine()
    let isCommented = this.#text.charCodeAt(this.#end) !== LINE_FEED
    let before = this.#end
    this.#leaveLine()
    if (this.#indent <= column) return plainScalarValue(first)
    let text = first
    do {
      const between = this.#text.slice(before + 1, this.#at - this.#indent)
      if (isCommented || between.includes('#')) throw new Unusual()
      text += foldedLineBreaks(between.split('\n').length - 1) + this.#plainLine()
      isCommented = this.#text.charCodeAt(this.#end) !== LINE_FEED
      before = this.#end
      this.#leaveLine()
    } while (this.#indent > column)
    return text
  }

  /** Reads the part of a plain scalar on the current line, up to a comment. */
  #plainLine(): string {
    const text = this.#text
    const stop = this.#plainEnd(this.#at)
    if (this.#isColon(stop)) throw new Unusual()
    let end = stop
    while (text.charCodeAt(end - 1) === SPACE) end--
    this.#end = stop
    return this.#part(this.#at, end)
  }

  #leaveLine(): void {
    this.#end = this.#endOf(this.#end)
    this.#next()
  }

  #quoted(column: number): string {
    const open = this.#at
    const close = this.#closing()
    const value = close < this.#end ? this.#quotedText(open, close) : this.#foldedText(open, close, column)
    this.#at = close + 1
    this.#end = this.#endOf(this.#at)
    if (this.#hasMore() || this.#text.charCodeAt(close + 1) === HASH) throw new Unusual()
    this.#next()
    return value
  }

  /** Offset of the closing quote. */
  #closing(): number {
    const text = this.#text
    const quote = text.charCodeAt(this.#at)
    const mark = quote === SINGLE_QUOTE ? "'" : '"'
    for (let at = text.indexOf(mark, this.#at + 1); at !== -1; at = text.indexOf(mark, at)) {
      if (quote === SINGLE_QUOTE && text.charCodeAt(at + 1) === quote) at += 2
      else if (quote === DOUBLE_QUOTE && this.#isEscaped(at)) at++
      else return at
    }
    throw new Unusual()
  }

  #isEscaped(at: number): boolean {
    let first = at
    while (this.#text.charCodeAt(first - 1) === BACKSLASH) first--
    return (at - first) % 2 === 1
  }

  #quotedText(open: number, close: number): string {
    const text = this.#part(open + 1, close)
    if (this.#text.charCodeAt(open) === SINGLE_QUOTE)
      return text.includes("'") ? text.replaceAll("''", "'") : text
    return text.includes('\\') ? unescapeAsJson(text) : text
  }

  #foldedText(open: number, close: number, column: number): string {
    const folded = foldQuoted(this.#part(open + 1, close).split('\n'), column)
    if (this.#text.charCodeAt(open) === SINGLE_QUOTE) return folded.replaceAll("''", "'")
    return folded.includes('\\') ? unescapeAsJson(folded) : folded
  }

  /** Reads a block scalar whose indentation is that of its first line. */
  #block(column: number): string {
    const isFolded = this.#text.charCodeAt(this.#at) === GREATER
    const chomping = this.#text.charCodeAt(++this.#at)
    if (chomping === DASH || chomping === PLUS) this.#at++
    if (this.#at < this.#end) throw new Unusual()
    const { lines, empty } = this.#blockLines(column)
    this.#next()
    const text = isFolded ? foldBlock(lines) : lines.join('\n')
    const ending = lines.length === 0 ? 0 : 1
    if (chomping === PLUS) return text + '\n'.repeat(ending + empty)
    return chomping === DASH ? text : text + '\n'.repeat(ending)
  }

  /** Lines without their indentation, and the number of trailing empty lines. */
  #blockLines(column: number): { readonly lines: readonly string[]; readonly empty: number } {
    const text = this.#text
    const lines: string[] = []
    let content = -1
    let widest = 0
    let filled = 0
    for (let start = this.#end + 1; start < text.length; start = this.#end + 1) {
      let at = start
      while (text.charCodeAt(at) === SPACE) at++
      const indent = at - start
      const isEmpty = at === text.length || text.charCodeAt(at) === LINE_FEED
      if (isEmpty && (content === -1 || indent <= content)) {
        widest = Math.max(widest, indent)
        this.#end = at
        lines.push('')
        continue
      }
      if (content === -1 && indent > column) {
        if (indent < widest) throw new Unusual()
        content = indent
      }
      if (content === -1 || indent < content) break
      this.#end = this.#endOf(at)
      lines.push(this.#part(start + content, this.#end))
      filled = lines.length
    }
    const empty = lines.length - filled
    lines.length = filled
    return { lines, empty }
  }

  #flow(): unknown {
    const source = this.#part(this.#at, this.#end)
    this.#next()
    if (source === '{}') return {}
    if (source === '[]') return []
    if (!WORDS.test(source)) throw new Unusual()
    return source
      .slice(source.indexOf('[') + 1, source.lastIndexOf(']'))
      .split(',')
      .map((item) => {
        const word = item.trim()
        return /^["']/.test(word) ? word.slice(1, -1) : plainScalarValue(word)
      })
  }
}
