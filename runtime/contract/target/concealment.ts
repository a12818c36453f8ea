import { HIDDEN, type SentRequest } from '../exchange/exchange.ts'
import type { WireRequest } from '../exchange/request.ts'
import type { Received } from '../transport/transport.ts'
import { secretsOf, sortSecrets, written } from './secrets.ts'
import type { Target } from './target.ts'

/** Keeps the credentials of a run out of every record: the configured ones, and those that are met on the way. */
export class Concealment {
  readonly #met = new Set<string>()
  /** Each in every form in which it may be written, longest first. */
  #secrets: readonly string[]

  constructor(target: Target) {
    this.#secrets = secretsOf(target)
  }

  add(credentials: readonly string[]): void {
    const fresh = credentials.filter((credential) => !this.#met.has(credential))
    if (fresh.length === 0) return
    for (const credential of fresh) this.#met.add(credential)
    this.#secrets = sortSecrets([...this.#secrets, ...fresh.flatMap(written)])
  }

  /** The record of a request. */
  request({ method, url, headers, body }: WireRequest): SentRequest {
    return {
      method,
      url: this.#hide(url.href),
      headers: Object.fromEntries(this.#hideIn(headers)),
      ...(typeof body === 'string' && { body: this.#hide(body) }),
    }
  }

  /** An answer without the credentials that its server repeats. */
  answer(received: Received): Received {
    return {
      ...received,
      headers: new Headers(this.#hideIn(received.headers)),
      text: this.#hide(received.text),
    }
  }

  #hideIn(headers: Headers): [string, string][] {
    return [...headers].map(([name, value]) => [name, this.#hide(value)])
  }

  #hide(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  }
}
