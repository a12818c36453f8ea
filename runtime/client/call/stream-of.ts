import { matchContent } from '../../http/media/media-type.ts'
import type { StreamDescriptor } from '../../http/stream/stream.ts'
import type { ClientOperation } from './client-operation.ts'

/**
 * The stream descriptor for reading a response item by item; `undefined` if the response is read as a whole.
 */
export function responseStream(
  { streams = {} }: ClientOperation,
  { ok, headers }: Response,
): StreamDescriptor | undefined {
  const mediaType = headers.get('content-type')
  return ok && mediaType !== null ? streams[matchContent(Object.keys(streams), mediaType) ?? ''] : undefined
}
