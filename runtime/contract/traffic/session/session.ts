import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import { excerpt } from '../../data/exchange/excerpt.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { History } from '../../data/history/history.ts'
import { NotRun } from '../../data/outcome/not-run.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import type { AnsweredRequest } from '../target/credential-state.ts'
import { CrashWatch } from './crash-watch.ts'
import { Dispatcher } from './dispatcher.ts'
import { TOO_MANY } from './readiness.ts'
import { TargetState, type TargetStateOptions } from './target-state.ts'

/** Told of each request, as a check thought of it, with its answer. */
export type OnExchange = (plan: RequestPlan, answer: Answer) => void

interface SessionOptions extends TargetStateOptions {
  /** A session of the same run, whose credentials, pace and limits this one shares. */
  readonly beside?: Session | undefined
}

/**
 * Asks one target until it has an answer to judge: waits where the server wants it, and renews what it no
 * longer takes.
 */
export class Session {
  /** Knowledge of the target, which the sessions of a run share. */
  readonly state: TargetState
  readonly #dispatcher: Dispatcher
  onExchange: OnExchange | undefined
  readonly crashes = new CrashWatch()
  #underTest: { readonly operationId: string; isRefused?: true; hasOthers?: true } | undefined

  /** @throws TargetError when the base URL is none. */
  constructor(options: SessionOptions) {
    const { document, target, beside } = options
    this.state = beside === undefined ? new TargetState(options) : beside.state
    this.#dispatcher = new Dispatcher({ document, target, known: this.state })
    if (!URL.canParse(target.baseUrl))
      throw new TargetError(`"${target.baseUrl}" is not a URL. Expected: "http://host:port".`)
  }

  /** Requests sent so far, repeated ones too. */
  get requests(): number {
    return this.#dispatcher.requests
  }

  /** Requests among them that may have changed something: neither reads nor refusals. */
  get writes(): number {
    return this.#dispatcher.writes
  }

  /** Requests that were sent. */
  get history(): History {
    return this.#dispatcher.history
  }

  /** Counts from now on how the run's own credentials are answered by an operation. */
  watch({ operationId }: OperationDescriptor): void {
    this.#underTest = { operationId }
  }

  /** True if since then they were refused, and nothing else. */
  get wasRefusedAlone(): boolean {
    return this.#underTest?.isRefused === true && this.#underTest.hasOthers !== true
  }

  /**
   * @throws TargetError when the target as a whole is unusable.
   * @throws NoAnswer when this one request got no answer.
   * @throws NotRun when the run may not send it (it writes and only reads are allowed, or there were enough
   *   requests), when the server wants fewer requests than a run makes, and for a value that no URL can hold.
   */
  async send(plan: RequestPlan): Promise<Answer> {
    await this.state.keyring.open()
    return this.crashes.over(plan, () => this.#answerTo(plan))
  }

  /** Answer of an operation to the run whatever is sent, where that is known: it is not asked again. */
  #settled({ operation, method = operation.method, authentication }: RequestPlan): Answer | undefined {
    const isOwn = authentication === undefined && method === operation.method
    if (!isOwn || this.state.allowance.isCleaningUp) return undefined
    const settled = this.state.access.settled(operation, this.state.keyring.mainFor(operation))
    if (settled !== undefined) this.#count(operation, settled)
    return settled
  }

  /** Sends a request until its answer is one to judge. */
  async #answerTo(plan: RequestPlan): Promise<Answer> {
    const settled = this.#settled(plan)
    if (settled !== undefined) return settled
    let retries = 0
    let isRenewed = false
    let isUndeclared = false
    for (;;) {
      const sent = { plan, ...(await this.#dispatcher.send(plan)) }
      const { answer, credentials } = sent
      if (!mayRefuseFor(answer.status, 'caller')) this.state.keyring.succession.accept(credentials)
      else if (this.state.keyring.succession.respell(credentials, answer.status)) continue
      if (!isUndeclared && this.#isUndeclared(sent)) {
        isUndeclared = true
        continue
      }
      if (await this.state.credentialState.isRenewedFor(sent, { isRenewed, ask: this.#ask })) {
        isRenewed = true
        continue
      }
      const { operationId } = plan.operation
      const pause = this.state.readiness.pauseAfter(answer, { operationId, tries: retries++ })
      if (pause === undefined) {
        if (answer.status === TOO_MANY)
          throw new NotRun({
            kind: 'answered',
            operation: operationId,
            status: TOO_MANY,
            words: excerpt(answer.text),
          })
        if (plan.authentication === undefined) this.#note(sent)
        await this.state.credentialState.expectTaken(sent, {
          answered: this.state.reachability.reads,
          ask: this.#ask,
        })
        this.onExchange?.(plan, answer)
        return answer
      }
      await this.state.wait('readiness', new Promise((resolve) => setTimeout(resolve, pause)))
    }
  }

  /**
   * True if a request without the credentials that are given was refused, and the document says nowhere what
   * is wanted.
   */
  #isUndeclared({ plan, answer, credentials }: AnsweredRequest): boolean {
    const { operation, method = operation.method, authentication } = plan
    const { main, headers } = this.state.keyring
    const isWithout = Object.keys(main).length > 0 && credentials.length === Object.keys(headers).length
    const isOwn = authentication === undefined && method === operation.method
    return isOwn && isWithout && this.state.undeclared.note(operation, answer)
  }

  /** Asks what the credentials were taken for; absent while the run cleans up, which goes on without them. */
  get #ask(): ((plan: RequestPlan) => Promise<Answer>) | undefined {
    if (this.state.allowance.isCleaningUp) return undefined
    return async (plan) => (await this.#dispatcher.send(plan)).answer
  }

  /** Takes down what an answer to the run's own credentials says of them, and of the target. */
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
    trust.judge(operation, answer)
    if (trust.isGiven) tell({ kind: 'trusts' })
  }

  #count({ operationId }: OperationDescriptor, answer: Answer): void {
    const own = this.#underTest
    if (own?.operationId !== operationId) return
    if (this.state.access.isRefusal(answer)) own.isRefused = true
    else own.hasOthers = true
  }
}
