import type { Sending } from '../call/call.ts'
import { sendingFailure } from '../sending/send.ts'

/**
 * The response, once it is complete. Its body can be read repeatedly through `clone`.
 * @throws {NetworkError|TimeoutError} or the caller's abort reason, if it is incomplete.
 */
export async function wholeResponse(response: Response, sending: Sending): Promise<Response> {
  if (!response.body) return response
  try {
    return responseWithBody(response, await response.arrayBuffer())
  } catch (cause) {
    throw sendingFailure(sending, cause)
  }
}

/** The response with another body. */
export function responseWithBody(response: Response, body: BodyInit): Response {
  return Object.defineProperty(new Response(body, response), 'url', { value: response.url })
}
