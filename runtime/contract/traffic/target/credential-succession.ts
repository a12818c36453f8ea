import { KeySpellings } from '../credentials/spelling.ts'

/** A way to renew a credential, and the environment variable that replaces it in records. */
interface RenewalSource {
  readonly make: () => Promise<string>
  readonly variable: string
}

/** Called with each credential and the variable that replaces it. */
export type OnSecret = (credential: string, variable: string) => void

/**
 * Successors of credentials. A credential that worked before and is now rejected is renewed. One that never
 * worked is spelled in another way. An older credential is mapped to its successor, so a credential that a
 * check already has stays usable.
 */
export class CredentialSuccession {
  readonly #onSecret: OnSecret
  readonly #sources = new Map<string, RenewalSource>()
  /** Successors, keyed by the credential that each replaces. */
  readonly #successors = new Map<string, Promise<string>>()
  readonly #worked = new Set<string>()
  readonly #spellings = new KeySpellings()

  constructor(onSecret: OnSecret) {
    this.#onSecret = onSecret
  }

  /** Adds a renewable credential. */
  add(credential: string, source: RenewalSource): void {
    this.#onSecret(credential, source.variable)
    this.#sources.set(credential, source)
  }

  /** Adds the value of an Authorization header, which servers expect in different spellings. */
  addSpelled(credential: string): void {
    this.#spellings.add(credential)
  }

  /** Returns the newest form of a credential. */
  async current(credential: string): Promise<string> {
    const successor = await this.#successors.get(credential)
    return successor === undefined || successor === credential ? credential : this.current(successor)
  }

  /**
   * Notes that the server accepted these credentials, so that a later rejection means that they have expired.
   */
  accept(credentials: readonly string[]): void {
    for (const credential of credentials) this.#worked.add(credential)
  }

  /**
   * Changes the spelling of credentials that never worked, if there is another one to try.
   * @param status The status of the error response. With 403, the server might recognize the user, so only a
   * key in its original spelling is changed.
   * @returns true if there is another spelling to try.
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
   * Gets successors for credentials that worked before and have a source.
   * @returns true if any of them has changed.
   * @throws TargetError if one is unavailable.
   */
  async renew(credentials: readonly string[]): Promise<boolean> {
    let isNew = false
    for (const credential of credentials) {
      const source = this.#sources.get(credential)
      if (source === undefined || !this.#worked.has(credential)) continue
      // Several requests can find that the same credential has expired, but it is renewed only once.
      const renewal = this.#successors.get(credential) ?? source.make()
      this.#successors.set(credential, renewal)
      const successor = await renewal
      this.add(successor, source)
      if (successor === credential) this.#successors.delete(credential)
      else isNew = true
    }
    return isNew
  }
}
