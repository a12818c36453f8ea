import { assertRange } from '../../http/range.ts'
import type { SecurityScheme } from '../credentials/credentials.ts'
import type { Client, ClientOptions } from './call.ts'

/**
 * Description of the whole document for a client, printed by the generator: data, and the functions that send
 * credentials.
 */
export interface ClientDocument {
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  /** The range of this package that it was printed for: "0.2". */
  readonly runtime?: string
}

/**
 * Makes a client for one service.
 * @throws TypeError when the base URL holds a user or password: it would be in every error
 * and log. Error when the document
 *   was printed for another range of this package.
 */
export function createClient<Credentials extends object>(
  options: ClientOptions<Credentials>,
  { securitySchemes = {}, runtime }: ClientDocument = {},
): Client {
  assertRange(runtime)
  if (/^[\w+.-]+:\/\/[^/?#]*@/.test(options.baseUrl)) {
    throw new TypeError('Put the user and password of the base URL in "credentials".')
  }
  return { options, schemes: securitySchemes }
}
