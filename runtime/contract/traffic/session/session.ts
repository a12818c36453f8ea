import { isSafe, mayRefuseFor, type OperationDescriptor, refusesFor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { History } from '../../data/history/history.ts'
import { NotRun } from '../../data/outcome/not-run.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import type { AnsweredRequest } from '../target/credential-state.ts'
import { InTurn } from '../transport/together.ts'
import { CrashWatch } from './crash-watch.ts'
import { Dispatcher } from './dispatcher.ts'
import { TargetState, type TargetStateOptions } from './target-state.ts'

/**
 * Called with each planned request and its final response, unless that is a 429. Repetitions are not
 * reported.
 */
export type OnExchange = (plan: RequestPlan, answer: Answer) => void

interface SessionOptions extends TargetStateOptions {
  /** A session of the same run, with which this session shares credentials, pace and limits. */
  readonly beside?: Session | undefined
}

/** The reasons for which a request was sent again. */
interface Tries {
  isUndeclared?: boolean
  isRenewed?: boolean
  isRepeated?: boolean
}

/**
 * Sends requests to one target until the response can be judged. If necessary, waits as the server asks, and
 * renews expired credentials.
 */
export class Session {
  /** Knowledge about the target, shared by all sessions of a run. */
  readonly state: TargetState
  readonly #dispatcher: Dispatcher
  onExchange: OnExchange | undefined
  readonly crashes = new CrashWatch()
  /** Writes wait for each other, unless a rule tests what the server does if they do not. */
  readonly #writes = new InTurn()
  #underTest: { readonly operationId: string; isRefused?: true; hasOthers?: true } | undefined

  /** @throws TargetError if the base URL is not a URL. */
  constructor(options: SessionOptions) {
    const { document, target, beside } = options
    this.state = beside === undefined ? new TargetState(options) : beside.state
    this.#dispatcher = new Dispatcher({ document, target, known: this.state })
    if (!URL.canParse(target.baseUrl))
      throw new TargetError(
        `"${target.baseUrl}" is not a URL. Expected: a URL such as "http://localhost:3000".`,
      )
  }

  /** Number of requests sent so far, including resent ones. */
  get requests(): number {
    return this.#dispatcher.requests
  }

  /** Number of requests that may have changed something, which excludes reads and rejected requests. */
  get writes(): number {
    return this.#dispatcher.writes
  }

  /** The requests sent. */
  get history(): History {
    return this.#dispatcher.history
  }

  /** From now on, notes how an operation responds to the run's own credentials. */
  watch({ operationId }: OperationDescriptor): void {
    this.#underTest = { operationId }
  }

  /**
   * True if the watched operation has responded at least once, and every response rejected the run's own
   * credentials.
   */
  get wasRefusedAlone(): boolean {
    return this.#underTest?.isRefused === true && this.#underTest.hasOthers !== true
  }

  /**
   * @throws TargetError if the target as a whole is unusable.
   * @throws NoAnswer if only this request got no response.
   * @throws NotRun if the run is not allowed to send the request (it writes in a read-only run, or the limit
   * is reached), if the server rejects requests because there are too many, or for a value that a URL cannot
   * contain.
   */
  async send(plan: RequestPlan): Promise<Answer> {
    await this.state.keyring.open()
    const { operation, method = operation.method } = plan
    const isRead = isSafe(method) || (operation.harmless === true && method === operation.method)
    return isRead ? this.#judged(plan) : this.#writes.run(() => this.#judged(plan))
  }

  /** Lets the writes that a rule sends during `work` overlap. */
  race<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#writes.race(work)
  }

  /** Sends a request, and finds out whether it crashes the server. */
  async #judged(plan: RequestPlan): Promise<Answer> {
    const begun = this.crashes.begin()
    let answer: Answer | undefined
    try {
      answer = await this.#answerTo(plan)
      return answer
    } finally {
      this.crashes.end(begun, answer && { plan, answer })
    }
  }

  /**
   * Returns the response that an operation gives to every request of the run, if it is known. The run then
   * sends no more requests to that operation.
   */
  #settled({ operation, method = operation.method, authentication }: RequestPlan): Answer | undefined {
    const isOwn = authentication === undefined && method === operation.method
    if (!isOwn || this.state.allowance.isCleaningUp) return undefined
    const settled = this.state.access.settled(operation, this.state.keyring.mainFor(operation))
    if (settled !== undefined) this.#count(operation, settled)
    return settled
  }

  async #answerTo(plan: RequestPlan): Promise<Answer> {
    const settled = this.#settled(plan)
    if (settled !== undefined) return settled
    const tries: Tries = {}
    let retries = 0
    for (;;) {
      const sent = { plan, ...(await this.#dispatcher.send(plan)) }
      if (await this.#isResent(sent, tries)) continue
      const { answer } = sent
      const { operationId } = plan.operation
      const pause = this.state.readiness.pauseAfter(answer, { operationId, tries: retries++ })
      if (pause === undefined) {
        // Too many requests say nothing about the contract (RFC 6585, 4).
        if (refusesFor(answer.status, 'pace'))
          throw new NotRun({
            kind: 'answered',
            operation: operationId,
            status: answer.status,
            words: exchangeExcerpt(answer.text),
          })
        if (plan.authentication === undefined) this.#note(sent)
        await this.state.credentialState.expectTaken(sent, {
          answered: this.state.reachability.reads,
          ask: this.#ask,
        })
        this.onExchange?.(plan, answer)
        return answer
      }
      await this.#pause(pause)
    }
  }

  /** True if a request must be sent again because of its credential, each time for another reason. */
  async #isResent(sent: AnsweredRequest, tries: Tries): Promise<boolean> {
    const { answer, credentials } = sent
    const { credentialState, keyring } = this.state
    if (!mayRefuseFor(answer.status, 'caller')) keyring.succession.accept(credentials)
    else if (keyring.succession.respell(credentials, answer.status)) return true
    if (tries.isUndeclared !== true && this.#isUndeclared(sent)) {
      tries.isUndeclared = true
      return true
    }
    const { isRenewed = false } = tries
    if (await credentialState.isRenewedFor(sent, { isRenewed, ask: this.#ask })) {
      tries.isRenewed = true
      return true
    }
    if (tries.isRepeated === true) {
      this.#noteRepeated(sent)
      return false
    }
    tries.isRepeated = credentialState.isOdd(sent)
    return tries.isRepeated
  }

  /**
   * True if a request without the configured credentials was rejected although the document declares no
   * requirement.
   */
  #isUndeclared({ plan, answer, credentials }: AnsweredRequest): boolean {
    const { operation, method = operation.method, authentication } = plan
    const { main, headers } = this.state.keyring
    const isWithout = Object.keys(main).length > 0 && credentials.length === Object.keys(headers).length
    const isOwn = authentication === undefined && method === operation.method
    return isOwn && isWithout && this.state.undeclared.note(operation, answer)
  }

  /**
   * A function that repeats an earlier read, with or without the credentials; absent during clean-up, when
   * credentials are not tested.
   */
  get #ask(): ((plan: RequestPlan, pause?: number) => Promise<Answer>) | undefined {
    if (this.state.allowance.isCleaningUp) return undefined
    return async (plan, pause = 0) => {
      if (pause > 0) await this.#pause(pause)
      return (await this.#dispatcher.send(plan)).answer
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return this.state.wait('readiness', new Promise((resolve) => setTimeout(resolve, milliseconds)))
  }

  /** Notes the response to a request that was repeated because its first 401 contradicted earlier ones. */
  #noteRepeated({ plan: { operation }, answer }: AnsweredRequest): void {
    if (mayRefuseFor(answer.status, 'caller')) this.state.credentialState.noteFirm(operation)
    else this.state.tell({ kind: 'rejected-once', operationId: operation.operationId })
  }

  /** Notes what a response shows about the run's own credentials and the target. */
  #note(sent: AnsweredRequest): void {
    const { plan, answer } = sent
    const { operation, method = operation.method } = plan
    const { trust, tell, access, credentialState } = this.state
    if (method === operation.method) {
      access.note({ operation, answer, credentials: this.state.keyring.mainFor(operation) })
      this.#count(operation, answer)
    }
    credentialState.note(sent)
    if (trust.isGiven) return
    trust.judge(sent)
    if (trust.isGiven) tell({ kind: 'trusts' })
  }

  #count({ operationId }: OperationDescriptor, answer: Answer): void {
    const own = this.#underTest
    if (own?.operationId !== operationId) return
    if (this.state.access.isRefusal(answer)) own.isRefused = true
    else own.hasOthers = true
  }
}
