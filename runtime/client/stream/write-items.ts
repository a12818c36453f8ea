import { matchContent } from '../../http/media/media-type.ts'
import type { SerializedBody } from '../../http/serialize-body.ts'
import { itemEncoder } from '../../http/stream/encode-stream.ts'
import { ItemError } from '../../http/stream/item-error.ts'
import { isItems, writeStream } from '../../http/stream/write-stream.ts'
import { SerializationError } from '../../http/style/serialization-error.ts'
import { writeBody } from '../bodies/write-body.ts'
import type { Call } from '../call/call.ts'

/**
 * Writes a body of items if the document declares a stream for its media type; otherwise writes it like
 * `writeBody`. An array can be sent again, and is checked before sending. Other iterables are sent as they
 * are produced.
 * @throws {SerializationError}
 */
export function writeItems(call: Call): SerializedBody {
  const { operation, request } = call
  const { body, mediaType } = request
  const content = operation.body?.content ?? {}
  const keys = Object.keys(content)
  const named = mediaType ?? keys[0] ?? ''
  const { stream, ...media } = content[matchContent(keys, named) ?? ''] ?? {}
  if (stream === undefined || !isItems(body) || isWhole(body)) return writeBody(call)
  const { contentType, write, end } = itemEncoder({ ...media, stream }, named)
  const written = (item: unknown): BlobPart[] => {
    try {
      return write(item)
    } catch (error) {
      throw error instanceof ItemError ? new SerializationError(`${error.message}.`) : error
    }
  }
  if (!Array.isArray(body))
    return {
      body: writeStream(body, { write: written, end, onFailure: () => {} }),
      contentType,
      replayable: false,
    }
  const pieces = [...body.flatMap(written), end()]
  const isText = pieces.every((piece) => typeof piece === 'string')
  return { body: isText ? pieces.join('') : new Blob(pieces), contentType, replayable: true }
}

/** True if an iterable value is already a body: bytes, a stream of bytes, or a form. */
function isWhole(body: unknown): boolean {
  return (
    body instanceof ReadableStream ||
    ArrayBuffer.isView(body) ||
    body instanceof FormData ||
    body instanceof URLSearchParams
  )
}
