import { mediaTypeEssence } from '../../http/media/media-type.ts'
import { readBody } from '../bodies/read-body.ts'
import type { Answer, Call } from '../call/call.ts'
import { composeCall } from './compose.ts'
import { sendCall, sendingFailure } from './send.ts'

/**
 * Makes one call and reads the response, whatever its status.
 * @throws NetworkError, TimeoutError, ParseError, FormatError, SerializationError, the abort reason of the
 * caller's signal, or any error that a middleware throws.
 */
export async function exchangeCall(call: Call): Promise<Answer> {
  const sending = composeCall(call)
  const response = await sendCall(sending)
  const { status, headers } = response
  const { formats, read = readBody } = call.parts
  try {
    const answer = {
      context: sending,
      url: (sending.outgoing ?? sending).url,
      status,
      headers,
      mediaType: mediaTypeEssence(headers.get('content-type')) || undefined,
      body: await read(response, sending),
    }
    return formats?.receive(answer) ?? answer
  } catch (cause) {
    throw sendingFailure(sending, cause)
  }
}
