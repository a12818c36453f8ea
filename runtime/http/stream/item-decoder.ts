import { parseExactJson } from '../json/exact-json.ts'
import type { EventDecoder } from './decode-events.ts'
import type { DecoderOptions } from './decode-json.ts'
import { PartsDecoder } from './decode-parts.ts'
import { MAX_ITEM_LENGTH, StreamDecoder } from './decode-stream.ts'
import type { StreamDescriptor } from './stream.ts'

/** Takes items from the bytes of a body, which come in pieces of any length. */
export interface ItemDecoder {
  /** Present for server-sent events. */
  readonly events?: EventDecoder | undefined
  /** True if the body has announced its end. */
  readonly isEnded: boolean
  /**
   * The items that end within a piece.
   * @throws ItemError, after the items before it, if the next one is too long
   * or malformed; errors of `parse`.
   */
  push(bytes: Uint8Array): Iterable<unknown>
  /** The items that only the end of the body ends. @throws ItemError */
  end(): Iterable<unknown>
}

/** Bytes that one part may have: files are longer than other items. */
const MAX_PART_BYTES = 2 ** 28

/**
 * @param mediaType of the body, with its parameters.
 * @throws ItemError where items are parts, and it names no boundary.
 */
export function itemDecoder(
  stream: StreamDescriptor,
  mediaType: string,
  { parse = parseExactJson, maxLength }: Partial<DecoderOptions> = {},
): ItemDecoder {
  return stream.format === 'parts'
    ? new PartsDecoder(stream, mediaType, { parse, maxLength: maxLength ?? MAX_PART_BYTES })
    : new StreamDecoder(stream, { parse, maxLength: maxLength ?? MAX_ITEM_LENGTH })
}
