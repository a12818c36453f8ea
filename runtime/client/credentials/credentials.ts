import type { SecuritySchemeDescriptor } from '../../http/operation.ts'
import { checkHeaderValue } from '../../http/serialize-parameter.ts'
import { addQuery } from '../../http/uri/add-query.ts'
import { encodeStrict } from '../../http/uri/encode.ts'
import { type Follow, followRedirects } from './follow-redirects.ts'

/** User name and password of `http` `basic`. */
export interface UserCredential {
  readonly username: string
  readonly password: string
}

/** Reason for the request of a credential. */
export interface CredentialRequest {
  /** True when the server has just answered 401 to the last one: a cached token is of no use any more. */
  readonly rejected: boolean
}

/**
 * Credential for a security scheme: a token or key, a user and password, or a function that gets it. The
 * function is called for each call, and again by the `refresh` middleware after a 401. An empty text sends
 * nothing, and so does a function that returns none, such as before a login. A redirect to another origin
 * drops all credentials, except in pages and their workers: there only `fetch` can follow a redirect, and it
 * keeps an API key in a separate header.
 */
export type Credential = string | UserCredential | CredentialFunction

export type CredentialFunction = (request: CredentialRequest) => MaybeCredential | Promise<MaybeCredential>

type MaybeCredential = string | UserCredential | null | undefined

/** One member per security scheme of the document. */
export type CredentialSet = Readonly<Record<string, Credential | undefined>>

/** The parts of a request that credentials are written into. */
export interface Outgoing {
  url: string
  /** Names in lower case. */
  readonly headers: Record<string, string>
  /** Sends the request if it holds a credential that `fetch` takes along to other origins. */
  follow?: Follow
}

/** Security scheme, with the function that sends its credential. */
export interface SecurityScheme extends SecuritySchemeDescriptor {
  /** Absent: the credential does not travel in the request (`mutualTLS`). */
  readonly write?: WriteCredential
}

type WriteCredential = (
  outgoing: Outgoing,
  credential: string | UserCredential,
  scheme: SecurityScheme,
) => void

/** `Authorization` with the name of the scheme: "Bearer …" for `oauth2` and `openIdConnect` too. */
export const writeToken: WriteCredential = ({ headers }, credential, { scheme = 'bearer' }) => {
  const name = scheme.replace(/^./, (letter) => letter.toUpperCase())
  headers['authorization'] = checkHeaderValue('Authorization', `${name} ${credential}`)
}

/** `Authorization` with user name and password in UTF-8. @see RFC 7617 */
export const writeUser: WriteCredential = ({ headers }, credential) => {
  const text = typeof credential === 'string' ? credential : `${credential.username}:${credential.password}`
  headers['authorization'] = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`
}

/** An API key in a header. */
export const writeHeaderKey: WriteCredential = (outgoing, credential, { name = '' }) => {
  outgoing.headers[name.toLowerCase()] = checkHeaderValue(name, String(credential))
  outgoing.follow = followRedirects
}

/** An API key in the query. */
export const writeQueryKey: WriteCredential = (outgoing, credential, { name = '' }) => {
  outgoing.url = addQuery(outgoing.url, `${encodeStrict(name)}=${encodeStrict(String(credential))}`)
}

/** An API key in a cookie. */
export const writeCookieKey: WriteCredential = ({ headers }, credential, { name = '' }) => {
  const { cookie } = headers
  headers['cookie'] =
    `${cookie === undefined ? '' : `${cookie}; `}${encodeStrict(name)}=${encodeStrict(String(credential))}`
}
