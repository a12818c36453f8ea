import type { SecurityRequirement } from '../http/operation.ts'
import { NotRun } from './not-run.ts'
import { KEY_COMMAND, type Target } from './target.ts'

/** Credentials made for a run, each set of scopes once: making one may take a second. */
export class Credentials {
  readonly #target: Target
  readonly #onMade: (credential: string) => void
  readonly #made = new Map<string, Promise<string>>()

  constructor(target: Target, onMade: (credential: string) => void) {
    this.#target = target
    this.#onMade = onMade
  }

  /** @throws NotRun when the target has no way to make credentials. */
  async with(requirement: SecurityRequirement): Promise<Readonly<Record<string, string>>> {
    const credentials: Record<string, string> = {}
    for (const [scheme, scopes] of Object.entries(requirement))
      credentials[scheme] = await this.#one(scheme, scopes)
    return credentials
  }

  #one(scheme: string, scopes: readonly string[]): Promise<string> {
    const { makeCredential } = this.#target
    if (makeCredential === undefined)
      throw new NotRun(
        `nothing makes a key with chosen scopes; set ${KEY_COMMAND} to a command that prints one for {scopes}`,
      )
    const key = JSON.stringify([scheme, scopes.toSorted()])
    const made =
      this.#made.get(key) ??
      makeCredential(scheme, scopes).then((credential) => {
        this.#onMade(credential)
        return credential
      })
    this.#made.set(key, made)
    return made
  }
}
