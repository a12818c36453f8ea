import {
  type DocumentDescriptor,
  type OperationDescriptor,
  operationAsWritten,
  type SecurityRequirement,
} from '@concordat/runtime/http'
import { environmentName } from '../../data/exchange/variables.ts'
import { NotRun } from '../../data/outcome/not-run.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { assertCompleteBasicCredential } from '../credentials/basic.ts'
import type { CredentialSet } from '../credentials/credential.ts'
import { isAuthorizationKey } from '../credentials/one-key.ts'
import { assertSchemeTakesCredential } from '../credentials/unsupported.ts'
import { CredentialMaker, type CredentialMakerOptions } from './credential-maker.ts'
import { CredentialSuccession, type OnSecret } from './credential-succession.ts'
import { credentialVariable, targetVariableOfHeader } from './secrets.ts'
import { CREDENTIAL_PREFIX, KEY, OTHER_KEY, READ_KEY_VARIABLE, type Target } from './target.ts'

type Texts = Readonly<Record<string, string>>

/**
 * Represents a certificate among the credentials. The connection uses the certificate; no request contains
 * it.
 */
const CERTIFICATE = 'client certificate'

/** The environment variable for each caller's key. */
const VARIABLES = { main: KEY, other: OTHER_KEY, reader: READ_KEY_VARIABLE } as const

interface KeyringOptions extends Omit<CredentialMakerOptions, 'succession'> {
  readonly onSecret: OnSecret
}

/** The credentials of all users that a run acts as. They are obtained once, before the first request. */
export class Keyring {
  readonly succession: CredentialSuccession
  readonly maker: CredentialMaker
  readonly #document: DocumentDescriptor
  readonly #target: Target
  #opened: Promise<void> | undefined
  #texts: Readonly<{ main: Texts; headers: Texts; other?: Texts; reader?: Texts }> = { main: {}, headers: {} }

  constructor({ onSecret, ...options }: KeyringOptions) {
    this.#document = options.document
    this.#target = options.target
    this.succession = new CredentialSuccession(onSecret)
    this.maker = new CredentialMaker({ ...options, succession: this.succession })
  }

  /** The caller's credentials, keyed by security scheme; empty before `open`. */
  get main(): Texts {
    return this.#texts.main
  }

  /** Returns the caller's credentials for an operation, which may have its own. */
  mainFor(operation: OperationDescriptor): Texts {
    const own = this.#target.operations?.[operationAsWritten(operation).operationId]?.credentials
    return own === undefined ? this.main : { ...this.main, ...own }
  }

  /** Another tenant's credentials; absent if none are configured. */
  get other(): Texts | undefined {
    return this.#texts.other
  }

  /** Credentials of a read-only user; absent if none are configured. */
  get reader(): Texts | undefined {
    return this.#texts.reader
  }

  /** Headers of every request. */
  get headers(): Texts {
    return this.#texts.headers
  }

  /** Gets the credentials when first called. @throws TargetError if one is unavailable. */
  open(): Promise<void> {
    this.#opened ??= this.#load().catch((error: unknown) => {
      // A run without its own credentials is pointless, so it ends.
      throw error instanceof NotRun
        ? new TargetError(`The run could not get its credentials: ${error.message}.`)
        : error
    })
    return this.#opened
  }

  async #load(): Promise<void> {
    const { credentials, otherCredentials, readerCredentials, headers = {} } = this.#target
    this.#texts = { main: {}, headers: await this.maker.texts(headers, targetVariableOfHeader) }
    this.#texts = { ...this.#texts, main: await this.#identity(credentials ?? {}, 'main') }
    if (otherCredentials !== undefined)
      this.#texts = { ...this.#texts, other: await this.#identity(otherCredentials, 'other') }
    if (readerCredentials !== undefined)
      this.#texts = { ...this.#texts, reader: await this.#identity(readerCredentials, 'reader') }
  }

  async #identity(credentials: CredentialSet, whose: keyof typeof VARIABLES): Promise<Texts> {
    const { securitySchemes } = this.#document
    for (const [name, credential] of Object.entries(credentials)) {
      const scheme = securitySchemes[name]
      if (scheme !== undefined) assertSchemeTakesCredential(name, scheme)
      else if (!(typeof credential === 'function' && credential.isLogin === true)) throw this.#noScheme(name)
    }
    const texts = await this.maker.texts(credentials, (scheme) =>
      credentialVariable(this.#document, { whose, scheme }),
    )
    const variable = VARIABLES[whose]
    const spelled = Object.entries(texts).map(([name, text]) => {
      const { word } = securitySchemes[name] ?? {}
      const isBare = credentials[name] === text && !/\s/.test(text)
      return [name, word !== undefined && isBare ? `${word} ${text}` : text] as const
    })
    for (const [name, text] of spelled) {
      const own = variable === KEY ? [CREDENTIAL_PREFIX + environmentName(name)] : []
      const scheme = securitySchemes[name]
      if (scheme !== undefined && isAuthorizationKey(scheme)) this.succession.addSpelled(text)
      assertCompleteBasicCredential(text, { name, scheme, variables: [variable, ...own] })
    }
    return { ...this.#certificates(), ...Object.fromEntries(spelled) }
  }

  #noScheme(name: string): TargetError {
    const known = Object.keys(this.#document.securitySchemes).map((key) => `"${key}"`)
    return new TargetError(
      `A credential is given for the security scheme "${name}", but "${this.#document.title}" has no such scheme. ${known.length === 0 ? 'It declares none.' : `Expected one of: ${known.join(', ')}.`}`,
    )
  }

  #certificates(): Texts {
    if (this.#target.tls?.certificate === undefined) return {}
    const schemes = Object.entries(this.#document.securitySchemes)
    return Object.fromEntries(
      schemes.flatMap(([name, { type }]) => (type === 'mutualTLS' ? [[name, CERTIFICATE]] : [])),
    )
  }

  /**
   * Gets credentials with exactly these scopes.
   * @throws NotRun if the target cannot create credentials.
   */
  async with(requirement: SecurityRequirement): Promise<Texts> {
    const credentials: Record<string, string> = {}
    for (const [scheme, scopes] of Object.entries(requirement))
      credentials[scheme] = this.#certificates()[scheme] ?? (await this.maker.scoped(scheme, scopes))
    return credentials
  }
}
