import { addQuery } from '../../http/uri/add-query.ts'
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
    url: call.url ?? joined(baseUrl, parameters.target),
    call,
    parameters,
    body: request.body === undefined ? undefined : (parts.body ?? writeJson)(call),
  }
}

/** A base URL and a path below it; the address of a webhook, which has no path, stays as it is. */
function joined(baseUrl: string, target: string): string {
  if (target.startsWith('/')) return (baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl) + target
  return addQuery(baseUrl, target.slice(1))
}
