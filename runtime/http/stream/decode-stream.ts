import { EventDecoder } from './decode-events.ts'
import { type DecoderOptions, LineDecoder, parseItem, RecordDecoder } from './decode-json.ts'
import { hasJson, type StreamDescriptor } from './stream.ts'

/** Characters that one item may have: a stream without an end in sight must not fill the memory. */
export const MAX_ITEM_LENGTH: number = 2 ** 24

/** The end mark that OpenAI sends after the last event, and others copied; neither JSON nor an item. */
const END = '[DONE]'

/** Takes events, or values that are JSON texts, from the bytes of a body. */
export class StreamDecoder {
  /** Present for server-sent events. */
  readonly events: EventDecoder | undefined
  /** True if the stream has announced its end. */
  isEnded = false
  readonly #stream: StreamDescriptor
  readonly #options: DecoderOptions
  readonly #values: LineDecoder | RecordDecoder
  /**
   * The HTML Standard requires this for events: a byte order mark is dropped, and bytes that are not UTF-8
   * become U+FFFD.
   */
  readonly #utf8 = new TextDecoder()

  constructor(stream: StreamDescriptor, options: DecoderOptions) {
    this.#stream = stream
    this.#options = options
    this.#values =
      stream.format === 'records' ? new RecordDecoder(this.#options) : new LineDecoder(this.#options)
    if (stream.format === 'events') this.events = new EventDecoder(options.maxLength)
  }

  /**
   * The items that end within a piece.
   * @throws ItemError, after the items before it, if the next one is too long or not JSON; errors of `parse`.
   */
  push(bytes: Uint8Array): Iterable<unknown> {
    return this.#items(this.#utf8.decode(bytes, { stream: true }))
  }

  /** The items that only the end of the body ends. @throws ItemError */
  *end(): Iterable<unknown> {
    yield* this.#items(this.#utf8.decode())
    // An event that no empty line follows is no event.
    if (this.events === undefined) yield* this.#values.end()
  }

  *#items(text: string): Generator<unknown, void, undefined> {
    if (this.events === undefined) yield* this.#values.push(text)
    else
      for (const event of this.events.push(text)) {
        const isJson = hasJson(this.#stream, event.event)
        this.isEnded = isJson && event.data.trim() === END
        if (this.isEnded) return
        yield isJson ? { ...event, data: parseItem(event.data, this.#options) } : event
      }
  }
}
