import { essence, isJson } from '../http/media-type.ts'
import type { DocumentDescriptor } from '../http/operation.ts'
import { SerializationError } from '../http/serialization-error.ts'
import type { Answer } from './answer.ts'
import { excerpt } from './excerpt.ts'
import { type Exchange, HIDDEN, type SentRequest } from './exchange.ts'
import { NotRun } from './not-run.ts'
import {
  addCredential,
  base64,
  chooseRequirement,
  type RequestPlan,
  type WireRequest,
  writeRequest,
} from './request.ts'
import type { Target } from './target.ts'
import { TargetError } from './target-error.ts'

const DEFAULT_TIMEOUT_MS = 10_000
/** After that many first answers of a kind that no API gives, the target is not the API, or refuses everybody. */
const PATIENCE = 3
const MAX_RETRIES = 3
/** Says how often one asks, and nothing of the contract. @see RFC 6585, 4 */
const TOO_MANY = 429
/** A `Retry-After` beyond this is not waited for: the run would seem to hang. */
const MAX_WAIT_MS = 10_000
/** Shorter credentials are not searched for in texts: "1" as a password would make every text unreadable. */
const SHORTEST_SECRET = 6
const SECRET_HEADER = /authorization|cookie|key|token|secret|password/i

/** No answer to one request: the connection broke, or the time was over. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly exchange: Exchange

  constructor(message: string, exchange: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

/** Sends requests to one target, counts and records them, and notices when the target as a whole is unusable. */
export class Session {
  readonly #document: DocumentDescriptor
  readonly #target: Target
  #secrets: readonly string[]
  /** Set once an answer was what an API gives: from then on a strange answer is that operation's own fault. */
  #trusted = false
  #strange = 0
  #unanswered = 0
  /** Whether anything ever came back: a request that then gets no answer is a fault of its own. */
  #answered = false
  /** Requests sent so far, repeated ones too. */
  requests = 0

  constructor(document: DocumentDescriptor, target: Target) {
    this.#document = document
    this.#target = target
    this.#secrets = secretsOf(target)
    if (!URL.canParse(target.baseUrl))
      throw new TargetError(`"${target.baseUrl}" is not a URL. Expected: "http://host:port".`)
  }

  /** Keeps a credential that the run got for itself out of every record. */
  hide(credential: string): void {
    this.#secrets = sortSecrets([...this.#secrets, ...written(credential)])
  }

  /**
   * @throws TargetError when the target as a whole is unusable.
   * @throws NoAnswer when this one request got no answer.
   * @throws NotRun when the server wants fewer requests than a run makes, and for a value that no URL can hold.
   */
  async send(plan: RequestPlan): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#sendOnce(plan)
      const wait =
        answer.status === TOO_MANY
          ? Number(answer.headers.get('retry-after') ?? Number.NaN) * 1000
          : Number.NaN
      if (attempt >= MAX_RETRIES || !(wait <= MAX_WAIT_MS)) {
        if (answer.status === TOO_MANY)
          throw new NotRun(`${plan.operation.operationId} answered 429 ${excerpt(answer.text)}`.trim())
        if (!this.#trusted && plan.authentication === undefined) this.#judge(answer)
        return answer
      }
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  async #sendOnce(plan: RequestPlan): Promise<Answer> {
    const wire = write(plan, this.#target.baseUrl)
    for (const [name, value] of Object.entries(this.#target.headers ?? {})) wire.headers.set(name, value)
    this.#authenticate(wire, plan)
    const request = this.#record(wire)
    const signal = AbortSignal.timeout(this.#target.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    this.requests++
    try {
      const init: RequestInit = { method: wire.method, headers: wire.headers, redirect: 'manual', signal }
      if (wire.body !== undefined) init.body = wire.body
      // A request that nothing holds any more loses its signal, and waits for minutes: the end of time is a race of its own.
      const { response, text } = await Promise.race([
        this.#receive(new Request(wire.url, init)),
        ended(signal),
      ])
      this.#unanswered = 0
      this.#answered = true
      return answerOf(response, request, this.#hide(text))
    } catch (error) {
      throw this.#unreachable(error, request)
    }
  }

  async #receive(request: Request): Promise<{ response: Response; text: string }> {
    const response = await (this.#target.fetch ?? fetch)(request)
    return { response, text: await response.text() }
  }

  #authenticate(wire: WireRequest, { operation, authentication }: RequestPlan): void {
    if (authentication?.kind === 'none') return
    if (authentication?.kind === 'header') {
      wire.headers.set('authorization', authentication.value)
      return
    }
    const credentials = authentication?.credentials ?? this.#target.credentials ?? {}
    for (const scheme of Object.keys(chooseRequirement(operation.security, credentials) ?? {})) {
      const descriptor = this.#document.securitySchemes[scheme]
      const credential = credentials[scheme]
      if (descriptor !== undefined && credential !== undefined) addCredential(wire, descriptor, credential)
    }
  }

  #record(wire: WireRequest): SentRequest {
    const headers = Object.fromEntries([...wire.headers].map(([name, value]) => [name, this.#hide(value)]))
    const body = typeof wire.body === 'string' ? { body: this.#hide(wire.body) } : {}
    return { method: wire.method, url: this.#hide(wire.url.href), headers, ...body }
  }

  #hide(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  }

  #unreachable(error: unknown, request: SentRequest): Error {
    const reason = error instanceof Error ? causeOf(error) : String(error)
    this.#unanswered++
    if (!this.#answered || this.#unanswered >= PATIENCE) {
      return new TargetError(
        `${this.#target.baseUrl} does not answer: ${reason} (${request.method} ${request.url}).`,
        {
          cause: error,
        },
      )
    }
    return new NoAnswer(`no answer: ${reason}`, { request })
  }

  /** One clear message instead of one finding per operation when nothing that comes is this API. */
  #judge(answer: Answer): void {
    const strange = this.#strangeness(answer)
    if (strange === undefined) this.#trusted = true
    else if (++this.#strange >= PATIENCE) throw new TargetError(strange)
  }

  #strangeness({ status, headers, mediaType, exchange }: Answer): string | undefined {
    const where = `${this.#target.baseUrl} (first seen with ${exchange.request.method} ${exchange.request.url})`
    if (status === 401 && Object.keys(this.#target.credentials ?? {}).length === 0) {
      const schemes = Object.keys(this.#document.securitySchemes).map((scheme) => `"${scheme}"`)
      return `${where} wants a credential and none is configured. Fix: give one for the scheme ${schemes.join(' or ')}, for example as CONCORDAT_KEY.`
    }
    if (status === 401) return `${where} refuses the configured credential with 401. Fix: give a valid one.`
    if (status >= 300 && status < 400)
      return `${where} redirects to ${headers.get('location')}. Fix: give that address as base URL.`
    const isDocumented = this.#document.operations.some((operation) =>
      Object.values(operation.responses).some((response) =>
        Object.keys(response.content ?? {}).some((type) => essence(type) === 'text/html'),
      ),
    )
    if (mediaType === 'text/html' && !isDocumented)
      return `${where} answers HTML, which "${this.#document.title}" never does. Fix: check the base URL.`
    return undefined
  }
}

/** @throws NotRun for a value that the path or query cannot hold. */
function write(plan: RequestPlan, baseUrl: string): WireRequest {
  try {
    return writeRequest(plan, baseUrl)
  } catch (error) {
    if (error instanceof SerializationError) throw new NotRun(error.message)
    throw error
  }
}

/** Rejects with the signal's reason; never resolves. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function answerOf(response: Response, request: SentRequest, text: string): Answer {
  const mediaType = essence(response.headers.get('content-type'))
  const received = { status: response.status, headers: Object.fromEntries(response.headers), body: text }
  return {
    exchange: { request, response: received },
    status: response.status,
    headers: response.headers,
    mediaType,
    text,
    value: isJson(mediaType) ? parse(text) : undefined,
  }
}

/** JSON has no `undefined`, so that is free to say: no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function causeOf(error: Error): string {
  const { cause } = error
  if (error.name === 'TimeoutError') return 'time-out'
  return cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : error.message
}

function secretsOf(target: Target): string[] {
  const headers = Object.entries(target.headers ?? {}).filter(([name]) => SECRET_HEADER.test(name))
  const credentials = [target.credentials, target.otherCredentials].flatMap((all) => Object.values(all ?? {}))
  const secrets = [...credentials, ...headers.map(([, value]) => value)]
  return sortSecrets(secrets.flatMap(written))
}

/** A credential in each form in which a request may carry it. */
function written(secret: string): string[] {
  return [base64(secret), encodeURIComponent(secret), secret]
}

/** Longest first: one secret may be part of another. */
function sortSecrets(secrets: readonly string[]): string[] {
  return [...new Set(secrets)]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
}
