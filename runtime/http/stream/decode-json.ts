import { ItemError, tooLong } from './item-error.ts'

export interface DecoderOptions {
  /** Characters that one item may have. */
  readonly maxLength: number
  /** Reads one JSON text. */
  readonly parse: (text: string) => unknown
}

/**
 * Decodes JSON values from lines of text that come in pieces. It skips empty lines,
 * which keep a connection alive.
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

  /** The last line needs no end. */
  *end(): Generator<unknown, void, undefined> {
    if (this.#line.trim() !== '') yield parseItem(this.#line, this.#options)
  }
}

const SEPARATOR = '\u001e'

/**
 * Decodes JSON texts that begin with a record separator and end in a line feed; they may have line feeds
 * inside. A text is there as soon as it is whole.
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
 * Finds the end of a JSON text that comes in pieces: all its brackets and strings are closed. Parsing it
 * after each piece would take time in proportion to the square of its length.
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

/** @throws ItemError, or what `parse` throws that is not a SyntaxError. */
export function parseItem(text: string, { parse }: DecoderOptions): unknown {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ItemError(`is not JSON: ${cause.message}`, { text, cause })
  }
}

function assertLength({ length }: string, { maxLength }: DecoderOptions): void {
  if (length > maxLength) throw tooLong(maxLength)
}
