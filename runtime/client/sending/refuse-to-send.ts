import { SerializationError } from '../../http/style/serialization-error.ts'
import type { Call } from '../call/call.ts'

/**
 * Takes the place of the writer for a call that `fetch` does not send: one with a method such as TRACE, or
 * with a body that its method does not allow.
 * @throws {SerializationError}
 * @see Fetch Standard, forbidden method, and the constructor of Request
 */
export function refuseToSend({ operation: { operationId, method } }: Call): never {
  const fact = method === 'GET' || method === 'HEAD' ? 'no body for GET or HEAD' : `no ${method} request`
  throw new SerializationError(`${operationId} cannot be called: \`fetch\` sends ${fact}.`)
}
