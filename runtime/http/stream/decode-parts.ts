import { PartsReader, type RawPart } from '../multipart/parts-reader.ts'
import { readPartValue } from '../multipart/read-value.ts'
import { type DecoderOptions, parseItem } from './decode-json.ts'
import { ItemError, itemTooLong } from './item-error.ts'
import type { StreamDescriptor } from './stream.ts'

/** Reads multipart parts as items, from pieces of any length. */
export class PartsDecoder {
  readonly events: undefined
  readonly #reader: PartsReader
  readonly #kind: StreamDescriptor['parts']
  readonly #options: DecoderOptions

  /**
   * @param mediaType the media type, with the boundary.
   * @param options `maxLength` is in bytes.
   * @throws {ItemError} if the boundary is missing, repeated or malformed.
   */
  constructor({ parts }: StreamDescriptor, mediaType: string, options: DecoderOptions) {
    this.#reader = refusing(() => new PartsReader(mediaType))
    this.#kind = parts
    this.#options = options
  }

  /** True after the final delimiter. */
  get isEnded(): boolean {
    return this.#reader.isEnded
  }

  /**
   * Generates the items that end in a piece.
   * @throws {ItemError} if an item is too long or malformed, after generating the items before it; also
   * errors from `parse`.
   */
  *push(bytes: Uint8Array): Generator<unknown, void, undefined> {
    const parts = this.#reader.push(bytes)
    for (let next = refusing(() => parts.next()); !next.done; next = refusing(() => parts.next()))
      yield this.#valueOf(next.value)
    const { maxLength } = this.#options
    if (this.#reader.pending > maxLength) throw itemTooLong(maxLength, 'bytes')
  }

  /** The end of the body completes no item. @throws {ItemError} if it cuts off an item. */
  end(): readonly unknown[] {
    if (this.#reader.isInside) throw new ItemError('has no end')
    return []
  }

  #valueOf(part: RawPart): unknown {
    const parse = (text: string): unknown => parseItem(text, this.#options)
    return refusing(() =>
      readPartValue(part, {
        parse,
        ofText: (text) => (this.#kind === 'json' ? jsonOrText(text, parse) : text),
        isFile: this.#kind === 'files',
      }),
    )
  }
}

/** Parses JSON, such as a number, true, false or null. Any other text stays a string. */
function jsonOrText(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof ItemError) return text
    throw error
  }
}

/**
 * Converts errors to an `ItemError`: a SyntaxError about delimiters or headers, or a TypeError about invalid
 * UTF-8.
 */
function refusing<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new ItemError(`cannot be delimited: ${cause.message}`, { cause })
    if (cause instanceof TypeError) throw new ItemError('is not UTF-8', { cause })
    throw cause
  }
}
