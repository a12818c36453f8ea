import { ItemError, itemTooLong } from './item-error.ts'

export interface DecoderOptions {
  /** Maximum characters of an item. */
  readonly maxLength: number
  /** Reads one JSON text. */
  readonly parse: (text: string) => unknown
}

/**
 * Decodes JSON values on lines from text in pieces. Empty lines, which keep a connection alive, are skipped.
 */
export class LineDecoder {
  readonly #options: DecoderOptions
  #line = ''

  constructor(options: DecoderOptions) {
    this.#options = options
  }

  *push(text: string): Generator<unknown, void, undefined> {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const line = this.#line + text.slice(start, end)
      this.#line = ''
      start = end + 1
      if (line.trim() !== '') yield parseItem(line, this.#options)
    }
    this.#line += text.slice(start)
    assertLength(this.#line, this.#options)
  }

  /** Ends the input: the last line needs no line end. */
  *end(): Generator<unknown, void, undefined> {
    if (this.#line.trim() !== '') yield parseItem(this.#line, this.#options)
  }
}

const SEPARATOR = '\u001e'

/**
 * Decodes JSON texts between a record separator and a line feed; they may contain line feeds. A text is
 * returned as soon as it is complete.
 * @see RFC 7464
 */
export class RecordDecoder {
  readonly #options: DecoderOptions
  #text = ''
  #end = new JsonEnd()

  constructor(options: DecoderOptions) {
    this.#options = options
  }

  *push(text: string): Generator<unknown, void, undefined> {
    const [first = '', ...others] = text.split(SEPARATOR)
    this.#add(first)
    for (const other of others) {
      yield* this.#take()
      this.#add(other)
    }
    assertLength(this.#text, this.#options)
    if (text.endsWith('\n') && this.#end.isReached) yield* this.#take()
  }

  end(): Generator<unknown, void, undefined> {
    return this.#take()
  }

  #add(piece: string): void {
    this.#text += piece
    this.#end.look(piece)
  }

  *#take(): Generator<unknown, void, undefined> {
    const text = this.#text
    this.#text = ''
    this.#end = new JsonEnd()
    if (text.trim() !== '') yield parseItem(text, this.#options)
  }
}

/**
 * Finds the end of a JSON text in pieces, where all brackets and strings are closed. Parsing after each piece
 * would take quadratic time.
 */
class JsonEnd {
  #depth = 0
  #isInString = false
  #isEscaped = false

  /** True at the end of a value, outside brackets and strings: only white space may follow. */
  get isReached(): boolean {
    return !this.#isInString && this.#depth <= 0
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

/** @throws {ItemError} or an error of `parse` other than SyntaxError. */
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
