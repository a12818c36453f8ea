import { mayRefuseFor, refusesFor, type SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { answerJsonOfText } from '../../data/exchange/json-text.ts'
import { credentialBase64 } from '../../data/exchange/request.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { askServer, type HttpConnection, Refused } from '../transport/ask.ts'
import { requestLoginToken, tokenInReply } from './login.ts'

/**
 * A request to a token endpoint. It uses the password grant if there is a user, and otherwise the client
 * credentials grant.
 */
export interface Grant {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly user?: { readonly username: string; readonly password: string } | undefined
  /**
   * Default: the URL in the document or, if there is none, the one from discovery or the server's metadata.
   * It is absolute or relative to the base URL.
   */
  readonly tokenUrl?: string | undefined
  /** Default: `wishes`, or no scopes if the server rejects these. */
  readonly scopes?: readonly string[] | undefined
  /**
   * The scopes that the document's operations require, used if no scopes are configured. They are omitted if
   * the server rejects them.
   */
  readonly wishes?: readonly string[] | undefined
  /** Additional parameters of the token request, such as an `audience` or a `resource`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined
}

/**
 * Gets an access token for an `oauth2` or `openIdConnect` scheme.
 * @throws TargetError if the document has no token endpoint for the grant, or if the endpoint rejects the
 * request.
 * @see RFC 6749, 4.3, 4.4 and 8.2; RFC 8414; OpenID Connect Discovery 1.0, 4
 */
export async function oauthToken(
  { name, scheme }: { name: string; scheme: SecuritySchemeDescriptor },
  grant: Grant,
  connection: HttpConnection,
): Promise<string> {
  const purpose = `The token request for the security scheme "${name}"`
  const { url, methods } =
    grant.tokenUrl === undefined
      ? await endpointOf(scheme, { purpose, grant, connection })
      : { url: grant.tokenUrl }
  const ways = waysToAsk(grant, methods)
  if (ways.length === 0)
    throw new TargetError(
      `${purpose} failed: Concordat supports none of the client authentication methods that ${url} accepts (${methods?.join(', ')}). Fix: use a token instead of "oauth".`,
    )
  const form =
    grant.user === undefined
      ? { grant_type: 'client_credentials' }
      : { grant_type: 'password', username: grant.user.username, password: grant.user.password }
  let refusal: Refused | undefined
  for (const address of addressesOf(url, connection)) {
    for (const { headers, fields } of ways) {
      const body = new URLSearchParams({ ...grant.parameters, ...form, ...fields }).toString()
      const question = { purpose, url: address, method: 'POST', headers, body }
      try {
        return await requestLoginToken(question, { pointer: '/access_token' }, connection)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        // Keeps the error response from an existing address, because its message about the client is more
        // useful than a message that another address is missing.
        if (refusal === undefined || !isNowhere(error)) refusal = error
        if (isNowhere(error)) break
        if (!isAboutClient(error)) throw error
      }
    }
  }
  throw refusal
}

/**
 * Returns the addresses that a path in the document can denote. According to the OpenAPI standard, the path
 * replaces the path of the server's URL; in common practice, it is appended to that path.
 */
function addressesOf(url: string, { baseUrl }: HttpConnection): readonly string[] {
  if (URL.canParse(url) || !url.startsWith('/')) return [url]
  return [url, new URL(url, baseUrl).href]
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Returns the ways to request a token. A client with a secret sends its id and secret as HTTP basic, which
 * every server must accept, or in the form, which is the only way that some servers accept. Scopes that the
 * user did not choose are requested first, because tokens without them might give no access, and then
 * omitted.
 * @param methods The client authentication methods, if the server lists them.
 */
function waysToAsk(
  { clientId, clientSecret, scopes, wishes = [] }: Grant,
  methods: readonly string[] | undefined,
): readonly Asking[] {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const scoped = (wanted: readonly string[]) => (wanted.length === 0 ? {} : { scope: wanted.join(' ') })
  const asked = scopes !== undefined || wishes.length === 0 ? [scoped(scopes ?? [])] : [scoped(wishes), {}]
  if (clientId === undefined) return asked.map((fields) => ({ headers, fields }))
  const inForm = { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
  const formed = asked.map((fields) => ({ headers, fields: { ...fields, ...inForm } }))
  if (clientSecret === undefined) return formed
  const authorization = `Basic ${credentialBase64(`${encode(clientId)}:${encode(clientSecret)}`)}`
  const takes = (method: string): boolean => methods?.includes(method) ?? true
  return [
    ...(takes('client_secret_basic')
      ? asked.map((fields) => ({ headers: { ...headers, authorization }, fields }))
      : []),
    ...(takes('client_secret_post') ? formed : []),
  ]
}

function isNowhere({ status }: Refused): boolean {
  return refusesFor(status, 'absence', 'method')
}

/**
 * True if another way to request a token might succeed, which is not the case after a wrong password. @see
 * RFC 6749, 5.2
 */
function isAboutClient({ status, message }: Refused): boolean {
  return mayRefuseFor(status, 'content', 'caller') && !message.includes('invalid_grant')
}

/**
 * The client id and secret are form-encoded before they become a user and a password. @see RFC 6749, 2.3.1
 */
function encode(text: string): string {
  return new URLSearchParams({ x: text }).toString().slice(2)
}

/** A token endpoint, and its client authentication methods, if the server lists them. */
interface Endpoint {
  readonly url: string
  readonly methods?: readonly string[] | undefined
}

async function endpointOf(
  scheme: SecuritySchemeDescriptor,
  { purpose, grant, connection }: { purpose: string; grant: Grant; connection: HttpConnection },
): Promise<Endpoint> {
  const { type, tokenUrls, openIdConnectUrl = '', oauth2MetadataUrl } = scheme
  if (type === 'openIdConnect') return discover(openIdConnectUrl, purpose, connection)
  const flow = grant.user === undefined ? 'clientCredentials' : 'password'
  const url = tokenUrls?.[flow]
  if (url !== undefined) return { url }
  if (oauth2MetadataUrl !== undefined) return discover(oauth2MetadataUrl, purpose, connection)
  throw new TargetError(
    `${purpose} failed: the document has no "${flow}" flow with a "tokenUrl" for this scheme. Fix: configure "tokenUrl", or use a token instead of "oauth".`,
  )
}

/** @see OpenID Connect Discovery 1.0, 4.2; RFC 8414, 2 and 3 */
async function discover(address: string, purpose: string, connection: HttpConnection): Promise<Endpoint> {
  const discovery = { purpose: purpose.replace('token request', 'discovery'), url: address, method: 'GET' }
  const reply = await askServer(discovery, connection)
  const url = tokenInReply(reply, { pointer: '/token_endpoint' }, discovery)
  const methods: unknown = Object(answerJsonOfText(reply.text))['token_endpoint_auth_methods_supported']
  return { url, ...(Array.isArray(methods) && methods.length > 0 && { methods: methods.map(String) }) }
}
