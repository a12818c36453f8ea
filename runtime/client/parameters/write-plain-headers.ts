import { plainJsonText, plainJsonValue } from '../../http/json/plain.ts'
import { checkHeaderValue } from '../../http/serialize-parameter.ts'
import type { Call } from '../call/call.ts'

/**
 * Writes header parameters that have single values. @throws {SerializationError} for characters that headers
 * cannot contain.
 */
export function writePlainHeaders({ request }: Call): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const [name, input] of Object.entries(request.header ?? {})) {
    const value = plainJsonValue(input)
    if (value !== undefined) headers[name.toLowerCase()] = checkHeaderValue(name, plainJsonText(value))
  }
  return headers
}
