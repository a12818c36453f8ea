import type { SerializedBody } from '../../http/serialize-body.ts'
import type { Call } from '../call/call.ts'

/** Writes a body as JSON, in the media type that the request or else the descriptor names. */
export function writeJson({ operation, request }: Call): SerializedBody {
  const [mediaType = 'application/json'] = Object.keys(operation.body?.content ?? {})
  const contentType = request.mediaType ?? mediaType
  return { body: JSON.stringify(request.body), contentType, replayable: true }
}
