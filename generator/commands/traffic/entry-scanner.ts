import { HarError } from '@concordat/contract/passive'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const COLON = 0x3a
const COMMA = 0x2c
const OBJECT = 0x7b
const LIST = 0x5b
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** Number of bytes of a name that are kept, which is enough to recognize "log" and "entries". */
const LONGEST_NAME = 32

/** Extracts the JSON of an HTTP Archive's entries, for a parser to read. */
export class ArchiveEntryScanner {
  #depth = 0
  #isInText = false
  #isEscaped = false
  /** Opening brackets of the levels down to the entry list. */
  readonly #opened: number[] = []
  /** The last property name at each level down to the entry list. */
  readonly #names: string[] = []
  #name: number[] = []
  #hasEntries = false
  #hasContent = false
  /** Parts of the current entry from earlier chunks. */
  #pieces: Buffer[] | undefined

  /** @returns the JSON of the entries that end in this chunk. */
  push(chunk: Buffer): string[] {
    const found: string[] = []
    let start = this.#pieces === undefined ? -1 : 0
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0
      if (this.#isInText) {
        this.#readText(byte)
        continue
      }
      if (byte === QUOTE) {
        this.#isInText = true
        this.#name = []
      } else if (OPENING.has(byte)) {
        if (this.#isAmongEntries && byte === OBJECT) {
          start = index
          this.#pieces = []
        }
        this.#open(byte)
      } else if (CLOSING.has(byte)) {
        this.#close()
        if (this.#isAmongEntries && this.#pieces !== undefined) {
          found.push(Buffer.concat([...this.#pieces, chunk.subarray(start, index + 1)]).toString('utf8'))
          this.#pieces = undefined
          start = -1
        }
      } else this.#readBetween(byte)
    }
    // Copies the bytes, because the chunk's memory is reused.
    if (this.#pieces !== undefined) this.#pieces.push(Buffer.from(chunk.subarray(Math.max(start, 0))))
    return found
  }

  /** @throws {SyntaxError} if the JSON is incomplete. @throws {HarError} if there are no entries. */
  end(): void {
    if (!this.#hasContent) throw new SyntaxError('Unexpected end of JSON input')
    if (this.#depth > 0) throw new SyntaxError('the text ends before the JSON is complete')
    if (!this.#hasEntries) throw new HarError('This is not an HTTP Archive: it has no "log.entries" list.')
  }

  /** True directly inside `log.entries`. */
  get #isAmongEntries(): boolean {
    return (
      this.#depth === 3 &&
      this.#opened[2] === LIST &&
      this.#opened[1] === OBJECT &&
      this.#names[1] === 'log' &&
      this.#names[2] === 'entries'
    )
  }

  /** Processes a byte outside strings. */
  #readBetween(byte: number): void {
    if (byte === COLON && this.#depth <= 2)
      this.#names[this.#depth] = Buffer.from(this.#name).toString('latin1')
    else if (byte !== COMMA && this.#depth === 0 && !SPACE.has(byte)) throw this.#notJson(byte)
  }

  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) this.#isInText = false
    if (this.#isInText && this.#depth <= 2 && this.#name.length < LONGEST_NAME) this.#name.push(byte)
  }

  #open(byte: number): void {
    this.#hasContent = true
    if (this.#depth < 3) this.#opened[this.#depth] = byte
    this.#depth++
    if (this.#isAmongEntries) this.#hasEntries = true
  }

  #close(): void {
    if (this.#depth === 0) throw new SyntaxError('a closing bracket has no matching opening bracket')
    this.#depth--
  }

  #notJson(byte: number): SyntaxError {
    return new SyntaxError(`Unexpected token '${String.fromCharCode(byte)}'`)
  }
}
