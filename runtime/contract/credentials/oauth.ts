import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { base64 } from '../exchange/request.ts'
import { TargetError } from '../outcome/target-error.ts'
import type { Connection } from '../transport/ask.ts'
import { login } from './login.ts'

/** What a token endpoint is asked with. Without a user it is the client credentials grant, with one the password grant. */
export interface Grant {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly user?: { readonly username: string; readonly password: string } | undefined
  /** Default: what the document says, for `openIdConnect` what discovery says. Absolute, or relative to the base URL. */
  readonly tokenUrl?: string | undefined
  /** Default: none is asked for, and the server gives what it gives. */
  readonly scopes?: readonly string[] | undefined
}

/**
 * Gets an access token of an `oauth2` or `openIdConnect` scheme.
 * @throws TargetError when the document names no token endpoint for the grant, or it refuses.
 * @see RFC 6749, 4.3 and 4.4; OpenID Connect Discovery 1.0, 4
 */
export async function tokenFor(
  { name, scheme }: { name: string; scheme: SecuritySchemeDescriptor },
  grant: Grant,
  connection: Connection,
): Promise<string> {
  const purpose = `The token request of the security scheme "${name}"`
  const url = grant.tokenUrl ?? (await tokenUrlOf(scheme, { purpose, grant, connection }))
  const form = new URLSearchParams(
    grant.user === undefined
      ? { grant_type: 'client_credentials' }
      : { grant_type: 'password', username: grant.user.username, password: grant.user.password },
  )
  if (grant.scopes !== undefined && grant.scopes.length > 0) form.set('scope', grant.scopes.join(' '))
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  if (grant.clientId !== undefined && grant.clientSecret !== undefined)
    headers['authorization'] = `Basic ${base64(`${encode(grant.clientId)}:${encode(grant.clientSecret)}`)}`
  else if (grant.clientId !== undefined) form.set('client_id', grant.clientId)
  const question = { purpose, url, method: 'POST', headers, body: form.toString() }
  return login(question, { pointer: '/access_token' }, connection)
}

/** Client id and secret are form-encoded before they become a user and a password. @see RFC 6749, 2.3.1 */
function encode(text: string): string {
  return new URLSearchParams({ x: text }).toString().slice(2)
}

async function tokenUrlOf(
  scheme: SecuritySchemeDescriptor,
  { purpose, grant, connection }: { purpose: string; grant: Grant; connection: Connection },
): Promise<string> {
  if (scheme.type === 'openIdConnect') return discover(scheme, purpose, connection)
  const flow = grant.user === undefined ? 'clientCredentials' : 'password'
  const url = scheme.tokenUrls?.[flow]
  if (url === undefined)
    throw new TargetError(
      `${purpose} failed: the document gives it no flow "${flow}" with a "tokenUrl". Fix: configure "tokenUrl".`,
    )
  return url
}

/** @see OpenID Connect Discovery 1.0, 4.2 */
function discover(
  { openIdConnectUrl: url = '' }: SecuritySchemeDescriptor,
  purpose: string,
  connection: Connection,
): Promise<string> {
  const discovery = { purpose: purpose.replace('token request', 'discovery'), url, method: 'GET' }
  return login(discovery, { pointer: '/token_endpoint' }, connection)
}
