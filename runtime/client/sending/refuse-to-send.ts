import { SerializationError } from '../../http/style/serialization-error.ts'
import type { Call } from '../call/call.ts'

/**
 * Takes the place of writing a call that `fetch` does not send: with the method TRACE, or with a body where the method has none.
 * @throws SerializationError
 * @see Fetch Standard, forbidden method, and the constructor of Request
 */
export function refuseToSend({ operation: { operationId, method } }: Call): never {
  const fact = method === 'GET' || method === 'HEAD' ? 'no body with GET and HEAD' : `no ${method} request`
  throw new SerializationError(`A call of ${operationId} cannot be sent: \`fetch\` sends ${fact}.`)
}
