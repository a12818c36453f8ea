import { essence, isJson, isText } from '../../http/media/media-type.ts'
import { isWithoutContent } from '../../http/status.ts'
import type { Sending } from '../call/call.ts'
import { ParseError } from '../errors/errors.ts'

/**
 * Reads a body by its own Content-Type: JSON as a value, text and JSON Lines as a string, anything else as a Blob.
 * @returns `undefined` when there is nothing to read: 204, 205, 304, HEAD, and no bytes of JSON or of no media type.
 *   No bytes of text are an empty string, of another media type an empty Blob: these are values of their types.
 * @throws ParseError when the answer is declared as JSON and is not.
 */
export async function readBody(
  response: Response,
  sending: Sending,
  mediaType = essence(response.headers.get('Content-Type')),
): Promise<unknown> {
  const { status } = response
  if (isWithoutContent(status) || sending.method === 'HEAD') return undefined
  if (mediaType === '') {
    const blob = await response.blob()
    return blob.size === 0 ? undefined : blob
  }
  if (isJson(mediaType)) {
    const text = await response.text()
    const parseJson = sending.call.parts.formats?.parseJson ?? JSON.parse
    try {
      return text === '' ? undefined : parseJson(text)
    } catch (cause) {
      throw new ParseError(sending, { status, text }, cause)
    }
  }
  return isText(mediaType) ? response.text() : response.blob()
}
