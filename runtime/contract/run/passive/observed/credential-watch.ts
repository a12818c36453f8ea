import { type DocumentDescriptor, type OperationDescriptor, refusesFor } from '@concordat/runtime/http'
import type { Recorded } from '../../../data/exchange/recorded.ts'
import { secrets } from '../../../lexicon/lexicon.ts'
import { schemesOfHeader } from '../../../traffic/credentials/carrier.ts'
import { readChallenge } from '../../../traffic/credentials/challenge.ts'
import { isSecretHeader } from '../../../traffic/target/secrets.ts'
import type { Notebook, ObservedOccasion } from './notebook.ts'
import type { TrafficObservation } from './observation.ts'

/**
 * The number of requests that an operation accepted without a credential, and the security schemes whose
 * credentials it accepted.
 */
interface Entered {
  withoutCredential: number
  readonly schemes: Set<string>
}

/** Observes which operations require credentials, and which do not. */
export class CredentialWatch {
  readonly #document: DocumentDescriptor
  readonly #notebook: Notebook
  readonly #entered = new Map<string, Entered>()
  /**
   * False as long as no request has a credential, perhaps because a browser omitted credentials from saved
   * traffic.
   */
  #showsCredentials = false

  constructor(document: DocumentDescriptor, notebook: Notebook) {
    this.#document = document
    this.#notebook = notebook
  }

  note(occasion: ObservedOccasion, recorded: Recorded): void {
    const { operation, status } = occasion
    const schemes = this.#schemesIn(recorded)
    const hasCredential = schemes.length > 0 || carriesSecret(recorded)
    this.#showsCredentials ||= hasCredential
    const entered = this.#entered.get(operation.operationId) ?? {
      withoutCredential: 0,
      schemes: new Set<string>(),
    }
    this.#entered.set(operation.operationId, entered)
    const isSuccess = status >= 200 && status < 300
    if (isSuccess) for (const scheme of schemes) entered.schemes.add(scheme)
    if (isSuccess && !hasCredential) {
      entered.withoutCredential++
      if (!isOpen(operation)) this.#notebook.note(occasion, { kind: 'let in', clause: operation.pointer })
    }
    if (refusesFor(status, 'caller') && !hasCredential && isOpen(operation)) {
      const asked = this.#notebook.note(occasion, { kind: 'credential asked for', clause: operation.pointer })
      const challenge = readChallenge(recorded.headers.get('www-authenticate'))
      if (challenge !== undefined) asked.challenges.add(challenge.scheme)
    }
  }

  /**
   * Returns the keys of doubtful observations: those that other traffic contradicts, or that traffic without
   * any credentials cannot show. Also adds the schemes that an operation accepted to the observations that it
   * asked for a credential.
   */
  doubtful(observations: ReadonlyMap<string, TrafficObservation>): readonly string[] {
    return [...observations].flatMap(([key, { subject, evidence, schemes }]) => {
      if (subject.kind === 'let in') return this.#showsCredentials ? [] : [key]
      if (subject.kind !== 'credential asked for') return []
      const entered = [...evidence.operations.keys()].flatMap(
        (operationId) => this.#entered.get(operationId) ?? [],
      )
      for (const one of entered) for (const scheme of one.schemes) schemes.add(scheme)
      return entered.some(({ withoutCredential }) => withoutCredential > 0) ? [key] : []
    })
  }

  #schemesIn({ request: { headers, url } }: Recorded): readonly string[] {
    const carried = Object.entries(headers).flatMap(([name, value]) =>
      schemesOfHeader(this.#document, { name, value }),
    )
    const query = new URL(url).searchParams
    const inQuery = Object.entries(this.#document.securitySchemes).flatMap(([name, scheme]) =>
      scheme.in === 'query' && query.has(scheme.name ?? '') ? [name] : [],
    )
    return [...carried, ...inQuery]
  }
}

/** True for an operation that needs no credentials according to the document. */
function isOpen({ security = [] }: OperationDescriptor): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0)
}

/** True for a request with a header or query parameter that could be a credential. */
function carriesSecret({ request: { headers, url } }: Recorded): boolean {
  return (
    Object.keys(headers).some((name) => isSecretHeader(name)) ||
    [...new URL(url).searchParams.keys()].some((name) => secrets.links.has(name) || secrets.short.has(name))
  )
}
