import { utf8Decoder } from '../media/charset.ts'
import { boundaryOf } from '../media/media-parameter.ts'
import { BytePattern, ByteQueue } from './byte-queue.ts'

/** One part of a multipart body as it came. */
export interface RawPart {
  /** Present where its `Content-Disposition` names it, as each part of a form has to be. */
  readonly name?: string
  /** Its media type, with parameters; "text/plain" where it names none. */
  readonly type: string
  /** Present for a file that has a name. */
  readonly fileName?: string
  /** "base64" where the content is text that stands for bytes, as RFC 7578 only allows to older senders. */
  readonly transferEncoding?: string
  readonly content: Uint8Array<ArrayBuffer>
}

/** Outcome of one step of reading: a part, progress (`on`), or nothing until more bytes come (`wait`). */
type Step = RawPart | 'on' | 'wait'

/** The headers of a part, and where its content begins. */
interface Head extends Omit<RawPart, 'content'> {
  /** Bytes of the content, where it says how many. */
  readonly length: number | undefined
  readonly end: number
}

const LINE_BREAK = new BytePattern('\r\n')
const BLANK_LINE = new BytePattern('\r\n\r\n')
const DASHES = new BytePattern('--')

/** Bytes that the headers of one part may have: as many as Node allows those of a request by default. */
export const MAX_PART_HEAD_BYTES = 16_384

/**
 * Takes parts from the bytes of a multipart body, which come in pieces of any length. A part is there as soon
 * as the delimiter behind it is, or, if it declares its length, its last byte. Bytes before the first part
 * and after the last are skipped.
 * @see RFC 2046, 5.1
 */
export class PartsReader {
  readonly #delimiter: BytePattern
  // A body may begin with its first delimiter, which has no line break then.
  readonly #bytes = new ByteQueue(LINE_BREAK.bytes)
  readonly #states = {
    preamble: () => this.#skipPreamble(),
    delimiter: () => this.#passDelimiter(),
    part: () => this.#takePart(),
    behindPart: () => this.#expectDelimiter(),
    end: (): Step => 'wait',
  }
  /** Head of the part that has begun; absent until all of its headers have come. */
  #head: Head | undefined
  #state: 'preamble' | 'delimiter' | 'part' | 'behindPart' | 'end' = 'preamble'

  /**
   * @param mediaType with the boundary.
   * @throws SyntaxError where it has none, or more than one.
   */
  constructor(mediaType: string) {
    this.#delimiter = new BytePattern(`\r\n--${boundaryOf(mediaType)}`)
  }

  /** True if the final delimiter has come. */
  get isEnded(): boolean {
    return this.#state === 'end'
  }

  /** True if a part has begun and not ended. */
  get isInside(): boolean {
    return this.#state === 'preamble' || (this.#state === 'part' && this.#bytes.length > LINE_BREAK.length)
  }

  /** Number of bytes that have come and do not belong to a part yet. */
  get pending(): number {
    return this.#bytes.length
  }

  /** @throws SyntaxError where a part is longer than it says, or its headers are not UTF-8. */
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

  /** Passes the rest of a delimiter's line; the line break that ends it may begin the next delimiter. */
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

  /** A server that sends its delimiters ahead of parts would keep each part back until the next one. */
  #takeKnownLength(head: Head): Step {
    if (head.length === undefined) return 'wait'
    const end = head.end + head.length
    if (this.#bytes.length < end || !this.#bytes.mayHold(this.#delimiter, end)) return 'wait'
    this.#state = 'behindPart'
    return this.#take(head, end)
  }

  /**
   * The headers of the part that has begun, once all of them have come.
   * @param end where the part ends; -1 where that has not come.
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
/**
 * A parameter of `Content-Disposition`. No backslash escapes anything: browsers
 * write those of names as they are.
 */
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

/** A value in UTF-8 that says so; `undefined` for any other. @see RFC 8187, 3.2 */
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
