import { isJson, type OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'

/**
 * The JSON media type of a requestBody and its schema. JSON Patch has operations in it, not members. Servers may ignore the body of a GET or
 * HEAD, whatever a document says of it.
 * @see RFC 9110, 9.3.1
 */
export function jsonBody({
  method,
  requestBody,
}: OperationDescriptor): { readonly mediaType: string; readonly schema: JsonSchema } | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  const found = Object.entries(requestBody?.content ?? {}).find(
    ([type]) => isJson(type) && !type.includes('json-patch'),
  )
  return found && { mediaType: found[0], schema: found[1].schema ?? true }
}
