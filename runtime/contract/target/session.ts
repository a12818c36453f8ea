import {
  type DocumentDescriptor,
  essence,
  ItemError,
  isJson,
  isSafe,
  type OperationDescriptor,
  type SecurityRequirement,
  SerializationError,
} from '@concordat/runtime/http'
import type { CookieSession } from '../credentials/cookies/cookie-session.ts'
import { anyOfThem, leavesSecurityOpen } from '../credentials/open-security.ts'
import { type Answer, isSuccess } from '../exchange/answer.ts'
import { excerpt } from '../exchange/excerpt.ts'
import { type Exchange, HIDDEN, type SentRequest } from '../exchange/exchange.ts'
import {
  addCredential,
  chooseRequirement,
  type RequestPlan,
  type WireRequest,
  writeRequest,
} from '../exchange/request.ts'
import { NotRun, RunEnded } from '../outcome/not-run.ts'
import { TargetError } from '../outcome/target-error.ts'
import { failureOf } from '../transport/failure.ts'
import type { Received } from '../transport/transport.ts'
import { Unreadable } from '../transport/unreadable.ts'
import { Acquaintance, type AcquaintanceOptions } from './acquaintance.ts'
import type { Admission } from './admission.ts'
import type { Keyring } from './keyring.ts'
import { TOO_MANY } from './readiness.ts'
import { DEFAULT_TIMEOUT_MS, type Target } from './target.ts'

/** After that many requests in a row without an answer, the server is gone, unless it answers what it answered before. */
const PATIENCE = 3

/** No answer to one request: the connection broke, or the time was over. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly exchange: Exchange

  constructor(message: string, exchange: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

/** Told of each request, as a check thought of it, with its answer. */
export type OnExchange = (plan: RequestPlan, answer: Answer) => void

export interface SessionOptions extends AcquaintanceOptions {
  /** A session of the same run, whose credentials, pace and limits this one shares. */
  readonly beside?: Session | undefined
}

/** Sends requests to one target, counts and records them, and notices when the target as a whole is unusable. */
export class Session {
  readonly #document: DocumentDescriptor
  readonly #target: Target
  readonly #known: Acquaintance
  /** Of operations of a document that says nowhere what they want. */
  readonly #openSecurity: readonly SecurityRequirement[] | undefined
  /** Requests sent so far, repeated ones too. */
  requests = 0
  /** Of them those that may have changed something: neither reads nor refusals. */
  writes = 0
  onExchange: OnExchange | undefined
  #underTest: { readonly operationId: string; isRefused?: true; hasOthers?: true } | undefined

  /** @throws TargetError when the base URL is none. */
  constructor(options: SessionOptions) {
    const { document, target, beside } = options
    this.#document = document
    this.#target = target
    this.#openSecurity = leavesSecurityOpen(document) ? anyOfThem(document) : undefined
    this.#known = beside === undefined ? new Acquaintance(options) : beside.#known
    if (!URL.canParse(target.baseUrl))
      throw new TargetError(`"${target.baseUrl}" is not a URL. Expected: "http://host:port".`)
  }

  /** Where the credentials of the run got in. */
  get admission(): Admission {
    return this.#known.admission
  }

  /** Counts from now on how the run's own credentials are answered by an operation. */
  watch({ operationId }: OperationDescriptor): void {
    this.#underTest = { operationId }
  }

  /** Whether since then they were refused, and nothing else. */
  get wasRefusedAlone(): boolean {
    return this.#underTest?.isRefused === true && this.#underTest.hasOthers !== true
  }

  /** The credentials of the run; empty until the first request or `keyring.open`. */
  get keyring(): Keyring {
    return this.#known.keyring
  }

  /** Whether the target gave an answer of this API. */
  get isTrusted(): boolean {
    return this.#known.trust.isGiven
  }

  /** Requests of this work remove what was created: they are not counted against `maxRequests`. */
  async cleaningUp<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#known.isCleaningUp = true
    try {
      return await work()
    } finally {
      this.#known.isCleaningUp = false
    }
  }

  /** @throws TargetError when nothing that came was an answer of this API: too little was sent to say so before. */
  expectTrust(): void {
    this.#known.trust.expect()
  }

  /**
   * @throws TargetError when the target as a whole is unusable.
   * @throws NoAnswer when this one request got no answer.
   * @throws NotRun when the run may not send it (it writes and only reads are allowed, or there were enough requests), when the
   * server wants fewer requests than a run makes, and for a value that no URL can hold.
   */
  async send(plan: RequestPlan): Promise<Answer> {
    await this.keyring.open()
    let retries = 0
    let isRenewed = false
    for (;;) {
      const { answer, credentials } = await this.#sendOnce(plan)
      if (answer.status !== 401) this.keyring.accept(credentials)
      else if (this.keyring.respell(credentials)) continue
      else if (!isRenewed && (await this.#renew(plan, credentials))) {
        isRenewed = true
        continue
      } else if (isRenewed) this.#known.refusing.add(plan.operation.operationId)
      if (await this.#isRefusedEverywhere(plan, answer)) {
        if (isRenewed || !(await this.#renewed(credentials))) throw this.#lost(answer)
        isRenewed = true
        continue
      }
      const { operationId } = plan.operation
      const pause = this.#known.readiness.pauseAfter(answer, { operationId, tries: retries++ })
      if (pause === undefined) {
        if (answer.status === TOO_MANY)
          throw new NotRun(`${operationId} answered 429 ${excerpt(answer.text)}`.trim())
        if (plan.authentication === undefined) this.#note(plan, { answer, credentials })
        this.onExchange?.(plan, answer)
        return answer
      }
      await this.#known.wait('readiness', new Promise((resolve) => setTimeout(resolve, pause)))
    }
  }

  /** Takes down what an answer to the run's own credentials says of them, and of the target. */
  #note(
    plan: RequestPlan,
    { answer, credentials }: { answer: Answer; credentials: readonly string[] },
  ): void {
    const { operation, method = operation.method } = plan
    const { trust, tell, admission, witness } = this.#known
    if (method === operation.method) {
      admission.note({ operation, answer, credentials: this.keyring.main })
      this.#count(operation, answer)
    }
    const isBetter =
      witness === undefined || (witness.operation.path.includes('{') && !operation.path.includes('{'))
    if (method === 'GET' && isSuccess(answer) && credentials.length > 0 && isBetter)
      this.#known.witness = plan
    if (trust.isGiven) return
    trust.judge(operation, answer)
    if (trust.isGiven) tell({ kind: 'trusts' })
  }

  #count({ operationId }: OperationDescriptor, answer: Answer): void {
    const own = this.#underTest
    if (own?.operationId !== operationId) return
    if (this.#known.admission.isRefusal(answer)) own.isRefused = true
    else own.hasOthers = true
  }

  async #renew({ operation }: RequestPlan, credentials: readonly string[]): Promise<boolean> {
    return !this.#known.refusing.has(operation.operationId) && (await this.#renewed(credentials))
  }

  async #renewed(credentials: readonly string[]): Promise<boolean> {
    try {
      return await this.keyring.renew(credentials)
    } catch (error) {
      if (!(error instanceof TargetError)) throw error
      throw new TargetError(`${error.message} A credential that worked was refused${this.#since}`, {
        cause: error,
      })
    }
  }

  /**
   * Whether the credentials of the run are taken nowhere any more, rather than by one operation: what they were taken for is
   * asked once more, once for each operation that refuses them.
   */
  async #isRefusedEverywhere(
    { operation, authentication }: RequestPlan,
    { status }: Answer,
  ): Promise<boolean> {
    const { witness, doubted, admission, isCleaningUp } = this.#known
    if (witness === undefined || authentication !== undefined || isCleaningUp) return false
    const isDoubtful = status === 401 || (status === 403 && admission.hasEntered(operation))
    if (!isDoubtful || doubted.has(operation.operationId)) return false
    doubted.add(operation.operationId)
    const { answer } = await this.#sendOnce(witness)
    return answer.status === 401 || answer.status === 403
  }

  #lost({ status }: Answer): TargetError {
    return new TargetError(
      `${this.#target.baseUrl} refuses the credential that it took before, with ${status}${this.#since}`,
    )
  }

  /** The operation before, which may have ended the credential. */
  get #since(): string {
    const { lastWrite } = this.#known
    return lastWrite === undefined
      ? '.'
      : `. The last write before was ${lastWrite}. Fix: leave it out with --skip-operation, and give a new credential.`
  }

  async #sendOnce(plan: RequestPlan): Promise<{ answer: Answer; credentials: readonly string[] }> {
    const wire = write(plan, this.#target.baseUrl)
    this.#admit(wire)
    const credentials = await this.#authenticate(wire, plan)
    const request = this.#record(wire)
    const { pace } = this.#known
    if (pace.isLimited) await this.#known.wait('its turn', pace.turn())
    const isRead = isSafe(wire.method)
    if (!isRead) this.writes++
    try {
      const received = await this.#transport(wire, { request, plan })
      this.#known.unanswered = 0
      this.#known.isAnswering = true
      for (const login of this.#loginsOf(credentials)) {
        login.learn(received.headers)
        this.#known.hideToo(login.secrets)
      }
      if (isRead) this.#known.answered = { wire, plan }
      else if (received.status >= 400 && received.status < 500) this.writes--
      else if (received.status < 400)
        this.#known.lastWrite = `${request.method} ${plan.operation.path} (${plan.operation.operationId})`
      return { answer: answerOf(this.#concealed(received), request), credentials }
    } catch (error) {
      if (error instanceof Unreadable) {
        this.#known.isAnswering = true
        throw new NotRun(`${plan.operation.operationId} answered ${error.message}`)
      }
      throw error instanceof RunEnded ? error : await this.#unreachable(error, request)
    }
  }

  /** Tells of the request before it goes out, and of its answer. */
  async #transport(
    wire: WireRequest,
    { request: { method, url }, plan }: { readonly request: SentRequest; readonly plan: RequestPlan },
  ): Promise<Received> {
    const { tell, inFlight, transport } = this.#known
    const request = ++this.#known.lastRequest
    const { operationId } = plan.operation
    tell({ kind: 'sends', request, operationId, method, url })
    let received: Received | undefined
    try {
      received = await inFlight.send((signal) => transport(wire, signal), {
        kind: isSafe(method) ? 'read' : 'write',
        timeoutMs: this.#timeoutMs,
      })
      return received
    } finally {
      tell({ kind: 'receives', request, ...(received !== undefined && { status: received.status }) })
    }
  }

  get #timeoutMs(): number {
    return this.#target.timeoutMs ?? DEFAULT_TIMEOUT_MS
  }

  /** Counts the request, where it may be sent at all. */
  #admit({ method }: WireRequest): void {
    const { readOnly = false, maxRequests = Number.POSITIVE_INFINITY } = this.#target
    if (readOnly && !isSafe(method)) throw new NotRun(`it would send ${method}, and the run only reads`)
    const { isCleaningUp, requests, inFlight } = this.#known
    if (!isCleaningUp && inFlight.isStopped) throw inFlight.end
    if (!isCleaningUp && requests >= maxRequests)
      throw new RunEnded(`the run had sent its ${maxRequests} requests`)
    this.#known.requests++
    this.requests++
  }

  /** @returns The credentials that the request carries, in their form of now. */
  async #authenticate(wire: WireRequest, plan: RequestPlan): Promise<readonly string[]> {
    const { operation, authentication } = plan
    const carried: string[] = []
    const carry = async (credential: string): Promise<string> => {
      const current = await this.keyring.current(credential)
      carried.push(current)
      return current
    }
    for (const [name, value] of Object.entries(this.keyring.headers))
      wire.headers.set(name, await carry(value))
    if (authentication?.kind === 'none') return carried
    if (authentication?.kind === 'header') {
      wire.headers.set('authorization', authentication.value)
      return carried
    }
    const credentials =
      authentication?.kind === 'credentials' ? authentication.credentials : this.keyring.main
    const security = operation.security ?? this.#openSecurity
    for (const scheme of Object.keys(chooseRequirement(security, credentials) ?? {})) {
      const descriptor = this.#document.securitySchemes[scheme]
      const credential = credentials[scheme]
      if (descriptor === undefined || credential === undefined) continue
      const current = await carry(credential)
      if (this.keyring.session(current) === undefined) addCredential(wire, descriptor, current)
    }
    for (const [name, credential] of Object.entries(credentials))
      if (!Object.hasOwn(this.#document.securitySchemes, name)) await carry(credential)
    for (const login of this.#loginsOf(carried)) {
      login.carry(wire)
      this.#known.hideToo(login.secrets)
    }
    return carried
  }

  #loginsOf(credentials: readonly string[]): readonly CookieSession[] {
    return credentials.flatMap((credential) => this.keyring.session(credential) ?? [])
  }

  #record(wire: WireRequest): SentRequest {
    const headers = Object.fromEntries([...wire.headers].map(([name, value]) => [name, this.#hide(value)]))
    const body = typeof wire.body === 'string' ? { body: this.#hide(wire.body) } : {}
    return { method: wire.method, url: this.#hide(wire.url.href), headers, ...body }
  }

  /** An answer without the credentials that its server repeats. */
  #concealed(received: Received): Received {
    const headers = [...received.headers].map(([name, value]): [string, string] => [name, this.#hide(value)])
    return { ...received, headers: new Headers(headers), text: this.#hide(received.text) }
  }

  #hide(text: string): string {
    return this.#known.secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  }

  async #unreachable(error: unknown, request: SentRequest): Promise<Error> {
    const { reason, fix = '' } = failureOf(error, this.#timeoutMs)
    this.#known.unanswered++
    const where = `${request.method} ${request.url}`
    const { isAnswering, unanswered } = this.#known
    if (!isAnswering)
      return new TargetError(`${this.#target.baseUrl} does not answer: ${reason} (${where}). ${fix}`.trim(), {
        cause: error,
      })
    if (unanswered >= PATIENCE && !(await this.#isThere()))
      return new TargetError(`${this.#target.baseUrl} no longer answers: ${reason} (${where}).`, {
        cause: error,
      })
    return new NoAnswer(`no answer: ${reason}`, { request })
  }

  /** Whether the server still answers what it answered before: one that breaks off at some requests is there for others. */
  async #isThere(): Promise<boolean> {
    const { answered } = this.#known
    if (answered === undefined) return false
    const { wire, plan } = answered
    try {
      this.#admit(wire)
      await this.#transport(wire, { request: this.#record(wire), plan })
      this.#known.unanswered = 0
      return true
    } catch {
      return false
    }
  }
}

/** @throws NotRun for a value that the path or query cannot hold. */
function write(plan: RequestPlan, baseUrl: string): WireRequest {
  try {
    return writeRequest(plan, baseUrl)
  } catch (error) {
    if (error instanceof SerializationError || error instanceof ItemError) throw new NotRun(error.message)
    throw error
  }
}

function answerOf({ status, headers, isCut, text }: Received, request: SentRequest): Answer {
  const mediaType = essence(headers.get('content-type'))
  return {
    exchange: { request, response: { status, headers: Object.fromEntries(headers), body: text } },
    status,
    headers,
    mediaType,
    text,
    ...(isCut && { isCut }),
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
