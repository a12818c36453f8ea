import type { SerializedBody } from '../../http/serialize-body.ts'
import { addQuery } from '../../http/uri/add-query.ts'
import type { Call, Sending } from '../call/call.ts'
import { plainPath, plainQuery } from '../parameters/write-plain.ts'

/**
 * Writes everything in a call except credentials.
 * @throws {SerializationError} before anything is sent.
 */
export function composeCall(call: Call): Sending {
  const { client, operation, parts, request, options } = call
  const { operationId, method } = operation
  const { baseUrl = parts.server?.(call) ?? client.options.baseUrl } = options
  const path = call.url === undefined ? (parts.path ?? plainPath)(call) : ''
  return {
    operationId,
    method,
    // A webhook has no path, so the base URL is used unchanged.
    url:
      call.url ??
      addQuery(path ? baseUrl.replace(/\/$/, '') + path : baseUrl, (parts.query ?? plainQuery)(call)),
    call,
    headers: parts.headers?.(call),
    cookies: parts.cookies?.(call),
    body: request.body === undefined ? undefined : (parts.body ?? plainJson)(call),
  }
}

function plainJson({ request }: Call): SerializedBody {
  return { body: JSON.stringify(request.body), contentType: 'application/json' }
}
