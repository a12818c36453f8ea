import type { SecuritySchemeDescriptor } from '../../http/operation.ts'
import { checkHeaderValue } from '../../http/serialize-parameter.ts'
import { addQuery } from '../../http/uri/add-query.ts'
import { encodeStrict } from '../../http/uri/encode.ts'
import { type Follow, followRedirects } from './follow-redirects.ts'

/** User name and password for `http` `basic`. */
export interface UserCredential {
  readonly username: string
  readonly password: string
}

/** The reason why a credential is requested. */
export interface CredentialRequest {
  /**
   * True if the server has just rejected the last credential with 401, so a cached token must not be used
   * again.
   */
  readonly rejected: boolean
}

/**
 * Credential for a security scheme: a token or key, a user and password, or a function that gets one of
 * these. The function is called for each call, and again by the `refresh` middleware after a 401. Nothing is
 * sent for an empty string, or if a function returns no credential, such as before a login. A redirect to
 * another origin drops all credentials, except in web pages and their workers, where only `fetch` can follow
 * a redirect and keeps an API key that is in a header of its own.
 */
export type Credential = string | UserCredential | CredentialFunction

export type CredentialFunction = (request: CredentialRequest) => MaybeCredential | Promise<MaybeCredential>

type MaybeCredential = string | UserCredential | null | undefined

/** Credentials by security scheme name. */
export type CredentialSet = Readonly<Record<string, Credential | undefined>>

/** The parts of a request into which credentials are written. */
export interface Outgoing {
  url: string
  /** Names in lower case. */
  readonly headers: Record<string, string>
  /**
   * Sends the request and follows redirects. Present if the request contains a credential that `fetch` would
   * pass on to other origins.
   */
  follow?: Follow
}

/** A security scheme, with the function that sends its credential. */
export interface SecurityScheme extends SecuritySchemeDescriptor {
  /** Absent if the credential is not part of the request (`mutualTLS`). */
  readonly write?: WriteCredential
}

type WriteCredential = (
  outgoing: Outgoing,
  credential: string | UserCredential,
  scheme: SecurityScheme,
) => void

/** Writes `Authorization` with the scheme's name, or with "Bearer" for `oauth2` and `openIdConnect`. */
export const writeToken: WriteCredential = ({ headers }, credential, { scheme = 'bearer' }) => {
  const name = scheme.replace(/^./, (letter) => letter.toUpperCase())
  headers['authorization'] = checkHeaderValue('Authorization', `${name} ${credential}`)
}

/** Writes `Authorization` with user name and password in UTF-8. @see RFC 7617 */
export const writeUser: WriteCredential = ({ headers }, credential) => {
  const text = typeof credential === 'string' ? credential : `${credential.username}:${credential.password}`
  headers['authorization'] = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`
}

/** Writes an API key into a header. */
export const writeHeaderKey: WriteCredential = (outgoing, credential, { name = '' }) => {
  outgoing.headers[name.toLowerCase()] = checkHeaderValue(name, String(credential))
  outgoing.follow = followRedirects
}

/** Writes an API key into the query. */
export const writeQueryKey: WriteCredential = (outgoing, credential, { name = '' }) => {
  outgoing.url = addQuery(outgoing.url, `${encodeStrict(name)}=${encodeStrict(String(credential))}`)
}

/** Writes an API key into a cookie. */
export const writeCookieKey: WriteCredential = ({ headers }, credential, { name = '' }) => {
  const { cookie } = headers
  headers['cookie'] =
    `${cookie === undefined ? '' : `${cookie}; `}${encodeStrict(name)}=${encodeStrict(String(credential))}`
}
