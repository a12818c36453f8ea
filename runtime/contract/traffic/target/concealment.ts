import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { SentRequest } from '../../data/exchange/exchange.ts'
import type { NearSecret, WireRequest } from '../../data/exchange/request.ts'
import { hideSecretIn, hideSecretsInQueries, type Secret } from '../../data/exchange/variables.ts'
import type { ReceivedReply } from '../transport/transport.ts'
import { secretsOfTarget, sortTargetSecrets, writtenTargetSecrets } from './secrets.ts'
import type { Target } from './target.ts'

/** Name that replaces credentials from a login in records, because no environment variable contains them. */
const LOGIN = 'CONCORDAT_LOGIN'

/** Maximum number of bytes in a binary request body that a record keeps. */
const MOST_OCTETS = 4096

/** The bytes of a body that a record keeps. */
function keptOctets(body: unknown): Uint8Array | undefined {
  return body instanceof Uint8Array && body.length <= MOST_OCTETS ? body : undefined
}

/** Hides the run's credentials in every record: configured ones, and those found during the run. */
export class Concealment {
  readonly #met = new Set<string>()
  /** The credentials in all forms in which they can be written, longest first. */
  #secrets: readonly Secret[]

  constructor(document: DocumentDescriptor, target: Target) {
    this.#secrets = secretsOfTarget(document, target)
  }

  /** @param variable the variable that replaces them in records. */
  add(credentials: readonly string[], variable = LOGIN): void {
    const fresh = credentials.filter((credential) => !this.#met.has(credential))
    if (fresh.length === 0) return
    for (const credential of fresh) this.#met.add(credential)
    this.#secrets = sortTargetSecrets([
      ...this.#secrets,
      ...fresh.flatMap((credential) => writtenTargetSecrets(credential, variable)),
    ])
  }

  /**
   * Adds a string that resembles a credential. In records, it is replaced with that credential's variable and
   * the suffix `form`.
   */
  addNear({ of, text, form }: NearSecret): void {
    const known = this.#secrets.find(({ secret }) => secret === of)
    this.add([text], (known?.variable.slice(1) ?? LOGIN) + form)
  }

  /** Returns a request in the form in which it is recorded. */
  request({ method, url, headers, body }: WireRequest): SentRequest {
    const octets = keptOctets(body)
    return {
      method,
      url: this.#hide(url.href),
      headers: Object.fromEntries(this.#hideIn(headers)),
      ...(typeof body === 'string' && { body: this.#hide(body) }),
      ...(octets !== undefined && { octets: btoa(this.#hide(String.fromCharCode(...octets))) }),
    }
  }

  /** Returns a response without credentials that the server repeats. */
  answer(received: ReceivedReply): ReceivedReply {
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
    return hideSecretsInQueries(this.#secrets.reduce(hideSecretIn, text), this.#secrets)
  }
}
