import { isTextMediaType } from '../../http/media/media-type.ts'
import { isWithoutContent } from '../../http/status.ts'
import type { Sending } from '../call/call.ts'
import { readBody } from './read-body.ts'

/**
 * Reads text in the charset that its Content-Type specifies, if the platform supports it. Reads other bodies
 * as `readBody` does.
 */
export async function readText(response: Response, sending: Sending): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? ''
  const [, charset] = /;\s*charset="?([\w.:-]+)/i.exec(type) ?? []
  if (!response.body || !isTextMediaType(type) || isWithoutContent(response.status))
    return readBody(response, sending)
  if (charset === undefined) return response.text()
  const bytes = await response.arrayBuffer()
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
