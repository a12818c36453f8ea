import { serverOf } from '../../http/uri/server-url.ts'
import type { Call } from '../call/call.ts'

/** The base URL of an operation that has a server of its own. */
export function ownServer({ client, operation }: Call): string {
  const { baseUrl } = client.options
  return operation.server === undefined ? baseUrl : serverOf(baseUrl, operation.server)
}
