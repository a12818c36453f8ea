import { isJson } from '../../http/media/media-type.ts'
import { isWithoutContent } from '../../http/status.ts'
import type { Sending } from '../call/call.ts'
import { type ClientOperation, isDocumentedStatus } from '../call/client-operation.ts'
import { ParseError } from '../errors/errors.ts'

/**
 * Reads a body by its own Content-Type: JSON as a value, text and JSON Lines as a string, anything else as a
 * Blob.
 * @returns `undefined` if there is nothing to read: 204, 205, 304, HEAD, and an empty body of JSON or without
 * a media type. An empty text is an empty string, and any other empty body an empty Blob: these are values of
 * their types.
 * @throws ParseError when the answer is declared as JSON and is not, or when a success lacks
 * the body that the document has.
 */
export async function readBody(response: Response, sending: Sending): Promise<unknown> {
  const { status, headers } = response
  const mediaType = headers.get('content-type') ?? ''
  const { operation, parts } = sending.call
  if (isWithoutContent(status, sending.method)) return undefined
  if (mediaType && !isJson(mediaType))
    return /^text\/|xml\b|json/i.test(mediaType) ? response.text() : response.blob()
  const blob = mediaType ? undefined : await response.blob()
  if (blob?.size) return blob
  const text = await (blob ?? response).text()
  if (!text && !needsBody(operation, status)) return undefined
  try {
    return (parts.parseJson ?? JSON.parse)(text)
  } catch (cause) {
    throw new ParseError(sending, { status, text }, cause)
  }
}

/** True for a success with a body in the document. Its status is enough to identify a failure. */
function needsBody({ accept, statuses, empty = '' }: ClientOperation, status: number): boolean {
  return (
    status < 300 &&
    isDocumentedStatus(statuses, status) &&
    !isDocumentedStatus(empty, status) &&
    accept !== ''
  )
}
