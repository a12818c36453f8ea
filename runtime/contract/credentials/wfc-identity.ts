import type { DocumentDescriptor } from '@concordat/runtime/http'
import { TargetError } from '../outcome/target-error.ts'
import type { Connection } from '../transport/ask.ts'
import { type CarriedHeader, credentialIn, schemesOf } from './carrier.ts'
import type { Credential, CredentialSet } from './credential.ts'
import { login } from './login.ts'
import type { WfcLogin, WfcUser } from './wfc.ts'

/** What the requests of one user carry. */
export interface WfcIdentity {
  /** By security scheme, where the document has one whose credential travels so. */
  readonly credentials: CredentialSet
  /** Everything else, by header. */
  readonly headers: Readonly<Record<string, Credential>>
}

/** Finds the security schemes that a user's headers, cookies and tokens belong to. */
export function identityOf(
  user: WfcUser,
  { document, connection }: { document: DocumentDescriptor; connection: Connection },
): WfcIdentity {
  const credentials: Record<string, Credential> = {}
  const headers: Record<string, Credential> = {}
  const add = (carrier: CarriedHeader, value: Carried): void => {
    const schemes = schemesOf(document, carrier)
    for (const name of schemes)
      credentials[name] = carried(value, (text) => credentialOf(document, name, { ...carrier, value: text }))
    if (schemes.length === 0) headers[carrier.name] = carried(value, (text) => text.trim())
  }
  for (const header of user.headers) add(header, header.value)
  if (user.login !== undefined) addLogin(user.name, user.login, { add, document, connection })
  return { credentials, headers }
}

/** The value of a header: known, or what a login will answer. */
type Carried = string | (() => Promise<string>)

function carried(value: Carried, credentialIn: (text: string) => string): Credential {
  return typeof value === 'string' ? credentialIn(value) : async () => credentialIn(await value())
}

function credentialOf({ securitySchemes }: DocumentDescriptor, name: string, header: CarriedHeader): string {
  const scheme = securitySchemes[name]
  const credential = scheme && credentialIn(scheme, header)
  if (credential === undefined || credential === '')
    throw new TargetError(
      `What the login answered for "${header.name}" has no credential of the scheme "${name}".`,
    )
  return credential
}

function addLogin(
  user: string,
  { token, carrier, ...request }: WfcLogin,
  {
    add,
    document,
    connection,
  }: {
    add: (carrier: CarriedHeader, value: Carried) => void
    document: DocumentDescriptor
    connection: Connection
  },
): void {
  const question = { purpose: `The login of "${user}"`, ...request }
  const headerValue = async (): Promise<string> =>
    carrier.value.replaceAll('{token}', await login(question, token, connection))
  add('cookies' in token ? cookieCarrier(document) : carrier, headerValue)
}

/** All cookies of a login belong to the document's cookie scheme, if it has one: which they are shows only later. */
function cookieCarrier({ securitySchemes }: DocumentDescriptor): CarriedHeader {
  const scheme = Object.values(securitySchemes).find((candidate) => candidate.in === 'cookie')
  return { name: 'Cookie', value: scheme === undefined ? '{token}' : `${scheme.name}={token}` }
}
