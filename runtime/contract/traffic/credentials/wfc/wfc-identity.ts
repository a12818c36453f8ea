import type { DocumentDescriptor } from '@concordat/runtime/http'
import { TargetError } from '../../../data/outcome/target-error.ts'
import type { HttpConnection } from '../../transport/ask.ts'
import { type CarriedHeader, credentialInHeader, schemesOfHeader } from '../carrier.ts'
import { logInWithCookies } from '../cookies/cookie-login.ts'
import type { CookieSession } from '../cookies/cookie-session.ts'
import type { Credential, CredentialSet } from '../credential.ts'
import { requestLoginToken } from '../login.ts'
import type { WfcLogin, WfcUser } from './wfc.ts'

/** The credentials in one user's requests. */
export interface WfcIdentity {
  /** The credentials that belong to security schemes in the document, keyed by scheme. */
  readonly credentials: CredentialSet
  /** Everything else, by header. */
  readonly headers: Readonly<Record<string, Credential>>
}

/** Finds the security schemes to which a user's headers, cookies and tokens belong. */
export function wfcIdentity(
  user: WfcUser,
  { document, connection }: { document: DocumentDescriptor; connection: HttpConnection },
): WfcIdentity {
  const credentials: Record<string, Credential> = {}
  const headers: Record<string, Credential> = {}
  const add = (carrier: CarriedHeader, value: Carried): void => {
    const schemes = schemesOfHeader(document, carrier)
    for (const name of schemes)
      credentials[name] = carried(value, (text) => credentialOf(document, name, { ...carrier, value: text }))
    if (schemes.length === 0) headers[carrier.name] = carried(value, (text) => text.trim())
  }
  for (const header of user.headers) add(header, header.value)
  const addSession = (name: string, source: () => Promise<CookieSession>): void => {
    credentials[name] = Object.assign(source, { isLogin: true as const })
  }
  if (user.login !== undefined) addLogin(user.name, user.login, { add, addSession, document, connection })
  return { credentials, headers }
}

/** The value of a header: either known, or obtained from a login. */
type Carried = string | (() => Promise<string>)

function carried(value: Carried, credentialIn: (text: string) => string): Credential {
  return typeof value === 'string' ? credentialIn(value) : async () => credentialIn(await value())
}

function credentialOf({ securitySchemes }: DocumentDescriptor, name: string, header: CarriedHeader): string {
  const scheme = securitySchemes[name]
  const credential = scheme && credentialInHeader(scheme, header)
  if (credential === undefined || credential === '')
    throw new TargetError(
      `The header "${header.name}" of a user in the authentication file contains no credential for the scheme "${name}".`,
    )
  return credential
}

function addLogin(
  user: string,
  { token, carrier, ...request }: WfcLogin,
  {
    add,
    addSession,
    document,
    connection,
  }: {
    add: (carrier: CarriedHeader, value: Carried) => void
    addSession: (name: string, source: () => Promise<CookieSession>) => void
    document: DocumentDescriptor
    connection: HttpConnection
  },
): void {
  // Web Fuzzing Commons files specify the server separately, so a path is relative to the server's origin.
  const url = URL.canParse(request.url) ? request.url : new URL(request.url, connection.baseUrl).href
  const question = { purpose: `The login of "${user}"`, ...request, url }
  if ('cookies' in token) {
    const [name = 'Cookie', scheme] =
      Object.entries(document.securitySchemes).find(([, one]) => one.in === 'cookie') ?? []
    addSession(name, async () => logInWithCookies(question, { cookie: scheme?.name }, connection))
    return
  }
  const headerValue = async (): Promise<string> =>
    carrier.value.replaceAll('{token}', await requestLoginToken(question, token, connection))
  add(carrier, headerValue)
}
