import { EventDecoder } from './decode-events.ts'
import { type DecoderOptions, parseItem, ValueDecoder } from './decode-json.ts'
import { hasJsonEvents, type StreamDescriptor } from './stream.ts'

/** Maximum number of characters in an item: an endless stream must not fill the memory. */
export const MAX_ITEM_LENGTH: number = 2 ** 24

/** The end marker that OpenAI and others send after the last event. It is neither JSON nor an item. */
const END = '[DONE]'

/** Decodes events or JSON values from the bytes of a body. */
export class StreamDecoder {
  /** Present for server-sent events. */
  readonly events: EventDecoder | undefined
  /** True if the stream announced its end. */
  isEnded = false
  readonly #stream: StreamDescriptor
  readonly #options: DecoderOptions
  readonly #values: ValueDecoder
  /**
   * As the HTML Standard requires for events, a byte order mark is dropped and invalid UTF-8 becomes U+FFFD.
   */
  readonly #utf8 = new TextDecoder()

  constructor(stream: StreamDescriptor, options: DecoderOptions) {
    this.#stream = stream
    this.#options = options
    this.#values = new ValueDecoder(stream.format === 'records' ? 'records' : 'lines', options)
    if (stream.format === 'events') this.events = new EventDecoder(options.maxLength)
  }

  /**
   * Decodes the items that end in a piece.
   * @throws {ItemError} if an item is too long or not JSON, after generating the items before it; also errors
   * from `parse`.
   */
  push(bytes: Uint8Array): Iterable<unknown> {
    return this.#items(this.#utf8.decode(bytes, { stream: true }))
  }

  /**
   * Generates the items that only the end of the body completes. @throws {ItemError} if such an item is not
   * JSON.
   */
  *end(): Iterable<unknown> {
    yield* this.#items(this.#utf8.decode())
    // Lines that are not followed by an empty line do not form an event.
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
