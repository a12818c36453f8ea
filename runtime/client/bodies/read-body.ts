import { isJson } from '../../http/media/media-type.ts'
import { isWithoutContent } from '../../http/status.ts'
import type { Sending } from '../call/call.ts'
import { type ClientOperation, isDocumentedStatus } from '../call/client-operation.ts'
import { ParseError } from '../errors/errors.ts'

/**
 * Reads a body according to its own Content-Type: JSON as a value, text, XML and JSON Lines as a string, and
 * anything else as a Blob.
 * @returns `undefined` if there is nothing to read. This applies to 204, 205, 304 and HEAD, and to an empty
 * body that is JSON or has no media type. Any other empty body becomes an empty string or Blob.
 * @throws ParseError if the response is declared as JSON and is not, or if a successful response lacks the
 * body that the document declares.
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

/**
 * True for a success whose body the document declares. A failure needs no body, because its status identifies
 * it.
 */
function needsBody({ accept, statuses, empty = '' }: ClientOperation, status: number): boolean {
  return (
    status < 300 &&
    isDocumentedStatus(statuses, status) &&
    !isDocumentedStatus(empty, status) &&
    accept !== ''
  )
}
