import { type DocumentDescriptor, isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { planAsSent } from '../../data/address/as-sent.ts'
import { openedAnswer } from '../../data/address/opened.ts'
import { type Answer, isRefusal } from '../../data/exchange/answer.ts'
import type { Exchange, SentRequest } from '../../data/exchange/exchange.ts'
import { answerWithoutLinkTokens, linksWithoutTokens } from '../../data/exchange/link-tokens.ts'
import { readAnswer } from '../../data/exchange/read-answer.ts'
import { type RequestPlan, type WireRequest, writeRequest } from '../../data/exchange/request.ts'
import { History } from '../../data/history/history.ts'
import { valuesSentBy } from '../../data/history/sent-values.ts'
import { NotRun, RunEnded, writtenIfSendable } from '../../data/outcome/not-run.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import type { CookieSession } from '../credentials/cookies/cookie-session.ts'
import { Authenticator } from '../target/authenticator.ts'
import type { Target } from '../target/target.ts'
import { isTimeOut, transportFailure, Unending } from '../transport/failure.ts'
import type { ReceivedReply } from '../transport/transport.ts'
import { NoAnswer } from './no-answer.ts'
import type { AnsweredRead } from './reachability.ts'
import type { TargetState } from './target-state.ts'

interface DispatcherOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly known: TargetState
}

/** Sends one request to the target and returns the response, within the limits of the run. */
export class Dispatcher {
  readonly #target: Target
  readonly #known: TargetState
  readonly #authentication: Authenticator
  readonly #document: DocumentDescriptor
  /** The requests that this dispatcher has sent. */
  readonly history = new History()
  /** Requests sent so far. */
  requests = 0
  /** Number of requests that may have changed something, which excludes reads and rejected requests. */
  writes = 0

  constructor({ document, target, known }: DispatcherOptions) {
    this.#target = target
    this.#known = known
    this.#document = document
    this.#authentication = new Authenticator({
      document,
      keyring: known.keyring,
      undeclared: known.undeclared,
    })
  }

  /**
   * @returns The response, and the credentials that were sent with the request.
   * @throws TargetError if the target as a whole is unusable.
   * @throws NoAnswer if only this request got no response.
   * @throws NotRun if the run is not allowed to send the request, or for a value that a URL cannot contain.
   */
  async send(asked: RequestPlan): Promise<{ answer: Answer; credentials: readonly string[] }> {
    const plan = planAsSent(asked, this.#document)
    const wire = writtenIfSendable(() => writeRequest(plan, this.#target.baseUrl, this.#document))
    const silent = this.#known.reachability.whySilent(plan.operation.operationId)
    if (silent !== undefined) throw new NotRun(silent)
    this.#admit(wire)
    const { credentials, logins } = await this.#authentication.add(wire, plan)
    this.#conceal(plan, logins)
    const request = this.#recordOf(wire, plan)
    await this.#known.turn(plan.operation)
    const isRead = isSafe(wire.method)
    if (!isRead) this.writes++
    const timed = timing()
    try {
      const received = await this.#transport(wire, { request, plan })
      this.#noteReceived(received, { wire, plan, logins })
      const answer = openedAnswer(
        asked.operation,
        this.#answerOf(received, { plan, asked: { request, ...signedBy(received), ...timed() } }),
      )
      return { answer, credentials }
    } catch (error) {
      const exchange = { request, ...timed() }
      this.#known.record({ ...exchange, failure: this.#failureOf(error, plan.operation, request) })
      if (error instanceof RunEnded || error instanceof TargetError) throw error
      if (isRead && this.#known.reachability.isPerhapsBusy(error)) return this.send(plan)
      this.history.note(exchange, { sent: valuesSentBy(plan), path: plan.operation.path })
      throw await this.#unreachable(error, { operation: plan.operation, exchange })
    }
  }

  /** Hides a request's credentials from records. */
  #conceal({ authentication }: RequestPlan, logins: readonly CookieSession[]): void {
    const { concealment } = this.#known
    for (const { secrets } of logins) concealment.add(secrets)
    if (authentication?.kind === 'credentials' && authentication.near !== undefined)
      concealment.addNear(authentication.near)
  }

  /** Notes what a response shows about the target, its logins and the effect of the request. */
  #noteReceived(
    { status, headers }: ReceivedReply,
    { wire, plan, logins }: AnsweredRead & { readonly logins: readonly CookieSession[] },
  ): void {
    const { concealment, reachability, credentialState } = this.#known
    const { operationId, path } = plan.operation
    reachability.noteAnswer(operationId, status)
    for (const login of logins) {
      login.learn(headers)
      concealment.add(login.secrets)
    }
    if (isSafe(wire.method)) reachability.noteRead({ wire, plan })
    else if (isRefusal({ status })) this.writes--
    else if (status < 400) credentialState.noteWrite(`${wire.method} ${path} (${operationId})`)
  }

  /** Reads a response, and records it without secrets. */
  #answerOf(
    received: ReceivedReply,
    { plan, asked }: { readonly plan: RequestPlan; readonly asked: Exchange },
  ): Answer {
    const answer = readAnswer(this.#known.concealment.answer(received), asked)
    const { response } = answer.exchange
    const exchange = {
      ...answer.exchange,
      ...(response && { response: answerWithoutLinkTokens(response, plan.operation) }),
    }
    const number = this.history.note(exchange, { sent: valuesSentBy(plan), path: plan.operation.path })
    this.#known.record(exchange)
    return this.#known.toldFailures.judged(plan, { ...answer, exchange, number })
  }

  /** Returns the record of a request. A link that the server sent can contain tokens, which are removed. */
  #recordOf(wire: WireRequest, { operation, link }: RequestPlan): SentRequest {
    const request = this.#known.concealment.request(wire)
    return link === undefined ? request : { ...request, url: linksWithoutTokens(request.url, operation) }
  }

  /** Explains in the record why there is no response to read. */
  #failureOf(error: unknown, operation: OperationDescriptor, request: SentRequest): string {
    const isOfRun = error instanceof RunEnded || error instanceof TargetError
    return isOfRun ? error.message : this.#lackOf(error, operation, request)
  }

  /** Describes the missing part: the whole response, or its end. */
  #lackOf(error: unknown, operation: OperationDescriptor, request: SentRequest): string {
    const { reason } = transportFailure(error, this.#known.limits.timeoutOf(operation, request))
    return error instanceof Unending ? reason : `no response: ${reason}`
  }

  /** Reports the request before it is sent, and then the response. */
  async #transport(
    wire: WireRequest,
    { request: sent, plan }: { readonly request: SentRequest; readonly plan: RequestPlan },
  ): Promise<ReceivedReply> {
    const { method, url } = sent
    const { tell, inFlight, transport } = this.#known
    const request = ++this.#known.lastRequest
    tell({ kind: 'sends', request, operationId: plan.operation.operationId, method, url })
    let received: ReceivedReply | undefined
    try {
      received = await inFlight.send((signal) => transport(wire, signal), {
        kind: isSafe(method) ? 'read' : 'write',
        timeoutMs: this.#known.limits.timeoutOf(plan.operation, sent),
      })
      return received
    } finally {
      tell({ kind: 'receives', request, ...(received !== undefined && { status: received.status }) })
    }
  }

  /** Counts the request, if the run is allowed to send it. */
  #admit({ method }: WireRequest): void {
    this.#known.allowance.spend(method)
    this.requests++
  }

  async #unreachable(
    error: unknown,
    asked: { readonly operation: OperationDescriptor; readonly exchange: Exchange },
  ): Promise<Error> {
    const { exchange, operation } = asked
    const { request } = exchange
    const {
      reason,
      fix = '',
      isAway = false,
    } = transportFailure(error, this.#known.limits.timeoutOf(operation, request))
    const { reachability } = this.#known
    reachability.noteFailure(error, operation.operationId)
    const where = `${request.method} ${request.url}`
    if (!reachability.isAnswering)
      return new TargetError(
        `${this.#target.baseUrl} does not respond: ${reason} (${where}). ${fix}`.trim(),
        {
          cause: error,
        },
      )
    if (reachability.isDoubtful && !(await this.#isThere()))
      return new TargetError(
        `${this.#target.baseUrl} no longer responds: ${reason} (${where})${isAway ? this.#since : ''}.`,
        {
          cause: error,
        },
      )
    const lack = `${this.#lackOf(error, operation, request)}${isAway ? this.#since : ''}`
    const isUnending = error instanceof Unending
    const isLate = isTimeOut(error)
    const silence = new NoAnswer(lack, { ...asked, isUnending, isLate })
    if (isLate) this.#known.limits.noteLate(silence)
    return silence
  }

  /**
   * Describes the last write that was not rejected, which may be the reason why a later, harmless request
   * failed.
   */
  get #since(): string {
    const { lastWrite } = this.#known.credentialState
    return lastWrite === undefined ? '' : `; the last successful write was ${lastWrite}`
  }

  /**
   * True if the server still responds to requests to which it responded before. A server can break the
   * connection for only some requests.
   */
  async #isThere(): Promise<boolean> {
    for (const read of [...this.#known.reachability.reads.values()].reverse())
      if (await this.#answers(read)) return true
    return false
  }

  async #answers({ wire, plan }: AnsweredRead): Promise<boolean> {
    try {
      this.#admit(wire)
      await this.#transport(wire, { request: this.#recordOf(wire, plan), plan })
      this.#known.reachability.noteLife()
      return true
    } catch {
      return false
    }
  }
}

function signedBy({ signed }: ReceivedReply): Pick<Exchange, 'signed'> {
  return signed === undefined ? {} : { signed }
}

/** Starts a clock. @returns A function that returns the start time and the time elapsed since then. */
function timing(): () => Pick<Exchange, 'sentAt' | 'milliseconds'> {
  const sentAt = new Date().toISOString()
  const began = performance.now()
  return () => ({ sentAt, milliseconds: performance.now() - began })
}
