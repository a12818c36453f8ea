import { matchContent } from '../../http/media-type.ts'
import { SerializationError } from '../../http/serialization-error.ts'
import type { SerializedBody } from '../../http/serialize-body.ts'
import { encodeItem } from '../../http/stream/encode-stream.ts'
import { ItemError } from '../../http/stream/item-error.ts'
import { isItems, writeStream } from '../../http/stream/write-stream.ts'
import { writeBody } from '../bodies/write-body.ts'
import type { Call } from '../call/call.ts'

/**
 * Writes a body of items where the document has a stream for its media type, else as `writeBody` does. An array can be sent again, and its
 * faults are known before anything is sent; what is iterated is sent as it is made.
 * @throws SerializationError
 */
export function writeItems(call: Call): SerializedBody {
  const { operation, request } = call
  const { body, mediaType } = request
  const content = operation.body?.content ?? {}
  const keys = Object.keys(content)
  const contentType = mediaType ?? keys[0] ?? ''
  const { stream } = content[matchContent(keys, contentType) ?? ''] ?? {}
  if (stream === undefined || !isItems(body) || body instanceof ReadableStream) return writeBody(call)
  const write = (item: unknown): string => {
    try {
      return encodeItem(stream, item)
    } catch (error) {
      throw error instanceof ItemError ? new SerializationError(`${error.message}.`) : error
    }
  }
  if (Array.isArray(body)) return { body: body.map(write).join(''), contentType, replayable: true }
  return { body: writeStream(body, { write, onFailure: () => {} }), contentType, replayable: false }
}
