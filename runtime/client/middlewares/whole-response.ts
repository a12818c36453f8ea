import type { Sending } from '../call/call.ts'
import { failure } from '../sending/send.ts'

/**
 * The answer once all of it is there; its body can be read more than once by `clone`.
 * @throws NetworkError, TimeoutError or the reason of the caller's signal where it breaks off.
 */
export async function wholeResponse(response: Response, sending: Sending): Promise<Response> {
  if (!response.body) return response
  try {
    return withBody(response, await response.arrayBuffer())
  } catch (cause) {
    throw failure(sending, cause)
  }
}

/** The same answer with another body. */
export function withBody(response: Response, body: BodyInit): Response {
  return Object.defineProperty(new Response(body, response), 'url', { value: response.url })
}
