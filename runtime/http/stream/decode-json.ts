import { ItemError, tooLong } from './item-error.ts'

export interface DecoderOptions {
  /** Characters that one item may have. */
  readonly maxLength: number
  /** Reads one JSON text. */
  readonly parse: (text: string) => unknown
}

/** Takes JSON values from lines of text that come in pieces. Empty lines, which keep a connection alive, are passed over. */
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
 * Takes JSON texts that begin with a record separator and end in a line feed, with line feeds inside them too. A text is there as
 * soon as it is whole.
 * @see RFC 7464
 */
export class RecordDecoder {
  readonly #options: DecoderOptions
  #text = ''

  constructor(options: DecoderOptions) {
    this.#options = options
  }

  *push(text: string): Generator<unknown, void, undefined> {
    const [first = '', ...others] = text.split(SEPARATOR)
    this.#text += first
    for (const other of others) {
      yield* this.#take()
      this.#text = other
    }
    assertLength(this.#text, this.#options)
    if (this.#text.endsWith('\n') && isWhole(this.#text)) yield* this.#take()
  }

  end(): Generator<unknown, void, undefined> {
    return this.#take()
  }

  *#take(): Generator<unknown, void, undefined> {
    const text = this.#text
    this.#text = ''
    if (text.trim() !== '') yield parseItem(text, this.#options)
  }
}

/** Whether a text that ended in a line feed is a JSON value already, or goes on. */
function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
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
