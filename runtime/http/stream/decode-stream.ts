import { EventDecoder } from './decode-events.ts'
import { type DecoderOptions, parseItem, ValueDecoder } from './decode-json.ts'
import { hasJsonEvents, type StreamDescriptor } from './stream.ts'

/** Maximum characters of an item: an endless stream must not fill the memory. */
export const MAX_ITEM_LENGTH: number = 2 ** 24

/** End mark that OpenAI and others send after the last event; neither JSON nor an item. */
const END = '[DONE]'

/** Decodes events or JSON values from a body's bytes. */
export class StreamDecoder {
  /** Present for server-sent events. */
  readonly events: EventDecoder | undefined
  /** True if the stream announced its end. */
  isEnded = false
  readonly #stream: StreamDescriptor
  readonly #options: DecoderOptions
  readonly #values: ValueDecoder
  /**
   * As the HTML Standard requires for events, a byte order mark is dropped, and invalid UTF-8 becomes U+FFFD.
   */
  readonly #utf8 = new TextDecoder()

  constructor(stream: StreamDescriptor, options: DecoderOptions) {
    this.#stream = stream
    this.#options = options
    this.#values = new ValueDecoder(stream.format === 'records' ? 'records' : 'lines', options)
    if (stream.format === 'events') this.events = new EventDecoder(options.maxLength)
  }

  /**
   * Items that end in a piece.
   * @throws {ItemError} after the items before it, if an item is too long or not JSON; errors of `parse`.
   */
  push(bytes: Uint8Array): Iterable<unknown> {
    return this.#items(this.#utf8.decode(bytes, { stream: true }))
  }

  /** Items that only the body's end completes. @throws {ItemError} */
  *end(): Iterable<unknown> {
    yield* this.#items(this.#utf8.decode())
    // An event without an empty line after it is none.
    if (this.events === undefined) yield* this.#values.end()
  }

  *#items(text: string): Generator<unknown, void, undefined> {
    if (this.events === undefined) yield* this.#values.push(text)
    else
      for (const event of this.events.push(text)) {
        const isJson = hasJsonEvents(this.#stream, event.event)
        this.isEnded = isJson && event.data.trim() === END
        if (this.isEnded) return
        yield isJson ? { ...event, data: parseItem(event.data, this.#options) } : event
      }
  }
}
