import type { DocumentDescriptor, OperationDescriptor, SecurityRequirement } from '@concordat/runtime/http'
import {
  addCredentialToRequest,
  type RequestPlan,
  requirementOfRequest,
  type WireRequest,
} from '../../data/exchange/request.ts'
import type { CookieSession } from '../credentials/cookies/cookie-session.ts'
import { anyCredential, leavesSecurityOpen } from '../credentials/open-security.ts'
import type { UndeclaredSecurity } from '../credentials/undeclared.ts'
import type { Keyring } from './keyring.ts'

/** The current credentials of a request. */
export interface CarriedCredentials {
  readonly credentials: readonly string[]
  /** The credentials that are cookie logins. */
  readonly logins: readonly CookieSession[]
}

interface AuthenticatorOptions {
  readonly document: DocumentDescriptor
  readonly keyring: Keyring
  readonly undeclared: UndeclaredSecurity
}

/** Adds credentials to requests, as required by their operations. */
export class Authenticator {
  readonly #document: DocumentDescriptor
  readonly #keyring: Keyring
  /** The security requirements of all operations, if the document declares none. */
  readonly #openSecurity: readonly SecurityRequirement[] | undefined

  readonly #undeclared: UndeclaredSecurity

  constructor({ document, keyring, undeclared }: AuthenticatorOptions) {
    this.#document = document
    this.#keyring = keyring
    this.#undeclared = undeclared
    this.#openSecurity = leavesSecurityOpen(document) ? anyCredential(document) : undefined
  }

  async add(wire: WireRequest, { operation, authentication }: RequestPlan): Promise<CarriedCredentials> {
    const carried: string[] = []
    const carry = async (credential: string): Promise<string> => {
      const current = await this.#keyring.succession.current(credential)
      carried.push(current)
      return current
    }
    for (const [name, value] of Object.entries(this.#keyring.headers)) {
      // It identifies the run's own caller, even if the document describes another credential.
      const isOfOwn = name.toLowerCase() === 'authorization'
      if (!isOfOwn || authentication === undefined) wire.headers.set(name, await carry(value))
    }
    if (authentication?.kind === 'none') return { credentials: carried, logins: [] }
    if (authentication?.kind === 'header') {
      wire.headers.set('authorization', authentication.value)
      return { credentials: carried, logins: [] }
    }
    const credentials = this.#credentialsOf(operation, authentication)
    const security = operation.security ?? this.#securityOf(operation)
    for (const scheme of Object.keys(requirementOfRequest(security, credentials) ?? {})) {
      const descriptor = this.#document.securitySchemes[scheme]
      const credential = credentials[scheme]
      if (descriptor === undefined || credential === undefined) continue
      const current = await carry(credential)
      if (this.#keyring.maker.session(current) === undefined)
        addCredentialToRequest(wire, descriptor, current)
    }
    for (const [name, credential] of Object.entries(credentials))
      if (!Object.hasOwn(this.#document.securitySchemes, name)) await carry(credential)
    const logins = carried.flatMap((credential) => this.#keyring.maker.session(credential) ?? [])
    for (const login of logins) login.carry(wire)
    return { credentials: carried, logins }
  }

  #credentialsOf(
    operation: OperationDescriptor,
    authentication: RequestPlan['authentication'],
  ): Readonly<Record<string, string>> {
    if (authentication?.kind === 'credentials') return authentication.credentials
    return authentication?.kind === 'another tenant'
      ? (this.#keyring.other ?? {})
      : this.#keyring.mainFor(operation)
  }

  /** Returns the security requirements for an operation that declares none. */
  #securityOf(operation: OperationDescriptor): readonly SecurityRequirement[] | undefined {
    return this.#undeclared.refusalOf(operation) !== undefined
      ? anyCredential(this.#document)
      : this.#openSecurity
  }
}
