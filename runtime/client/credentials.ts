import type { SecurityRequirement, SecuritySchemeDescriptor } from '../http/operation.ts'
import { checkHeaderValue } from '../http/serialize-parameter.ts'
import { encodeStrict } from '../http/uri/encode.ts'

/** User name and password of `http` `basic`. */
export interface UserCredential {
  readonly username: string
  readonly password: string
}

/** Why a credential is asked for. */
export interface CredentialRequest {
  /** True when the server has just answered 401 to the last one: a cached token is of no more use. */
  readonly rejected: boolean
}

/**
 * What a security scheme needs: a token or key, a user and password, or a function that gets it. The function is asked for each
 * request, and once more after a 401. A redirect to another origin loses `Authorization` and cookies, by the rules of `fetch`, but not
 * an API key in another header.
 */
export type Credential =
  | string
  | UserCredential
  | ((request: CredentialRequest) => string | UserCredential | Promise<string | UserCredential>)

/** One member per security scheme of the document. */
export type CredentialSet = Readonly<Record<string, Credential | undefined>>

/** Where the credentials go. */
export interface AppliedCredentials {
  readonly headers: Readonly<Record<string, string>>
  /** Encoded "name=value" pieces. */
  readonly query: readonly string[]
  readonly cookies: readonly string[]
}

/** The security schemes of the document, and what the caller has for them. */
export interface Keyring {
  readonly schemes: Readonly<Record<string, SecuritySchemeDescriptor>>
  readonly credentials: CredentialSet
}

/**
 * Names of the schemes to use: the first requirement that asks for something and whose credentials are all there. None
 * when there is no such requirement: the call then goes out anonymously, and the server decides.
 */
export function chooseSchemes(keyring: Keyring, security: readonly SecurityRequirement[] = []): string[] {
  const available = (name: string): boolean =>
    keyring.credentials[name] !== undefined || keyring.schemes[name]?.type === 'mutualTLS'
  const names = security.map((requirement) => Object.keys(requirement))
  return names.find((schemes) => schemes.length > 0 && schemes.every(available)) ?? []
}

/** True when asking again may give another credential. */
export function isRefreshable(keyring: Keyring, schemes: readonly string[]): boolean {
  return schemes.some((name) => typeof keyring.credentials[name] === 'function')
}

/** Gets the credentials of the schemes and writes each where its scheme says. */
export async function applyCredentials(
  keyring: Keyring,
  schemes: readonly string[],
  request: CredentialRequest,
): Promise<AppliedCredentials> {
  const headers: Record<string, string> = {}
  const query: string[] = []
  const cookies: string[] = []
  for (const name of schemes) {
    const given = keyring.credentials[name]
    const scheme = keyring.schemes[name]
    const credential = typeof given === 'function' ? await given(request) : given
    if (credential === undefined || scheme === undefined) continue
    const text = typeof credential === 'string' ? credential : `${credential.username}:${credential.password}`
    if (scheme.type !== 'apiKey') headers['Authorization'] = authorization(scheme.scheme ?? 'bearer', text)
    else if (scheme.in === 'header')
      headers[scheme.name ?? name] = checkHeaderValue(scheme.name ?? name, text)
    else
      (scheme.in === 'query' ? query : cookies).push(
        `${encodeStrict(scheme.name ?? name)}=${encodeStrict(text)}`,
      )
  }
  return { headers, query, cookies }
}

function authorization(scheme: string, text: string): string {
  const basic = scheme === 'basic'
  const value = basic ? btoa(String.fromCharCode(...new TextEncoder().encode(text))) : text
  return checkHeaderValue('Authorization', `${scheme.charAt(0).toUpperCase()}${scheme.slice(1)} ${value}`)
}
