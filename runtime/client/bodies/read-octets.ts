import { matchContent } from '../../http/media/media-type.ts'
import { isWithoutContent } from '../../http/status.ts'
import type { Sending } from '../call/call.ts'
import type { ClientOperation } from '../call/client-operation.ts'
import { readText } from './read-text.ts'

/**
 * Reads a body as a Blob if the document declares octets for its status and does not declare its media type
 * with other content. Reads any other body according to its media type.
 */
export async function readOctets(response: Response, sending: Sending): Promise<unknown> {
  const isBlob = !isWithoutContent(response.status, sending.method)
  return isBlob && areOctets(sending.call.operation, response) ? response.blob() : readText(response, sending)
}

function areOctets({ octets = {} }: ClientOperation, { status, headers }: Response): boolean {
  const others = octets[status] ?? octets[`${Math.floor(status / 100)}XX`] ?? octets['default']
  return others !== undefined && matchContent(others, headers.get('content-type') ?? '') === undefined
}
