import {
  foldedYamlBreaks,
  foldYamlBlock,
  foldYamlQuoted,
  UnusualYaml,
  unescapeYamlAsJson,
  yamlCharacterTable,
  yamlPlainScalar,
} from './block-scalars.ts'
import type { YamlLines } from './lines.ts'

/** Characters that cannot start a plain scalar in this reader. "-" is missing, because it sometimes can. */
const INDICATORS = yamlCharacterTable('!&*#|>\'"%@`,[]{}?:')

/** A flow sequence of words. */
const WORDS =
  /^\[ *(?:[\w$./][\w$./-]*|"[^"\\,]*"|'[^',]*')(?: *, *(?:[\w$./][\w$./-]*|"[^"\\,]*"|'[^',]*'))* *\] *$/

const [LINE_FEED, SPACE, DOUBLE_QUOTE, HASH, SINGLE_QUOTE, PLUS] = [10, 32, 34, 35, 39, 43]
const [DASH, COLON, OPEN_BRACKET, BACKSLASH, OPEN_BRACE, BAR, GREATER] = [45, 58, 91, 92, 123, 124, 62]

/** Reads the keys and scalars of YAML, flow sequences of words, and empty flow collections. */
export class YamlScalars {
  readonly #lines: YamlLines

  constructor(lines: YamlLines) {
    this.#lines = lines
  }

  /** Offset of the colon after the key at the current position; -1 if there is no key. */
  colon(): number {
    const text = this.#lines.text
    const code = text.charCodeAt(this.#lines.at)
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) {
      const colon = this.#closing() + 1
      return colon < this.#lines.end && this.#isColon(colon) && this.#lines.isSeparated(colon + 1)
        ? colon
        : -1
    }
    if (!this.#isPlain()) return -1
    const colon = this.#plainEnd(this.#lines.at)
    return this.#isColon(colon) ? colon : -1
  }

  #isColon(at: number): boolean {
    return this.#lines.text.charCodeAt(at) === COLON
  }

  /**
   * Returns the offset at which a plain scalar or key on one line ends: at a comment, at the end of the line,
   * or at a colon before a space or the end of the line.
   */
  #plainEnd(start: number): number {
    const text = this.#lines.text
    const end = this.#lines.end
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === COLON) {
        if (at + 1 === end || text.charCodeAt(at + 1) === SPACE) return at
      } else if (code === HASH && text.charCodeAt(at - 1) === SPACE) return at
    }
    return end
  }

  key(colon: number): string {
    const code = this.#lines.text.charCodeAt(this.#lines.at)
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) return this.#quotedText(this.#lines.at, colon - 1)
    if (this.#lines.text.charCodeAt(colon - 1) === SPACE) throw new UnusualYaml()
    return String(yamlPlainScalar(this.#lines.part(this.#lines.at, colon)))
  }

  /** @param column column of the enclosing collection. */
  read(column: number): unknown {
    switch (this.#lines.text.charCodeAt(this.#lines.at)) {
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
    const code = this.#lines.text.charCodeAt(this.#lines.at)
    return INDICATORS[code] !== true && !(code === DASH && this.#lines.isSeparated(this.#lines.at + 1))
  }

  #plain(column: number): unknown {
    if (!this.#isPlain()) throw new UnusualYaml()
    const first = this.#plainLine()
    let isCommented = this.#lines.text.charCodeAt(this.#lines.end) !== LINE_FEED
    let before = this.#lines.end
    this.#lines.leaveLine()
    if (this.#lines.indent <= column) return yamlPlainScalar(first)
    let text = first
    do {
      const between = this.#lines.text.slice(before + 1, this.#lines.at - this.#lines.indent)
      if (isCommented || between.includes('#')) throw new UnusualYaml()
      text += foldedYamlBreaks(between.split('\n').length - 1) + this.#plainLine()
      isCommented = this.#lines.text.charCodeAt(this.#lines.end) !== LINE_FEED
      before = this.#lines.end
      this.#lines.leaveLine()
    } while (this.#lines.indent > column)
    return text
  }

  /** Reads the part of a plain scalar on the current line, up to a comment. */
  #plainLine(): string {
    const text = this.#lines.text
    const stop = this.#plainEnd(this.#lines.at)
    if (this.#isColon(stop)) throw new UnusualYaml()
    let end = stop
    while (text.charCodeAt(end - 1) === SPACE) end--
    this.#lines.end = stop
    return this.#lines.part(this.#lines.at, end)
  }

  #quoted(column: number): string {
    const open = this.#lines.at
    const close = this.#closing()
    const value =
      close < this.#lines.end ? this.#quotedText(open, close) : this.#foldedText(open, close, column)
    this.#lines.at = close + 1
    this.#lines.end = this.#lines.endOf(this.#lines.at)
    if (this.#lines.hasMore() || this.#lines.text.charCodeAt(close + 1) === HASH) throw new UnusualYaml()
    this.#lines.next()
    return value
  }

  /** Offset of the closing quote. */
  #closing(): number {
    const text = this.#lines.text
    const quote = text.charCodeAt(this.#lines.at)
    const mark = quote === SINGLE_QUOTE ? "'" : '"'
    for (let at = text.indexOf(mark, this.#lines.at + 1); at !== -1; at = text.indexOf(mark, at)) {
      if (quote === SINGLE_QUOTE && text.charCodeAt(at + 1) === quote) at += 2
      else if (quote === DOUBLE_QUOTE && this.#isEscaped(at)) at++
      else return at
    }
    throw new UnusualYaml()
  }

  #isEscaped(at: number): boolean {
    let first = at
    while (this.#lines.text.charCodeAt(first - 1) === BACKSLASH) first--
    return (at - first) % 2 === 1
  }

  #quotedText(open: number, close: number): string {
    const text = this.#lines.part(open + 1, close)
    if (this.#lines.text.charCodeAt(open) === SINGLE_QUOTE)
      return text.includes("'") ? text.replaceAll("''", "'") : text
    return text.includes('\\') ? unescapeYamlAsJson(text) : text
  }

  #foldedText(open: number, close: number, column: number): string {
    const folded = foldYamlQuoted(this.#lines.part(open + 1, close).split('\n'), column)
    if (this.#lines.text.charCodeAt(open) === SINGLE_QUOTE) return folded.replaceAll("''", "'")
    return folded.includes('\\') ? unescapeYamlAsJson(folded) : folded
  }

  /** Reads a block scalar. Its first non-empty line determines its indentation. */
  #block(column: number): string {
    const isFolded = this.#lines.text.charCodeAt(this.#lines.at) === GREATER
    const chomping = this.#lines.text.charCodeAt(++this.#lines.at)
    if (chomping === DASH || chomping === PLUS) this.#lines.at++
    if (this.#lines.at < this.#lines.end) throw new UnusualYaml()
    const { lines, empty } = this.#blockLines(column)
    this.#lines.next()
    const text = isFolded ? foldYamlBlock(lines) : lines.join('\n')
    const ending = lines.length === 0 ? 0 : 1
    if (chomping === PLUS) return text + '\n'.repeat(ending + empty)
    return chomping === DASH ? text : text + '\n'.repeat(ending)
  }

  /** Lines without their indentation, and the number of trailing empty lines. */
  #blockLines(column: number): { readonly lines: readonly string[]; readonly empty: number } {
    const text = this.#lines.text
    const lines: string[] = []
    let content = -1
    let widest = 0
    let filled = 0
    for (let start = this.#lines.end + 1; start < text.length; start = this.#lines.end + 1) {
      let at = start
      while (text.charCodeAt(at) === SPACE) at++
      const indent = at - start
      const isEmpty = at === text.length || text.charCodeAt(at) === LINE_FEED
      if (isEmpty && (content === -1 || indent <= content)) {
        widest = Math.max(widest, indent)
        this.#lines.end = at
        lines.push('')
        continue
      }
      if (content === -1 && indent > column) {
        if (indent < widest) throw new UnusualYaml()
        content = indent
      }
      if (content === -1 || indent < content) break
      this.#lines.end = this.#lines.endOf(at)
      lines.push(this.#lines.part(start + content, this.#lines.end))
      filled = lines.length
    }
    const empty = lines.length - filled
    lines.length = filled
    return { lines, empty }
  }

  #flow(): unknown {
    const source = this.#lines.part(this.#lines.at, this.#lines.end)
    this.#lines.next()
    if (source === '{}') return {}
    if (source === '[]') return []
    if (!WORDS.test(source)) throw new UnusualYaml()
    return source
      .slice(source.indexOf('[') + 1, source.lastIndexOf(']'))
      .split(',')
      .map((item) => {
        const word = item.trim()
        return /^["']/.test(word) ? word.slice(1, -1) : yamlPlainScalar(word)
      })
  }
}
