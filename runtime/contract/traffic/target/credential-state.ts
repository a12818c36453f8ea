import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { readChallenge, unmetChallengeOption } from '../credentials/challenge.ts'
import { type AccessRecord, mayBodyGrantAccess } from './access-record.ts'
import type { Keyring } from './keyring.ts'

interface CredentialStateOptions {
  readonly baseUrl: string
  readonly keyring: Keyring
  readonly access: AccessRecord
}

/** Sends a read after a pause in milliseconds. */
type Ask = (plan: RequestPlan, pause?: number) => Promise<Answer>

/**
 * Number of operations that must reject a credential, while none accepts it, for the credential to be
 * considered wrong.
 */
const MOST_CLOSED = 3

/** Maximum number of accepted reads that the run repeats to test a credential. */
const MOST_PROBES = 3

/** Pauses before the repetitions. Some servers reject a valid credential now and then. */
const PAUSES_MS = [0, 500, 2000]

/** A request, the response to it, and its credentials. */
export interface AnsweredRequest {
  readonly plan: RequestPlan
  readonly answer: Answer
  readonly credentials: readonly string[]
}

/**
 * Tests whether the server still accepts the run's credentials. A single operation that rejects them might
 * require different ones. The run renews credentials that no operation accepts anymore. If it cannot renew
 * them, it ends, and the message names the last write before that.
 */
export class CredentialState {
  readonly #baseUrl: string
  readonly #keyring: Keyring
  readonly #access: AccessRecord
  /**
   * Reads that succeeded with the credentials, keyed by operationId. Sending them again shows whether the
   * credentials are still valid.
   */
  readonly #probes = new Map<string, RequestPlan>()
  /** Operations whose rejection caused the run to send the probe. */
  readonly #doubted = new Set<string>()
  /** Operations that reject even fresh credentials, so that renewing them again would not help. */
  readonly #refusing = new Set<string>()
  /** Operations that rejected a request with 401 when it was repeated, too. */
  readonly #firm = new Set<string>()
  /** Operations that responded with 401 to a request with the credential. */
  readonly #closed = new Set<string>()
  /** True once the credential is known to be accepted somewhere. */
  #isProved = false
  #lastWrite: string | undefined

  constructor({ baseUrl, keyring, access }: CredentialStateOptions) {
    this.#baseUrl = baseUrl
    this.#keyring = keyring
    this.#access = access
  }

  /** Notes a write that was not rejected. @param name Worded for use in a sentence. */
  noteWrite(name: string): void {
    this.#lastWrite = name
  }

  /**
   * The last write that was not rejected, worded for use in a sentence; `undefined` before the first write.
   */
  get lastWrite(): string | undefined {
    return this.#lastWrite
  }

  /** Notes a response to the run's own credentials. The best probes are reads that need no existing item. */
  note({ plan, answer, credentials }: AnsweredRequest): void {
    const { operation, method = operation.method } = plan
    if (method !== 'GET' || !isSuccess(answer) || credentials.length === 0) return
    const needsItem = ({ operation: { path } }: RequestPlan): boolean => path.includes('{')
    const [worst] = [...this.#probes].filter(([, probe]) => needsItem(probe))
    if (this.#probes.size >= MOST_PROBES && worst !== undefined && !needsItem(plan))
      this.#probes.delete(worst[0])
    if (this.#probes.size < MOST_PROBES) this.#probes.set(operation.operationId, plan)
  }

  /**
   * True if a 401 contradicts earlier responses, so that the request should be sent again: the operation or
   * its security schemes accepted the credentials, and no earlier repetition was rejected.
   */
  isOdd({ plan, answer, credentials }: AnsweredRequest): boolean {
    const { operation, method = operation.method, authentication } = plan
    const isOwn = authentication === undefined && method === operation.method
    if (answer.status !== 401 || !isOwn || credentials.length === 0) return false
    if (this.#firm.has(operation.operationId) || mayBodyGrantAccess(operation, answer)) return false
    return this.#access.accepts(operation, this.#keyring.mainFor(operation))
  }

  /** Notes that an operation rejected a repeated request. */
  noteFirm({ operationId }: OperationDescriptor): void {
    this.#firm.add(operationId)
  }

  /**
   * Handles a rejection.
   * @param isRenewed True if the request already had renewed credentials.
   * @param ask Sends the probe; absent during clean-up.
   * @returns true if the request should be sent once more, with renewed credentials.
   * @throws TargetError if the credentials are lost.
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
   * Ends the run if several operations have rejected the credential with 401, and no accepted read requires
   * the credential.
   * @param answered Reads with responses, by operationId.
   * @param ask Sends such a read without the credential; absent during clean-up.
   * @throws TargetError if nothing shows that the credential is accepted anywhere.
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
    if (mayBodyGrantAccess(plan.operation, answer)) return
    this.#closed.add(plan.operation.operationId)
    if (this.#closed.size < MOST_CLOSED) return
    this.#isProved = true
    for (const { plan: read } of answered.values()) {
      if (read.authentication !== undefined || !this.#access.hasEntered(read.operation)) continue
      const { status } = await ask({ ...read, authentication: { kind: 'none' } })
      if (mayRefuseFor(status, 'caller')) return
    }
    throw new TargetError(
      `${this.#baseUrl} rejects your credential with 401 (${[...this.#closed].join(', ')}), and no operation is known to accept it. Fix: provide a valid credential${wayAskedFor(answer)}.`,
    )
  }

  async #renew(credentials: readonly string[]): Promise<boolean> {
    try {
      return await this.#keyring.succession.renew(credentials)
    } catch (error) {
      if (!(error instanceof TargetError)) throw error
      throw new TargetError(
        `${error.message.replace(/(?<![.!?])$/, '.')} The server rejected a credential that had worked${this.#since}`,
        {
          cause: error,
        },
      )
    }
  }

  /**
   * Sends the probes, at most once for each operation that rejects the credentials; true if all are rejected
   * repeatedly. A 403 is no reason to send them if the request should be rejected, or if the operation never
   * accepted the caller.
   */
  async #isRefusedEverywhere(
    { plan: { operation, authentication, isWrong = false }, answer: { status } }: AnsweredRequest,
    ask: Ask | undefined,
  ): Promise<boolean> {
    if (this.#probes.size === 0 || ask === undefined || authentication !== undefined) return false
    const isDoubtful = status === 401 || (status === 403 && !isWrong && this.#access.hasEntered(operation))
    if (!isDoubtful || this.#doubted.has(operation.operationId)) return false
    this.#doubted.add(operation.operationId)
    for (const pause of PAUSES_MS)
      for (const [index, probe] of [...this.#probes.values()].entries()) {
        const answer = await ask(probe, index === 0 ? pause : 0)
        if (!mayRefuseFor(answer.status, 'caller')) return false
      }
    return true
  }

  #lost({ status }: Answer): TargetError {
    return new TargetError(
      `${this.#baseUrl} now rejects, with ${status}, the credential that it accepted before${this.#lastWrite === undefined ? '. Fix: provide a new credential.' : this.#since}`,
    )
  }

  /** Describes the last write, which may have invalidated the credential. */
  get #since(): string {
    return this.#lastWrite === undefined
      ? '.'
      : `. The last successful write before that was ${this.#lastWrite}. Fix: provide a new credential and, if that write made the old one invalid, exclude it with --skip-operation.`
  }
}

/** Continues a fix with the header that a 401 asks for, if the request lacked it. */
function wayAskedFor({ headers, exchange }: Answer): string {
  const challenge = readChallenge(headers.get('www-authenticate'))
  const option = challenge && unmetChallengeOption(challenge, exchange.request.headers)
  return option === undefined ? '' : `, in the header that the server asks for: ${option}`
}
