import {
  type DocumentDescriptor,
  mediaTypeEssence,
  type OperationDescriptor,
  refusesFor,
} from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import { requirementOfRequest } from '../../data/exchange/request.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { type Challenge, challengeOption, readChallenge, UNTOLD } from '../credentials/challenge.ts'
import { schemesOfKey } from '../credentials/one-key.ts'
import { takesSchemeCredential } from '../credentials/unsupported.ts'
import type { AnsweredRequest } from '../target/credential-state.ts'
import type { Keyring } from '../target/keyring.ts'
import type { Target } from '../target/target.ts'

/**
 * Number of strange responses at the beginning of a run after which the target is considered a different
 * server, or one that rejects everyone.
 */
const PATIENCE = 3

/** The way to give a credential that nothing in the configuration can contain. */
const BY_PROXY = 'through a proxy that adds it'

interface TrustOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly keyring: Keyring
  /** True if an earlier worker of the same run got a response from this API. */
  readonly isGiven: boolean
}

/**
 * Decides from the first responses whether they come from this API. If not, one clear message replaces one
 * finding per operation.
 */
export class Trust {
  readonly #document: DocumentDescriptor
  readonly #target: Target
  readonly #keyring: Keyring
  /**
   * True once the API has clearly responded. From then on, a strange response is attributed to its operation.
   */
  #isGiven: boolean
  #strange = 0
  #first: string | undefined

  constructor({ document, target, keyring, isGiven }: TrustOptions) {
    this.#document = document
    this.#target = target
    this.#keyring = keyring
    this.#isGiven = isGiven
  }

  get isGiven(): boolean {
    return this.#isGiven
  }

  /** @throws TargetError if too many responses were strange. */
  judge(sent: AnsweredRequest): void {
    const { plan, answer } = sent
    // Such a refusal proves nothing, because the API and any other server at its address respond to an
    // unsupported method in the same way.
    if (this.#isGiven || refusesFor(answer.status, 'method') || this.#lacksCredential(sent)) return
    const strange = this.#isAboutContent(plan.operation, answer) ? undefined : this.#strangeness(sent)
    // An HTML page in response to a request other than GET says nothing about the address.
    const isUnclear = answer.mediaType === 'text/html' && answer.exchange.request.method !== 'GET'
    if (strange === undefined) this.#isGiven = true
    else if (!isUnclear && ++this.#strange >= PATIENCE) throw new TargetError(strange)
    if (!this.#isUndeclared(sent)) this.#first ??= strange
  }

  /** @throws TargetError if a response was strange, and no response is known to come from this API. */
  expect(): void {
    if (!this.#isGiven && this.#first !== undefined) throw new TargetError(this.#first)
  }

  /**
   * True if an operation rejects the caller's credential although the document requires none. One such
   * operation can be a mistake in the document, so only several cast doubt on the server.
   */
  #isUndeclared({ plan: { operation }, answer }: AnsweredRequest): boolean {
    const { security = [] } = operation
    return refusesFor(answer.status, 'caller') && security.length === 0 && this.#hasCredential
  }

  /** True if an operation rejects the run's credential because it needs another one, which the run lacks. */
  #lacksCredential({ plan: { operation }, answer }: AnsweredRequest): boolean {
    const { security = [] } = operation
    const isMissing = requirementOfRequest(security, this.#keyring.mainFor(operation)) === undefined
    return refusesFor(answer.status, 'caller') && security.length > 0 && isMissing && this.#hasCredential
  }

  get #hasCredential(): boolean {
    return Object.keys(this.#keyring.main).length > 0
  }

  /** If no credential is required, a refusal without a challenge may concern a password in the body. */
  #isAboutContent({ security = [], responses }: OperationDescriptor, { status, headers }: Answer): boolean {
    if (readChallenge(headers.get('www-authenticate')) !== undefined) return false
    const isExpected = Object.hasOwn(responses, status) || this.#hasCredential
    return refusesFor(status, 'caller') && security.length === 0 && isExpected
  }

  /** True if the configuration adds the challenge's header to every request. */
  #sendsHeader({ header }: Challenge = UNTOLD): boolean {
    return Object.keys(this.#keyring.headers).some((name) => name.toLowerCase() === header.toLowerCase())
  }

  /** Explains a refusal of the caller; `credentials` are those of its request. */
  #refusal(where: string, { answer, credentials }: AnsweredRequest): string {
    const { headers } = this.#keyring
    const challenge = readChallenge(answer.headers.get('www-authenticate'))
    if (this.#sendsHeader(challenge) || credentials.length > Object.keys(headers).length)
      return `${where} returns ${answer.status} although a credential is configured. Fix: provide a valid one.`
    if (this.#hasCredential)
      return `${where} returns ${answer.status} to a request without the configured credential, which the document does not require there. Fix: correct "security" in the document.`
    const schemes = Object.entries(this.#document.securitySchemes).map(([name, scheme]) =>
      takesSchemeCredential(scheme)
        ? `"${name}"`
        : `"${name}" (HTTP ${scheme.scheme}, which is not supported)`,
    )
    const fix =
      challenge === undefined
        ? `provide it: ${challengeOption(UNTOLD)}`
        : `provide the credential that its "WWW-Authenticate: ${challenge.scheme}" requires: ${challengeOption(challenge)}`
    if (schemes.length === 0)
      return `${where} requires a credential, but the document declares none. Fix: ${fix}.`
    const given = schemesOfKey(this.#document).length > 0 ? 'with --key KEY or CONCORDAT_KEY' : this.#otherWay
    return `${where} requires a credential, but none is configured. Fix: provide one for the scheme ${schemes.join(' or ')} ${given}.`
  }

  /** The way to give a credential if no scheme accepts a key. */
  get #otherWay(): string {
    const hasCertificate = Object.values(this.#document.securitySchemes).some(
      ({ type }) => type === 'mutualTLS',
    )
    return hasCertificate ? `with "tls.certificate" and "tls.key", or ${BY_PROXY}` : BY_PROXY
  }

  #strangeness(sent: AnsweredRequest): string | undefined {
    const { status, headers, mediaType, exchange } = sent.answer
    const where = `${this.#target.baseUrl} (seen with ${exchange.request.method} ${exchange.request.url})`
    if (refusesFor(status, 'caller')) return this.#refusal(where, sent)
    if (status >= 300 && status < 400) {
      const location = headers.get('location')
      if (location === null)
        return `${where} returns ${status} without a Location. Fix: correct the base URL.`
      const base = movedBase(location, { url: exchange.request.url, baseUrl: this.#target.baseUrl })
      const fix = base === undefined ? 'correct the base URL' : `use ${base} as the base URL`
      return `${where} redirects to ${location}. Fix: ${fix}.`
    }
    const isDocumented = this.#document.operations.some((operation) =>
      Object.values(operation.responses).some((response) =>
        Object.keys(response.content ?? {}).some((type) => mediaTypeEssence(type) === 'text/html'),
      ),
    )
    if (mediaType === 'text/html' && !isDocumented && status < 500)
      return `${where} responds with an HTML page, which no operation of "${this.#document.title}" documents. Is it a proxy or a web app? Fix: check the base URL.`
    return undefined
  }
}

/**
 * Returns the new base URL if the server redirects a request to the same path below a different base. The
 * path "/" proves nothing, because many other paths end with it.
 */
function movedBase(
  location: string,
  { url, baseUrl }: { readonly url: string; readonly baseUrl: string },
): string | undefined {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  const { pathname } = new URL(url)
  const below = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '/'
  const target = URL.parse(location, url)
  if (target === null || !/^https?:$/.test(target.protocol)) return undefined
  if (below === '/' || !target.pathname.endsWith(below)) return undefined
  const moved = target.origin + target.pathname.slice(0, -below.length)
  return moved === base.origin + basePath ? undefined : moved
}
