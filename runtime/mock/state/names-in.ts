import { identifierInPath } from '@concordat/contract/document'
import { valueAt } from '@concordat/runtime/json'
import type { OperationDescriptor } from '@concordat/runtime/server'

/** A parsed request. */
interface Parsed {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Path parameters of the resource that an operation addresses, taken from the request's path and from item
 * names elsewhere in the request.
 */
export function namesInRequest(
  { path, query, body }: Parsed,
  { addressed }: OperationDescriptor,
): Readonly<Record<string, string>> {
  const elsewhere = Object.entries(addressed?.names ?? {}).flatMap(([name, place]) => {
    const text = identifierInPath(valueAt(place.in === 'body' ? body : query, place.path))
    return text === undefined ? [] : [[name, text] as const]
  })
  const own = Object.entries(path).map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries([...own, ...elsewhere])
}
