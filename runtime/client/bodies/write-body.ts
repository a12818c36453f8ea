import {
  type BodyChoice,
  type SerializedBody,
  serializeBody,
  serializeFormBody,
  serializeWhole,
} from '../../http/serialize-body.ts'
import type { Call } from '../call/call.ts'

/** Writes a body in any media type: JSON, forms, multipart, text, bytes and streams. */
export function writeBody(call: Call): SerializedBody {
  return serializeBody(choiceOf(call), call.request.body)
}

/** Like `writeBody`, for content without multipart. */
export function writeFormBody(call: Call): SerializedBody {
  return serializeFormBody(choiceOf(call), call.request.body)
}

/** Like `writeBody`, for content without forms and multipart. */
export function writeWhole(call: Call): SerializedBody {
  return serializeWhole(choiceOf(call), call.request.body)
}

function choiceOf({ operation, request: { mediaType } }: Call): BodyChoice {
  return { content: operation.body?.content ?? {}, mediaType }
}
