import type { Call } from '../call/call.ts'
import { plainQuery } from './write-plain.ts'

/**
 * Writes a query in the default style, except for the descriptor's parameters, which have a JSON media type.
 */
export function writeJsonQuery({ operation, request }: Call): string {
  const query: Record<string, unknown> = { ...request.query }
  for (const { name } of operation.parameters ?? []) query[name] = JSON.stringify(query[name])
  return plainQuery({ request: { query } })
}
