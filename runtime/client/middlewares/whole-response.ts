import type { Sending } from '../call/call.ts'
import { failure } from '../sending/send.ts'

/**
 * The answer once it is complete; its body can be read repeatedly by `clone`.
 * @throws {NetworkError|TimeoutError} or the caller's abort reason, if it is incomplete.
 */
export async function wholeResponse(response: Response, sending: Sending): Promise<Response> {
  if (!response.body) return response
  try {
    return withBody(response, await response.arrayBuffer())
  } catch (cause) {
    throw failure(sending, cause)
  }
}

/** The answer with another body. */
export function withBody(response: Response, body: BodyInit): Response {
  return Object.defineProperty(new Response(body, response), 'url', { value: response.url })
}
