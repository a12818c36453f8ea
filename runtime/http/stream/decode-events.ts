import { itemTooLong } from './item-error.ts'
import type { ServerSentEvent } from './stream.ts'

/**
 * Decodes server-sent events from text that arrives in arbitrary pieces. An event is complete at the end of
 * the empty line that follows it. Lines at the end of the stream without a following empty line are
 * discarded.
 * @see HTML Standard, 9.2.6, Interpreting an event stream
 */
export class EventDecoder {
  /** Sent to the server as `Last-Event-ID`; empty if no event had an id. */
  lastId = ''
  /** Number of milliseconds that the server asks clients to wait before they reconnect. */
  retry: number | undefined
  readonly #maxLength: number
  /** The start of an incomplete line. */
  #line = ''
  /**
   * True if the last piece ended with a carriage return: a line feed after it belongs to the same line end.
   */
  #isBehindReturn = false
  #fields: { event?: string; id?: string; retry?: number } = {}
  #data: string | undefined

  /** @param maxLength maximum number of characters in an event. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  *push(text: string): Generator<ServerSentEvent<string>, void, undefined> {
    if (text === '') return
    const lineEnd = /\r\n?|\n/g
    let start = this.#isBehindReturn && text.startsWith('\n') ? 1 : 0
    this.#isBehindReturn = text.endsWith('\r')
    lineEnd.lastIndex = start
    for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
      const line = this.#line + text.slice(start, end.index)
      this.#line = ''
      start = lineEnd.lastIndex
      const event = line === '' ? this.#dispatch() : this.#read(line)
      if (event !== undefined) yield event
    }
    this.#line += text.slice(start)
    this.#assertLength(this.#line.length)
  }

  #read(line: string): undefined {
    const colon = line.indexOf(':')
    if (colon === 0) return
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'data') {
      this.#assertLength(value.length)
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`
    } else if (name === 'event') this.#fields.event = value
    else if (name === 'id' && !value.includes('\0')) this.#fields.id = value
    else if (name === 'retry' && /^\d+$/.test(value)) this.retry = this.#fields.retry = Number(value)
  }

  #dispatch(): ServerSentEvent<string> | undefined {
    const { event = '', ...rest } = this.#fields
    const data = this.#data
    this.#fields = {}
    this.#data = undefined
    this.lastId = rest.id ?? this.lastId
    return data === undefined ? undefined : { ...(event !== '' && { event }), data, ...rest }
  }

  #assertLength(length: number): void {
    if (length + (this.#data?.length ?? 0) > this.#maxLength) throw itemTooLong(this.#maxLength)
  }
}
