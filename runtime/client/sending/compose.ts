import { writeJson } from '../bodies/write-json.ts'
import type { Call, Sending } from '../call/call.ts'
import { writePlain } from '../parameters/write-plain.ts'

/**
 * Writes everything of a call but the credentials.
 * @throws SerializationError before anything is sent.
 */
export function compose(call: Call): Sending {
  const { client, operation, parts, request, options } = call
  const { operationId, method } = operation
  const parameters = (parts.parameters ?? writePlain)(call)
  const { baseUrl = parts.server?.(call) ?? client.options.baseUrl } = options
  return {
    operationId,
    method,
    url: call.url ?? (baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl) + parameters.target,
    call,
    parameters,
    body: request.body === undefined ? undefined : (parts.body ?? writeJson)(call),
  }
}
