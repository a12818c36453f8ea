import { assertRange } from '../../http/range.ts'
import type { SecurityScheme } from '../credentials/credentials.ts'
import type { Client, ClientOptions } from './call.ts'

/**
 * A document's data for a client: its security schemes, with the functions that write credentials. Printed by
 * the generator.
 */
export interface ClientDocument {
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  /** The version range of this package that the document was printed for, such as "0.2". */
  readonly runtime?: string
}

/**
 * Creates a client for one service.
 * @throws {TypeError} if the base URL contains a user or password, which would appear in errors and logs.
 * @throws {Error} if the document was printed for another version range of this package.
 */
export function createClient<Credentials extends object>(
  options: ClientOptions<Credentials>,
  { securitySchemes = {}, runtime }: ClientDocument = {},
): Client {
  assertRange(runtime)
  if (/^[\w+.-]+:\/\/[^/?#]*@/.test(options.baseUrl)) {
    throw new TypeError('The base URL must not contain a user and password. Fix: put them in "credentials".')
  }
  return { options, schemes: securitySchemes }
}
