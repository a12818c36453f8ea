import type { Path } from './reference.ts'

const [QUOTE, COMMA, COLON, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = [
  0x22, 0x2c, 0x3a, 0x7b, 0x5b, 0x7d, 0x5d,
]

/** A regular expression finds quotes and brackets three times as fast as a loop. */
const QUOTE_OR_BRACKET = /["{}[\]]/g

/** Offsets of a property's key and value; an item has no key. */
interface Member {
  readonly key: number | undefined
  readonly value: number
}

/** An object or array that has been read only as far as the requested paths required. */
interface Opened {
  readonly isList: boolean
  readonly members: Map<string, Member>
  /** Offset after the last property or item that has been read; initially after the opening bracket. */
  next: number
}

/**
 * Positions of nodes in well-formed JSON. Parts outside the requested path are skipped, so that finding the
 * last node in 13 MB takes only 60 ms.
 */
export class JsonPositions {
  readonly #text: string
  /** Containers by the offset of their opening bracket. */
  readonly #opened = new Map<number, Opened>()

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Offset of the node at a path. For an object or array with a key, it is the offset of the key. `undefined`
   * if there is no such node.
   */
  offsetOf(path: Path): number | undefined {
    let value = this.#skipBlanks(0)
    let key: number | undefined
    for (const name of path) {
      const member = this.#find(value, name)
      if (member === undefined) return undefined
      key = member.key
      value = member.value
    }
    const code = this.#text.charCodeAt(value)
    if (code === QUOTE) return value + 1
    const isContainer = code === OPEN_BRACE || code === OPEN_BRACKET
    return isContainer && key !== undefined ? key + 1 : value
  }

  #find(bracket: number, name: string): Member | undefined {
    const code = this.#text.charCodeAt(bracket)
    if (code !== OPEN_BRACE && code !== OPEN_BRACKET) return undefined
    let opened = this.#opened.get(bracket)
    if (opened === undefined) {
      opened = { isList: code === OPEN_BRACKET, members: new Map(), next: bracket + 1 }
      this.#opened.set(bracket, opened)
    }
    for (let isMore = true; isMore && !opened.members.has(name); ) isMore = this.#readMember(opened)
    return opened.members.get(name)
  }

  /** Reads the next property or item. @returns true if there was one. */
  #readMember(opened: Opened): boolean {
    const start = this.#skipBlanks(opened.next)
    const code = this.#text.charCodeAt(start)
    if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return false
    if (opened.isList) {
      opened.members.set(String(opened.members.size), { key: undefined, value: start })
      opened.next = this.#behindValue(start)
      return true
    }
    const end = endOfString(this.#text, start)
    const value = this.#skipBlanks(end + 1)
    const name: string = JSON.parse(this.#text.slice(start, end + 1))
    opened.members.set(name, { key: start, value })
    opened.next = this.#behindValue(value)
    return true
  }

  #skipBlanks(offset: number): number {
    let at = offset
    for (let code = this.#text.charCodeAt(at); isBlank(code); code = this.#text.charCodeAt(at)) at++
    return at
  }

  #behindValue(start: number): number {
    const code = this.#text.charCodeAt(start)
    if (code === QUOTE) return endOfString(this.#text, start) + 1
    if (code === OPEN_BRACE || code === OPEN_BRACKET) return this.#behindBracket(start)
    let at = start
    while (at < this.#text.length && !isDelimiter(this.#text.charCodeAt(at))) at++
    return at
  }

  /** Offset after the bracket that matches the one at `start`. */
  #behindBracket(start: number): number {
    const text = this.#text
    let depth = 0
    QUOTE_OR_BRACKET.lastIndex = start
    while (QUOTE_OR_BRACKET.test(text)) {
      const at = QUOTE_OR_BRACKET.lastIndex - 1
      const code = text.charCodeAt(at)
      if (code === QUOTE) QUOTE_OR_BRACKET.lastIndex = endOfString(text, at) + 1
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
      else if (--depth === 0) return at + 1
    }
    return text.length
  }
}

function isDelimiter(code: number): boolean {
  return isBlank(code) || code === CLOSE_BRACE || code === CLOSE_BRACKET
}

/** True for white space, and for commas and colons, which can be skipped in well-formed JSON. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === COMMA || code === COLON
}

/** Offset of the quote that closes the string at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
  } while (isEscaped(text, end))
  return end
}

function isEscaped(text: string, index: number): boolean {
  let first = index
  while (text[first - 1] === '\\') first--
  return (index - first) % 2 === 1
}
