import { type SerializedBody, serializeBody } from '../../http/serialize-body.ts'
import type { Call } from '../call/call.ts'

/** Writes a body in any media type: JSON, forms, multipart, text, bytes and streams. */
export function writeBody({ operation, request: { body, mediaType } }: Call): SerializedBody {
  return serializeBody({ content: operation.body?.content ?? {}, mediaType }, body)
}
