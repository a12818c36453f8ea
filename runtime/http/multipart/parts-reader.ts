import { boundaryOf } from '../media/media-parameter.ts'
import { ByteQueue } from './byte-queue.ts'

/** One part of a multipart body as it came. */
export interface RawPart {
  /** Its media type, with parameters; "text/plain" where it names none. */
  readonly type: string
  /** Present for a file that has a name. */
  readonly fileName?: string
  readonly content: Uint8Array<ArrayBuffer>
}

/** What one step of reading led to: a part, something to go on from, or nothing before more bytes have come. */
type Step = RawPart | 'on' | 'wait'

const LINE_BREAK = bytesOf('\r\n')
const BLANK_LINE = bytesOf('\r\n\r\n')
const DASHES = bytesOf('--')

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Takes parts from the bytes of a multipart body, which come in pieces of any length. A part is there as soon as the delimiter behind it is,
 * or, where it says how long it is, its last byte. What stands before the first part and behind the last is passed over.
 * @see RFC 2046, 5.1
 */
export class PartsReader {
  readonly #delimiter: Uint8Array
  // A body may begin with its first delimiter, which has no line break then.
  readonly #bytes = new ByteQueue(LINE_BREAK)
  readonly #states = {
    preamble: () => this.#skipPreamble(),
    delimiter: () => this.#passDelimiter(),
    part: () => this.#takePart(),
    behindPart: () => this.#expectDelimiter(),
    end: (): Step => 'wait',
  }
  #state: 'preamble' | 'delimiter' | 'part' | 'behindPart' | 'end' = 'preamble'

  /**
   * @param mediaType with the boundary.
   * @throws SyntaxError where it has none, or more than one.
   */
  constructor(mediaType: string) {
    this.#delimiter = bytesOf(`\r\n--${boundaryOf(mediaType)}`)
  }

  /** Whether the delimiter has come that ends all. */
  get isEnded(): boolean {
    return this.#state === 'end'
  }

  /** Whether a part has begun that has not ended. */
  get isInside(): boolean {
    return this.#state === 'preamble' || (this.#state === 'part' && this.#bytes.length > LINE_BREAK.length)
  }

  /** How many bytes have come that do not belong to a part yet. */
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

  /** What is left of a delimiter's line; the line break that ends it may begin the next delimiter. */
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
    if (end === -1) return this.#takeKnownLength()
    const part = readPart(this.#bytes.take(end))
    this.#expectDelimiter()
    return part
  }

  /** A server that sends its delimiters ahead of parts would keep each part back until the next one. */
  #takeKnownLength(): Step {
    const head = this.#bytes.find(BLANK_LINE)
    const length = head === -1 ? undefined : lengthIn(utf8.decode(this.#bytes.peek(head)))
    if (length === undefined) return 'wait'
    const end = head + BLANK_LINE.length + length
    if (this.#bytes.length < end || !this.#bytes.mayHold(this.#delimiter, end)) return 'wait'
    this.#state = 'behindPart'
    return readPart(this.#bytes.take(end))
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

/** @param bytes of the line break behind the delimiter, the headers, a blank line and the content. */
function readPart(bytes: Uint8Array<ArrayBuffer>): RawPart {
  const queue = new ByteQueue(bytes)
  const headEnd = queue.find(BLANK_LINE)
  const head = utf8.decode(headEnd === -1 ? bytes : bytes.subarray(0, headEnd))
  const [, quoted, plain] =
    /^content-disposition:.*;[ \t]*filename=(?:"([^"]*)"|([^\s;]+))/im.exec(head) ?? []
  const fileName = quoted ?? plain
  return {
    type: headerIn(head, 'content-type') ?? 'text/plain',
    ...(fileName !== undefined && { fileName: unquote(fileName) }),
    content: headEnd === -1 ? new Uint8Array() : bytes.subarray(headEnd + BLANK_LINE.length),
  }
}

function headerIn(head: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim()
}

function lengthIn(head: string): number | undefined {
  const length = headerIn(head, 'content-length')
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined
}

/** @see HTML Standard, multipart/form-data encoding algorithm */
function unquote(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
