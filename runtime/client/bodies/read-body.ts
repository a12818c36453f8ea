import { essence, isJson, isText } from '../../http/media/media-type.ts'
import { isWithoutContent } from '../../http/status.ts'
import type { Sending } from '../call/call.ts'
import { type ClientOperation, isDocumented } from '../call/client-operation.ts'
import { ParseError } from '../errors/errors.ts'

/**
 * Reads a body by its own Content-Type: JSON as a value, text and JSON Lines as a string, anything else as a Blob.
 * @returns `undefined` when there is nothing to read: 204, 205, 304, HEAD, and no bytes of JSON or of no media type.
 *   No bytes of text are an empty string, of another media type an empty Blob: these are values of their types.
 * @throws ParseError when the answer is declared as JSON and is not, or when a success lacks the body that the document has.
 */
export async function readBody(response: Response, sending: Sending): Promise<unknown> {
  const { status, headers } = response
  const mediaType = essence(headers.get('Content-Type'))
  const { operation, parts } = sending.call
  if (isWithoutContent(status, sending.method)) return undefined
  if (mediaType && !isJson(mediaType)) return isText(mediaType) ? response.text() : response.blob()
  let text = ''
  if (mediaType) text = await response.text()
  else {
    const blob = await response.blob()
    if (blob.size) return blob
  }
  if (!text && mayBeEmpty(operation, status)) return undefined
  try {
    return (parts.parseJson ?? JSON.parse)(text)
  } catch (cause) {
    throw new ParseError(sending, { status, text }, cause)
  }
}

/** Failures say what they are by their status, whatever else they lack. */
function mayBeEmpty({ accept, statuses, empty = '' }: ClientOperation, status: number): boolean {
  return accept === '' || status > 299 || !isDocumented(statuses, status) || isDocumented(empty, status)
}
