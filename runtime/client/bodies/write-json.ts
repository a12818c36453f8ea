import type { SerializedBody } from '../../http/serialize-body.ts'
import type { Call } from '../call/call.ts'

/** Writes a body as JSON with the request's media type or, failing that, the first one in the descriptor. */
export function writeJson({ operation, request }: Call): SerializedBody {
  const [mediaType = 'application/json'] = Object.keys(operation.body?.content ?? {})
  const contentType = request.mediaType ?? mediaType
  return { body: JSON.stringify(request.body), contentType, replayable: true }
}
