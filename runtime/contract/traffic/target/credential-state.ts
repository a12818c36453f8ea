import { mayRefuseFor } from '@concordat/runtime/http'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { type AccessRecord, mayBeAboutBody } from './access-record.ts'
import type { Keyring } from './keyring.ts'

interface CredentialStateOptions {
  readonly baseUrl: string
  readonly keyring: Keyring
  readonly access: AccessRecord
}

type Ask = (plan: RequestPlan) => Promise<Answer>

/** So many operations that refuse a credential, and nothing that takes it: it is wrong. */
const MOST_CLOSED = 3

/** A request, its answer, and what it carried. */
export interface AnsweredRequest {
  readonly plan: RequestPlan
  readonly answer: Answer
  readonly credentials: readonly string[]
}

/**
 * True if the server still takes the credentials of the run. One operation that refuses them may want others;
 * credentials that are taken nowhere any more are renewed, and a run that cannot have new ones ends, with the
 * write that came before.
 */
export class CredentialState {
  readonly #baseUrl: string
  readonly #keyring: Keyring
  readonly #access: AccessRecord
  /** A read that the credentials were taken for: asked again, it tells whether they still are. */
  #probe: RequestPlan | undefined
  /** Operations whose refusal the probe was asked about. */
  readonly #doubted = new Set<string>()
  /** Operations that refuse fresh credentials too: getting more of them would mend nothing. */
  readonly #refusing = new Set<string>()
  /** Operations that answered a request with the credential with 401. */
  readonly #closed = new Set<string>()
  /** True once it is known that the credential is taken somewhere. */
  #isProved = false
  #lastWrite: string | undefined

  constructor({ baseUrl, keyring, access }: CredentialStateOptions) {
    this.#baseUrl = baseUrl
    this.#keyring = keyring
    this.#access = access
  }

  /** Takes down a write that was not refused. @param name As a sentence names it. */
  noteWrite(name: string): void {
    this.#lastWrite = name
  }

  /** The last write that was not refused, as a sentence names it; `undefined` before the first. */
  get lastWrite(): string | undefined {
    return this.#lastWrite
  }

  /**
   * Takes down an answer to the run's own credentials. The best probe is a read that needs nothing to be
   * there.
   */
  note({ plan, answer, credentials }: AnsweredRequest): void {
    const { operation, method = operation.method } = plan
    const isBetter =
      this.#probe === undefined || (this.#probe.operation.path.includes('{') && !operation.path.includes('{'))
    if (method === 'GET' && isSuccess(answer) && credentials.length > 0 && isBetter) this.#probe = plan
  }

  /**
   * Makes the best of a refusal.
   * @param isRenewed True if the request was sent with renewed credentials already.
   * @param ask Sends the probe; absent while the run cleans up, which goes on without the credentials.
   * @returns true if the request is to be sent once more, with renewed credentials.
   * @throws TargetError when the credentials are lost.
   */
  async isRenewedFor(
    sent: AnsweredRequest,
    { isRenewed, ask }: { isRenewed: boolean; ask?: Ask | undefined },
  ): Promise<boolean> {
    const { plan, answer, credentials } = sent
    const { operationId } = plan.operation
    if (answer.status === 401) {
      if (isRenewed) this.#refusing.add(operationId)
      else if (!this.#refusing.has(operationId) && (await this.#renew(credentials))) return true
    }
    if (!(await this.#isRefusedEverywhere(sent, ask))) return false
    if (isRenewed || !(await this.#renew(credentials))) throw this.#lost(answer)
    return true
  }

  /**
   * Ends the run once several operations refuse the credential with 401, and no read that was answered wants
   * it.
   * @param answered Reads that were answered, by operationId.
   * @param ask Sends one of them without the credential; absent while the run cleans up.
   * @throws TargetError when nothing shows that the credential is taken anywhere.
   */
  async expectTaken(
    { plan, answer, credentials }: AnsweredRequest,
    {
      answered,
      ask,
    }: {
      readonly answered: ReadonlyMap<string, Pick<AnsweredRequest, 'plan'>>
      readonly ask?: Ask | undefined
    },
  ): Promise<void> {
    const { main, headers } = this.#keyring
    const isCarried = Object.keys(main).length > 0 && credentials.length > Object.keys(headers).length
    const isOwn = plan.authentication === undefined
    if (this.#isProved || answer.status !== 401 || !isOwn || !isCarried || ask === undefined) return
    if (mayBeAboutBody(plan.operation, answer)) return
    this.#closed.add(plan.operation.operationId)
    if (this.#closed.size < MOST_CLOSED) return
    this.#isProved = true
    for (const { plan: read } of answered.values()) {
      if (read.authentication !== undefined || !this.#access.hasEntered(read.operation)) continue
      const { status } = await ask({ ...read, authentication: { kind: 'none' } })
      if (mayRefuseFor(status, 'caller')) return
    }
    throw new TargetError(
      `${this.#baseUrl} refuses the given credential with 401 (${[...this.#closed].join(', ')}), and every other operation works without it. Fix: give a valid one.`,
    )
  }

  async #renew(credentials: readonly string[]): Promise<boolean> {
    try {
      return await this.#keyring.succession.renew(credentials)
    } catch (error) {
      if (!(error instanceof TargetError)) throw error
      throw new TargetError(`${error.message} A credential that worked was refused${this.#since}`, {
        cause: error,
      })
    }
  }

  /** Asks the probe, once for each operation that refuses the credentials. */
  async #isRefusedEverywhere(
    { plan: { operation, authentication }, answer: { status } }: AnsweredRequest,
    ask: Ask | undefined,
  ): Promise<boolean> {
    if (this.#probe === undefined || ask === undefined || authentication !== undefined) return false
    const isDoubtful = status === 401 || (status === 403 && this.#access.hasEntered(operation))
    if (!isDoubtful || this.#doubted.has(operation.operationId)) return false
    this.#doubted.add(operation.operationId)
    const answer = await ask(this.#probe)
    return mayRefuseFor(answer.status, 'caller')
  }

  #lost({ status }: Answer): TargetError {
    return new TargetError(
      `${this.#baseUrl} refuses the credential that it accepted before, with ${status}${this.#since}`,
    )
  }

  /** The operation before, which may have ended the credential. */
  get #since(): string {
    return this.#lastWrite === undefined
      ? '.'
      : `. The last write before was ${this.#lastWrite}. Fix: leave it out with --skip-operation, and give a new credential.`
  }
}
