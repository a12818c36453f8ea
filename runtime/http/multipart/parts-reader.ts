import { utf8Decoder } from '../media/charset.ts'
import { boundaryOf } from '../media/media-parameter.ts'
import { BytePattern, ByteQueue } from './byte-queue.ts'

/** A received multipart part. */
export interface RawPart {
  /** The name from `Content-Disposition`, which every form part needs. */
  readonly name?: string
  /** The media type with parameters; "text/plain" by default. */
  readonly type: string
  /** The file name; absent if the part is not a file. */
  readonly fileName?: string
  /** The `Content-Transfer-Encoding` in lower case, such as "base64". RFC 7578 deprecates it. */
  readonly transferEncoding?: string
  readonly content: Uint8Array<ArrayBuffer>
}

/** The result of a reading step: a part, progress (`on`), or the need for more bytes (`wait`). */
type Step = RawPart | 'on' | 'wait'

/** The headers of a part, and where its content starts. */
interface Head extends Omit<RawPart, 'content'> {
  /** Length of the content in bytes, if stated. */
  readonly length: number | undefined
  readonly end: number
}

const LINE_BREAK = new BytePattern('\r\n')
const BLANK_LINE = new BytePattern('\r\n\r\n')
const DASHES = new BytePattern('--')

/** Maximum number of bytes in a part's headers, like Node's default for the headers of a request. */
export const MAX_PART_HEAD_BYTES = 16_384

/**
 * Reads multipart parts from pieces of any length. A part is complete once the delimiter after it arrives or,
 * if its length is stated, once its last byte arrives. Bytes before the first part and after the last are
 * skipped.
 * @see RFC 2046, 5.1
 */
export class PartsReader {
  readonly #delimiter: BytePattern
  // The queue starts with a line break, because the first delimiter of a body may lack the usual one.
  readonly #bytes = new ByteQueue(LINE_BREAK.bytes)
  readonly #states = {
    preamble: () => this.#skipPreamble(),
    delimiter: () => this.#passDelimiter(),
    part: () => this.#takePart(),
    behindPart: () => this.#expectDelimiter(),
    end: (): Step => 'wait',
  }
  /** The current part's headers; absent until all of them have arrived. */
  #head: Head | undefined
  #state: 'preamble' | 'delimiter' | 'part' | 'behindPart' | 'end' = 'preamble'

  /**
   * @param mediaType the media type, with the boundary.
   * @throws {SyntaxError} if the boundary is missing, repeated or malformed.
   */
  constructor(mediaType: string) {
    this.#delimiter = new BytePattern(`\r\n--${boundaryOf(mediaType)}`)
  }

  /** True after the final delimiter. */
  get isEnded(): boolean {
    return this.#state === 'end'
  }

  /** True inside a part. */
  get isInside(): boolean {
    return this.#state === 'preamble' || (this.#state === 'part' && this.#bytes.length > LINE_BREAK.length)
  }

  /** Number of bytes that were received but not yet assigned to a part. */
  get pending(): number {
    return this.#bytes.length
  }

  /**
   * @throws {SyntaxError} if a part exceeds its stated length, or if its headers are too long. @throws
   * {TypeError} if its headers are not UTF-8.
   */
  *push(piece: Uint8Array): Generator<RawPart, void, undefined> {
    if (this.isEnded) return
    this.#bytes.push(piece)
    for (let step = this.#states[this.#state](); step !== 'wait'; step = this.#states[this.#state]())
      if (step !== 'on') yield step
  }

  #skipPreamble(): Step {
    const at = this.#bytes.find(this.#delimiter)
    if (at === -1) {
      this.#bytes.skip(Math.max(0, this.#bytes.length - this.#delimiter.length))
      return 'wait'
    }
    this.#bytes.skip(at)
    return this.#expectDelimiter()
  }

  /** Skips the rest of a delimiter's line, except for the line break, which may start the next delimiter. */
  #passDelimiter(): Step {
    if (this.#bytes.length < DASHES.length) return 'wait'
    if (this.#bytes.mayHold(DASHES, 0)) {
      this.#state = 'end'
      return 'wait'
    }
    const end = this.#bytes.find(LINE_BREAK)
    if (end === -1) return 'wait'
    this.#bytes.skip(end)
    this.#state = 'part'
    return 'on'
  }

  #takePart(): Step {
    const end = this.#bytes.find(this.#delimiter)
    this.#head ??= this.#readHead(end)
    if (this.#head === undefined) return 'wait'
    if (end === -1) return this.#takeKnownLength(this.#head)
    const part = this.#take(this.#head, end)
    this.#expectDelimiter()
    return part
  }

  /**
   * Completes a part by its stated length. With servers that write the delimiter before each part, every part
   * would otherwise be delayed until the next one arrives.
   */
  #takeKnownLength(head: Head): Step {
    if (head.length === undefined) return 'wait'
    const end = head.end + head.length
    if (this.#bytes.length < end || !this.#bytes.mayHold(this.#delimiter, end)) return 'wait'
    this.#state = 'behindPart'
    return this.#take(head, end)
  }

  /**
   * Returns the current part's headers once they are complete.
   * @param end the end of the part; -1 if not known yet.
   */
  #readHead(end: number): Head | undefined {
    const blank = this.#bytes.find(BLANK_LINE)
    const isBlank = blank !== -1 && (end === -1 || blank < end)
    const length = isBlank ? blank : end === -1 ? this.#bytes.length : end
    if (length > MAX_PART_HEAD_BYTES)
      throw new SyntaxError(`the headers of a part are longer than ${MAX_PART_HEAD_BYTES} bytes`)
    if (!isBlank && end === -1) return undefined
    const text = utf8Decoder().decode(this.#bytes.peek(length))
    return { ...headOf(text), end: isBlank ? blank + BLANK_LINE.length : length }
  }

  #take({ length: _, end: start, ...head }: Head, end: number): RawPart {
    this.#head = undefined
    return { ...head, content: this.#bytes.take(end).subarray(start) }
  }

  #expectDelimiter(): Step {
    if (!this.#bytes.mayHold(this.#delimiter, 0))
      throw new SyntaxError('a part is longer than its Content-Length says')
    if (this.#bytes.length < this.#delimiter.length) return 'wait'
    this.#bytes.skip(this.#delimiter.length)
    this.#state = 'delimiter'
    return 'on'
  }
}

const DISPOSITION = /^content-disposition:(.*)$/im
const TYPE = /^content-type:(.*)$/im
const LENGTH = /^content-length:[ \t]*(\d+)[ \t]*$/im
const TRANSFER_ENCODING = /^content-transfer-encoding:(.*)$/im
/** A parameter of `Content-Disposition`. Backslashes are literal, as in names written by browsers. */
const PARAMETER = /;[ \t]*([^\s;="]+)=(?:"([^"]*)"|([^\s;"]*))/g

function headOf(text: string): Omit<Head, 'end'> {
  const [, disposition = ''] = DISPOSITION.exec(text) ?? []
  const parameters = new Map(
    Array.from(disposition.matchAll(PARAMETER), ([, own = '', quoted, plain = '']) => [
      own.toLowerCase(),
      quoted === undefined ? plain : unquote(quoted),
    ]),
  )
  const name = parameters.get('name')
  const fileName = extended(parameters.get('filename*')) ?? parameters.get('filename')
  const [, transferEncoding] = TRANSFER_ENCODING.exec(text) ?? []
  const [, length] = LENGTH.exec(text) ?? []
  return {
    type: TYPE.exec(text)?.[1]?.trim() ?? 'text/plain',
    ...(name !== undefined && { name }),
    ...(fileName !== undefined && { fileName }),
    ...(transferEncoding !== undefined && { transferEncoding: transferEncoding.trim().toLowerCase() }),
    length: length === undefined ? undefined : Number(length),
  }
}

/** Decodes an extended UTF-8 parameter; `undefined` for others. @see RFC 8187, 3.2 */
function extended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? []
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** @see HTML Standard, multipart/form-data encoding algorithm */
function unquote(name: string): string {
  return name.replace(/%22|%0D|%0A/gi, decodeURIComponent)
}
