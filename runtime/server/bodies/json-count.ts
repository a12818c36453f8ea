import { NO_UNIT, withUnit } from '../../schema/json/hash.ts'
import { assertFieldNameLength, type BodyLimits, bodyTooDeep, tooManyParts } from './body-limits.ts'
import { DistinctNames } from './distinct-names.ts'

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const OPENING_BRACKET = 91
const CLOSING_BRACKET = 93
const OPENING_BRACE = 123
const CLOSING_BRACE = 125

/** Counts for the JSON of one body so far. */
export class JsonCount {
  readonly #limits: BodyLimits
  readonly #names = new DistinctNames()
  #members = 0
  #items = 0
  /** For each level, 1 if it is an array, and 0 if it is an object. */
  readonly #isArray: Uint8Array
  readonly #places: Int32Array
  readonly #shapes: Int32Array

  constructor(limits: BodyLimits) {
    this.#limits = limits
    this.#isArray = new Uint8Array(limits.depth + 1)
    this.#places = new Int32Array(limits.depth + 1)
    this.#shapes = new Int32Array(limits.depth + 1)
  }

  /**
   * Counts the parts of a JSON text in one pass, at a fraction of the cost of parsing, and stops at the first
   * limit. A malformed text can be counted wrongly, but never endlessly; parsing rejects it.
   * @throws HttpProblem `body-too-complex`, or `invalid-body` if it is nested too deeply.
   */
  add(text: string): void {
    let level = 0
    let name = NO_UNIT
    let isBeforeName = false
    for (let index = 0; index < text.length; index++) {
      switch (text.charCodeAt(index)) {
        case QUOTE: {
          const start = index + 1
          index = endOfString(text, start)
          if (isBeforeName) {
            assertFieldNameLength(index - start)
            name = hashOf(text, start, index)
          }
          break
        }
        case OPENING_BRACE:
          this.#open(++level, 0)
          isBeforeName = true
          break
        case OPENING_BRACKET:
          this.#open(++level, 1)
          this.#addItem()
          isBeforeName = false
          break
        case CLOSING_BRACE:
        case CLOSING_BRACKET:
          if (level-- === 0) return
          break
        case COLON:
          this.#addMember(level, name)
          isBeforeName = false
          break
        case COMMA:
          if (this.#isArray[level] === 1) this.#addItem()
          else isBeforeName = true
          break
        default:
          index = endOfPlain(text, index)
      }
    }
  }

  #open(level: number, isArray: 0 | 1): void {
    const { depth } = this.#limits
    if (level > depth) throw bodyTooDeep(depth)
    this.#isArray[level] = isArray
    this.#places[level] = 0
    this.#shapes[level] = 0
  }

  #addItem(): void {
    const { items } = this.#limits
    if (++this.#items > items) throw tooManyParts('items', items)
  }

  #addMember(level: number, name: number): void {
    const { members, names } = this.#limits
    if (++this.#members > members) throw tooManyParts('members', members)
    const place = this.#places[level] ?? 0
    this.#places[level] = place + 1
    this.#shapes[level] = this.#names.add(name, { before: this.#shapes[level] ?? 0, place })
    if (this.#names.count > names) throw tooManyParts('names', names)
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = NO_UNIT
  for (let index = start; index < end; index++) hash = withUnit(hash, text.charCodeAt(index))
  return hash
}

/**
 * Number of characters to read one by one before searching for the next one that matters. Searching is much
 * faster, except over short distances.
 */
const SHORT = 16

/** Any character that `JsonCount` counts by. */
const MARK = /["{}[\]:,]/g

/** The index of the last character of a number, a word or white space. */
function endOfPlain(text: string, start: number): number {
  const near = Math.min(start + SHORT, text.length)
  for (let index = start + 1; index < near; index++) {
    const unit = text.charCodeAt(index)
    if (unit === COMMA || unit >= COLON || unit === QUOTE) return index - 1
  }
  MARK.lastIndex = near
  return MARK.test(text) ? MARK.lastIndex - 2 : text.length
}

/**
 * The index of the quote that ends a string; the text's length if there is none. Searching is much faster
 * than reading each character, but slower for a few characters, or for many quotes that are escaped.
 */
function endOfString(text: string, start: number): number {
  let index = start
  while (index < text.length) {
    for (const near = index + SHORT; index < near; index++) {
      const unit = text.charCodeAt(index)
      if (unit === QUOTE) return index
      if (unit === BACKSLASH) index++
    }
    const quote = text.indexOf('"', index)
    if (quote === -1) break
    let escaping = quote
    while (escaping > index && text.charCodeAt(escaping - 1) === BACKSLASH) escaping--
    if ((quote - escaping) % 2 === 0) return quote
    index = quote + 1
  }
  return text.length
}
