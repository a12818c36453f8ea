import { ItemError, itemTooLong } from './item-error.ts'

export interface DecoderOptions {
  /** Maximum number of characters in an item. */
  readonly maxLength: number
  /** Reads one JSON text. */
  readonly parse: (text: string) => unknown
}

/** The separator of each format. @see RFC 7464 */
const SEPARATORS = { lines: '\n', records: '\u001e' } as const

/** Ends a line. */
const LINE_FEED = SEPARATORS.lines

/**
 * Decodes JSON values that are delimited by separators, from text that arrives in pieces. It skips empty
 * values, which keep a connection alive. Records may contain line feeds; each is returned as soon as it is
 * complete and its line ends.
 */
export class ValueDecoder {
  readonly #separator: string
  readonly #options: DecoderOptions
  #text = ''
  /** The state of a record that has begun. Lines need no such state, because only a separator ends them. */
  #end: JsonEnd | undefined

  constructor(format: keyof typeof SEPARATORS, options: DecoderOptions) {
    this.#separator = SEPARATORS[format]
    this.#options = options
    if (format === 'records') this.#end = new JsonEnd()
  }

  *push(text: string): Generator<unknown, void, undefined> {
    let start = 0
    for (let end = text.indexOf(this.#separator); end !== -1; end = text.indexOf(this.#separator, start)) {
      const value = this.#take(text.slice(start, end))
      start = end + 1
      if (value.trim() !== '') yield parseItem(value, this.#options)
    }
    const rest = start === 0 ? text : text.slice(start)
    this.#text += rest
    assertLength(this.#text, this.#options)
    this.#end?.look(rest)
    if (this.#end?.isReached && text.endsWith(LINE_FEED)) yield* this.end()
  }

  /** Generates the value that was read so far, which needs no separator after it. */
  *end(): Generator<unknown, void, undefined> {
    const value = this.#take('')
    if (value.trim() !== '') yield parseItem(value, this.#options)
  }

  /** Returns the value that ends with this piece. */
  #take(piece: string): string {
    const value = this.#text + piece
    this.#text = ''
    this.#end?.restart()
    return value
  }
}

/**
 * Finds the end of a JSON text that arrives in pieces: the point at which all brackets and strings are
 * closed. Parsing after each piece would take quadratic time.
 */
class JsonEnd {
  #depth = 0
  #isInString = false
  #isEscaped = false

  /** True if no bracket or string is open. */
  get isReached(): boolean {
    return !this.#isInString && this.#depth <= 0
  }

  restart(): void {
    this.#depth = 0
    this.#isInString = false
    this.#isEscaped = false
  }

  look(piece: string): void {
    for (let index = 0; index < piece.length; index++) this.#pass(piece[index])
  }

  #pass(character: string | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '"') this.#isInString = !this.#isInString
    else if (this.#isInString) this.#isEscaped = character === '\\'
    else if (character === '{' || character === '[') this.#depth++
    else if (character === '}' || character === ']') this.#depth--
  }
}

/** @throws {ItemError} if the item is not JSON, or an error from `parse` other than SyntaxError. */
export function parseItem(text: string, { parse }: DecoderOptions): unknown {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ItemError(`is not JSON: ${cause.message}`, { text, cause })
  }
}

function assertLength({ length }: string, { maxLength }: DecoderOptions): void {
  if (length > maxLength) throw itemTooLong(maxLength)
}
