import { Spellings } from '../credentials/spelling.ts'

/** Way to get a credential anew, and the variable of the environment that stands for it in records. */
interface RenewalSource {
  readonly make: () => Promise<string>
  readonly variable: string
}

/** Called with each credential, and the variable that stands for it. */
export type OnSecret = (credential: string, variable: string) => void

/**
 * Successors of credentials. One that worked and is refused is got anew, one that never worked is spelled in
 * another way. An older credential leads to its successor, so that one that a check was given stays valid.
 */
export class CredentialSuccession {
  readonly #onSecret: OnSecret
  readonly #sources = new Map<string, RenewalSource>()
  /** By credential: its successor, once it was asked for. */
  readonly #successors = new Map<string, Promise<string>>()
  readonly #worked = new Set<string>()
  readonly #spellings = new Spellings()

  constructor(onSecret: OnSecret) {
    this.#onSecret = onSecret
  }

  /** Adds a credential that can be got anew. */
  add(credential: string, source: RenewalSource): void {
    this.#onSecret(credential, source.variable)
    this.#sources.set(credential, source)
  }

  /** Adds the value of a header Authorization, which servers want in several spellings. */
  addSpelled(credential: string): void {
    this.#spellings.add(credential)
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
      this.add(successor, source)
      if (successor === credential) this.#successors.delete(credential)
      else isNew = true
    }
    return isNew
  }
}
