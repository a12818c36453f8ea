import { parseExactJson } from '../json/exact-json.ts'
import type { EventDecoder } from './decode-events.ts'
import type { DecoderOptions } from './decode-json.ts'
import { PartsDecoder } from './decode-parts.ts'
import { MAX_ITEM_LENGTH, StreamDecoder } from './decode-stream.ts'
import type { StreamDescriptor } from './stream.ts'

/** Decodes items from the bytes of a body, in pieces of any length. */
export interface ItemDecoder {
  /** Present for server-sent events. */
  readonly events?: EventDecoder | undefined
  /** True if the body announced its end. */
  readonly isEnded: boolean
  /**
   * Decodes the items that end in a piece.
   * @throws {ItemError} if an item is too long or malformed, after generating the items before it; also
   * errors from `parse`.
   */
  push(bytes: Uint8Array): Iterable<unknown>
  /**
   * Decodes the items that only the end of the body completes. @throws {ItemError} if such an item is
   * incomplete or malformed.
   */
  end(): Iterable<unknown>
}

/** Maximum number of bytes in a part. It is larger than for other items, because parts can be files. */
const MAX_PART_BYTES = 2 ** 28

/**
 * @param mediaType the media type of the body, with parameters.
 * @throws {ItemError} if items are parts and the media type has no valid boundary.
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
