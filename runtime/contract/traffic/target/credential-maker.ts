import type { DocumentDescriptor } from '@concordat/runtime/http'
import { NotRun } from '../../data/outcome/not-run.ts'
import type { Tell } from '../../data/outcome/run-event.ts'
import type { CookieSession } from '../credentials/cookies/cookie-session.ts'
import type { Credential, CredentialSet } from '../credentials/credential.ts'
import type { CredentialSuccession } from './credential-succession.ts'
import { credentialVariable } from './secrets.ts'
import { KEY_COMMAND, type Target } from './target.ts'

export interface CredentialMakerOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly tell: Tell
  /** Things that a worker waited for in vain, each with the reason as part of a sentence. */
  readonly silent: Readonly<Record<string, string>>
  readonly succession: CredentialSuccession
}

/** Gets credentials from users' code: commands, logins and functions in a configuration. */
export class CredentialMaker {
  readonly #options: CredentialMakerOptions
  /** By scheme and scopes. */
  readonly #scoped = new Map<string, Promise<string>>()
  /** Logins, keyed by the string that represents each of them among the credentials. */
  readonly #sessions = new Map<string, CookieSession>()

  constructor(options: CredentialMakerOptions) {
    this.#options = options
  }

  /** Resolves each credential to its string. @param nameOf Returns the environment variable for a scheme. */
  async texts(
    credentials: CredentialSet,
    nameOf: (scheme: string) => string,
  ): Promise<Readonly<Record<string, string>>> {
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
      this.#ask(`the code that gets the credential "${scheme}"`, async () =>
        this.#textOf(await credential({ scheme })),
      )
    const text = await make()
    this.#options.succession.add(text, { make, variable })
    return text
  }

  #textOf(credential: string | CookieSession): string {
    if (typeof credential === 'string') return credential
    this.#sessions.set(credential.text, credential)
    return credential.text
  }

  /** Returns the login that a credential represents; `undefined` for a credential that is sent literally. */
  session(credential: string): CookieSession | undefined {
    return this.#sessions.get(credential)
  }

  /**
   * Creates a credential with exactly these scopes. It is created only once, because this may take a second.
   * @throws NotRun if the target cannot create credentials.
   */
  scoped(scheme: string, scopes: readonly string[]): Promise<string> {
    const { document, target, succession } = this.#options
    const { makeCredential } = target
    if (makeCredential === undefined) throw new NotRun({ kind: 'no chosen scopes', setting: KEY_COMMAND })
    const key = JSON.stringify([scheme, scopes.toSorted()])
    const make = (): Promise<string> =>
      this.#ask(`the code that gets "${scheme}" credentials with chosen scopes`, () =>
        makeCredential(scheme, scopes),
      )
    const made =
      this.#scoped.get(key) ??
      make().then((credential) => {
        succession.add(credential, {
          make,
          variable: credentialVariable(document, { whose: 'scoped', scheme }),
        })
        return credential
      })
    this.#scoped.set(key, made)
    return made
  }

  /**
   * Calls code that may never return. The call is announced first, so that it is not repeated after a
   * restart.
   * @throws NotRun if the code did not return the last time.
   */
  async #ask(on: string, make: () => Promise<string>): Promise<string> {
    const { silent, tell } = this.#options
    const why = silent[on]
    if (why !== undefined) throw new NotRun({ kind: 'never came back', what: on, why })
    tell({ kind: 'waits', on })
    try {
      return await make()
    } finally {
      tell({ kind: 'resumes', on })
    }
  }
}
