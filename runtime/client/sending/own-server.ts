import { serverUrlFromBase } from '../../http/uri/server-url.ts'
import type { Call } from '../call/call.ts'

/** Base URL for an operation: its own server if it has one, otherwise the client's base URL. */
export function ownServer({ client, operation }: Call): string {
  const { baseUrl } = client.options
  return operation.server === undefined ? baseUrl : serverUrlFromBase(baseUrl, operation.server)
}
