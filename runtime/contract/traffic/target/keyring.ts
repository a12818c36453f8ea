import {
  asWritten,
  type DocumentDescriptor,
  type OperationDescriptor,
  type SecurityRequirement,
} from '@concordat/runtime/http'
import { environmentName } from '../../data/exchange/variables.ts'
import { NotRun } from '../../data/outcome/not-run.ts'
import type { Tell } from '../../data/outcome/run-event.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { refuseIncomplete } from '../credentials/basic.ts'
import type { CookieSession } from '../credentials/cookies/cookie-session.ts'
import type { Credential, CredentialSet } from '../credentials/credential.ts'
import { isAuthorization } from '../credentials/one-key.ts'
import { Spellings } from '../credentials/spelling.ts'
import { refuseUnsupported } from '../credentials/unsupported.ts'
import { variableOf, variableOfHeader } from './secrets.ts'
import { CREDENTIAL_PREFIX, KEY, KEY_COMMAND, OTHER_KEY, READ_KEY, type Target } from './target.ts'

type Texts = Readonly<Record<string, string>>

/** Stands for a certificate among the credentials: the connection carries it, and no request says it. */
const CERTIFICATE = 'client certificate'

/** The variable that gives the first credential of each. */
const VARIABLES = { main: KEY, other: OTHER_KEY, reader: READ_KEY } as const

/** Way to get a credential anew, and the variable that stands for it in records. */
interface Source {
  readonly make: () => Promise<string>
  readonly variable: string
}

interface KeyringOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  /** @param variable of the environment that stands for it. */
  readonly onSecret: (credential: string, variable: string) => void
  readonly tell: Tell
  /** Waits that never ended → why, as a sentence goes on. */
  readonly silent: Readonly<Record<string, string>>
}

/**
 * The credentials of a run: obtained once, before the first request, and again when one that worked is
 * refused. A credential that a check was given stays valid: an older credential leads to its successor.
 */
export class Keyring {
  readonly #document: DocumentDescriptor
  readonly #target: Target
  readonly #onSecret: KeyringOptions['onSecret']
  readonly #tell: Tell
  readonly #silent: Readonly<Record<string, string>>
  readonly #made = new Map<string, Promise<string>>()
  /** By credential: how to get its successor, and the successor once it was asked for. */
  readonly #sources = new Map<string, Source>()
  readonly #successors = new Map<string, Promise<string>>()
  readonly #worked = new Set<string>()
  readonly #spellings = new Spellings()
  /** By what stands for them among the credentials. */
  readonly #sessions = new Map<string, CookieSession>()
  #opened: Promise<void> | undefined
  #main: Texts = {}
  #other: Texts | undefined
  #reader: Texts | undefined
  #headers: Texts = {}

  constructor({ document, target, onSecret, tell, silent }: KeyringOptions) {
    this.#document = document
    this.#target = target
    this.#onSecret = onSecret
    this.#tell = tell
    this.#silent = silent
  }

  /** Credentials of the caller by security scheme; empty before `open`. */
  get main(): Texts {
    return this.#main
  }

  /** The same for one operation, which may have credentials of its own. */
  mainFor(operation: OperationDescriptor): Texts {
    const own = this.#target.operations?.[asWritten(operation).operationId]?.credentials
    return own === undefined ? this.#main : { ...this.#main, ...own }
  }

  /** Credentials of another tenant; absent when none are configured. */
  get other(): Texts | undefined {
    return this.#other
  }

  /** Credentials of somebody who may only read; absent when none are configured. */
  get reader(): Texts | undefined {
    return this.#reader
  }

  /** Headers of every request. */
  get headers(): Texts {
    return this.#headers
  }

  /** Gets the credentials, the first time. @throws TargetError when one cannot be had. */
  open(): Promise<void> {
    this.#opened ??= this.#load().catch((error: unknown) => {
      // A run makes no sense without its own credentials.
      throw error instanceof NotRun ? new TargetError(`The run has no credentials: ${error.message}.`) : error
    })
    return this.#opened
  }

  async #load(): Promise<void> {
    const { credentials, otherCredentials, readerCredentials, headers = {} } = this.#target
    this.#headers = await this.#texts(headers, variableOfHeader)
    this.#main = { ...this.#certificates(), ...(await this.#identity(credentials ?? {}, 'main')) }
    if (otherCredentials !== undefined)
      this.#other = { ...this.#certificates(), ...(await this.#identity(otherCredentials, 'other')) }
    if (readerCredentials !== undefined)
      this.#reader = { ...this.#certificates(), ...(await this.#identity(readerCredentials, 'reader')) }
  }

  async #identity(credentials: CredentialSet, whose: 'main' | 'other' | 'reader'): Promise<Texts> {
    const { securitySchemes } = this.#document
    for (const [name, credential] of Object.entries(credentials)) {
      const scheme = securitySchemes[name]
      if (scheme === undefined && typeof credential === 'function' && credential.isLogin === true) continue
      if (scheme === undefined) {
        const known = Object.keys(securitySchemes).map((key) => `"${key}"`)
        throw new TargetError(
          `There is a credential for the security scheme "${name}", which "${this.#document.title}" does not have. Expected one of: ${known.join(', ') || 'none'}.`,
        )
      }
      refuseUnsupported(name, scheme)
    }
    const texts = await this.#texts(credentials, (scheme) => variableOf(this.#document, { whose, scheme }))
    const variable = VARIABLES[whose]
    for (const [name, text] of Object.entries(texts)) {
      const own = variable === KEY ? [CREDENTIAL_PREFIX + environmentName(name)] : []
      const scheme = securitySchemes[name]
      if (scheme !== undefined && isAuthorization(scheme)) this.#spellings.add(text)
      refuseIncomplete(text, { name, scheme, variables: [variable, ...own] })
    }
    return texts
  }

  /** @param nameOf The variable that stands for one of them. */
  async #texts(credentials: CredentialSet, nameOf: (scheme: string) => string): Promise<Texts> {
    const texts: Record<string, string> = {}
    for (const [scheme, credential] of Object.entries(credentials))
      texts[scheme] =
        typeof credential === 'string'
          ? credential
          : await this.#text(scheme, { credential, variable: nameOf(scheme) })
    return texts
  }

  async #text(
    scheme: string,
    { credential, variable }: { credential: Exclude<Credential, string>; variable: string },
  ): Promise<string> {
    const make = (): Promise<string> =>
      this.#ask(`what gets the credential "${scheme}"`, async () =>
        this.#textOf(await credential({ scheme })),
      )
    const text = await make()
    this.#learn(text, { make, variable })
    return text
  }

  #textOf(credential: string | CookieSession): string {
    if (typeof credential === 'string') return credential
    this.#sessions.set(credential.text, credential)
    return credential.text
  }

  /** The login that a credential stands for; `undefined` for one that is sent as it is. */
  session(credential: string): CookieSession | undefined {
    return this.#sessions.get(credential)
  }

  /**
   * Calls code that is not ours and may never return: the call is announced first, so that it is not made a second time.
   * @throws NotRun for what did not come back the last time.
   */
  async #ask(on: string, make: () => Promise<string>): Promise<string> {
    const why = this.#silent[on]
    if (why !== undefined) throw new NotRun({ kind: 'never came back', what: on, why })
    this.#tell({ kind: 'waits', on })
    try {
      return await make()
    } finally {
      this.#tell({ kind: 'resumes', on })
    }
  }

  #learn(text: string, source: Source): void {
    this.#onSecret(text, source.variable)
    this.#sources.set(text, source)
  }

  #certificates(): Texts {
    if (this.#target.tls?.certificate === undefined) return {}
    const schemes = Object.entries(this.#document.securitySchemes)
    return Object.fromEntries(
      schemes.flatMap(([name, { type }]) => (type === 'mutualTLS' ? [[name, CERTIFICATE]] : [])),
    )
  }

  /**
   * Credentials that hold these scopes and no others, each set of scopes made once: making one may take a second.
   * @throws NotRun when the target has no way to make credentials.
   */
  async with(requirement: SecurityRequirement): Promise<Texts> {
    const credentials: Record<string, string> = {}
    for (const [scheme, scopes] of Object.entries(requirement))
      credentials[scheme] = this.#certificates()[scheme] ?? (await this.#one(scheme, scopes))
    return credentials
  }

  #one(scheme: string, scopes: readonly string[]): Promise<string> {
    const { makeCredential } = this.#target
    if (makeCredential === undefined) throw new NotRun({ kind: 'no chosen scopes', setting: KEY_COMMAND })
    const key = JSON.stringify([scheme, scopes.toSorted()])
    const make = (): Promise<string> =>
      this.#ask(`what makes credentials of "${scheme}" with chosen scopes`, () =>
        makeCredential(scheme, scopes),
      )
    const made =
      this.#made.get(key) ??
      make().then((credential) => {
        this.#learn(credential, {
          make,
          variable: variableOf(this.#document, { whose: 'scoped', scheme }),
        })
        return credential
      })
    this.#made.set(key, made)
    return made
  }

  /** The newest form of a credential. */
  async current(credential: string): Promise<string> {
    const successor = await this.#successors.get(credential)
    return successor === undefined || successor === credential ? credential : this.current(successor)
  }

  /** Says that the server took these credentials: a later refusal means that they have expired. */
  accept(credentials: readonly string[]): void {
    for (const credential of credentials) this.#worked.add(credential)
  }

  /**
   * Writes credentials that never worked in another way, where there is one.
   * @param status Status of the refusal. 403 may be for somebody whom the server knows: then only a key as it
   *   was given is doubtful.
   * @returns true if another is to be tried.
   */
  respell(credentials: readonly string[], status: number): boolean {
    const refused = credentials.filter(
      (credential) =>
        !this.#worked.has(credential) && (status === 401 || this.#spellings.isAsGiven(credential)),
    )
    return refused.map((credential) => this.#respellOne(credential)).some((isNew) => isNew)
  }

  #respellOne(refused: string): boolean {
    const next = this.#spellings.after(refused)
    if (next === undefined) return false
    this.#successors.delete(next)
    if (this.#successors.get(refused) === undefined) this.#successors.set(refused, Promise.resolve(next))
    return true
  }

  /**
   * Gets the successors of those credentials that worked once and have a source.
   * @returns true if one of them is another than before.
   * @throws TargetError when one cannot be had.
   */
  async renew(credentials: readonly string[]): Promise<boolean> {
    let isNew = false
    for (const credential of credentials) {
      const source = this.#sources.get(credential)
      if (source === undefined || !this.#worked.has(credential)) continue
      // Several requests may find the same credential expired: it is renewed once.
      const renewal = this.#successors.get(credential) ?? source.make()
      this.#successors.set(credential, renewal)
      const successor = await renewal
      this.#learn(successor, source)
      if (successor === credential) this.#successors.delete(credential)
      else isNew = true
    }
    return isNew
  }
}
