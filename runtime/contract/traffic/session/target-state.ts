import { asWritten, type DocumentDescriptor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Exchange } from '../../data/exchange/exchange.ts'
import type { RequestPlan, WireRequest } from '../../data/exchange/request.ts'
import type { Tell } from '../../data/outcome/run-event.ts'
import { Undeclared } from '../credentials/undeclared.ts'
import { AccessRecord } from '../target/access-record.ts'
import { Concealment } from '../target/concealment.ts'
import { CredentialState } from '../target/credential-state.ts'
import { Keyring } from '../target/keyring.ts'
import type { OperationTarget, Target } from '../target/target.ts'
import { InFlight } from '../transport/in-flight.ts'
import { Pace } from '../transport/pace.ts'
import { type Transport, transportOf } from '../transport/transport.ts'
import { Readiness } from './readiness.ts'
import { Silence } from './silence.ts'
import { Trust } from './trust.ts'

/** Knowledge of the target from an earlier worker of the same run. */
export interface EarlierTargetState {
  /** Sent so far. */
  readonly requests: number
  /** True if the target gave an answer of this API. */
  readonly isTrusted: boolean
  /** Waits that never ended → why, as a sentence goes on: "did not end within 10 s". */
  readonly silent: Readonly<Record<string, string>>
}

export interface TargetStateOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly tell?: Tell | undefined
  /** Told of each exchange, also of one without an answer, in the order in which they end. */
  readonly onRecord?: ((exchange: Exchange) => void) | undefined
  /** Ends the run: from then on only what cleans up is sent. Its reason goes on from "the run ended early:". */
  readonly signal?: AbortSignal | undefined
  readonly earlier?: EarlierTargetState | undefined
}

export interface AnsweredRead {
  readonly wire: WireRequest
  readonly plan: RequestPlan
}

/** Reads that are remembered. */
const MOST_ANSWERED = 6

/** Common part of the sessions of one run: the way to the target, and what is known of it. */
export class TargetState {
  readonly tell: Tell
  readonly record: (exchange: Exchange) => void
  readonly inFlight: InFlight
  readonly keyring: Keyring
  readonly #pace: Pace
  /** Paces of the operations that have a rate of their own. */
  readonly #paces = new Map<OperationTarget, Pace>()
  readonly #target: Target
  readonly transport: Transport
  readonly concealment: Concealment
  /** Requests of all sessions. */
  requests: number
  /** Requests that are kept for the end of the run. */
  setAside = 0
  /** Names each request of this worker. */
  lastRequest = 0
  readonly trust: Trust
  readonly readiness = new Readiness()
  readonly silence = new Silence()
  unanswered = 0
  /** The last reads that were answered, each of another operation, by its operationId; the newest last. */
  readonly answered = new Map<string, AnsweredRead>()
  readonly access = new AccessRecord()
  readonly undeclared = new Undeclared()
  readonly credentialState: CredentialState
  isCleaningUp = false
  /** True if anything ever came back: a request that then gets no answer is a fault of its own. */
  isAnswering: boolean

  constructor({
    document,
    target,
    tell = () => {},
    onRecord = () => {},
    signal,
    earlier,
  }: TargetStateOptions) {
    const { requests = 0, isTrusted = false, silent = {} } = earlier ?? {}
    this.tell = tell
    this.record = onRecord
    this.inFlight = new InFlight(signal)
    this.requests = requests
    this.isAnswering = isTrusted
    this.concealment = new Concealment(document, target)
    this.#target = target
    this.#pace = new Pace(target.rate)
    this.transport = transportOf(target)
    const onSecret = (credential: string, variable: string): void =>
      this.concealment.add([credential], variable)
    this.keyring = new Keyring({ document, target, onSecret, tell, silent })
    this.credentialState = new CredentialState({
      baseUrl: target.baseUrl,
      keyring: this.keyring,
      access: this.access,
    })
    this.trust = new Trust({ document, target, keyring: this.keyring, isGiven: isTrusted })
  }

  /** Settings for an operation, which override those for all. */
  settingsOf(operation: OperationDescriptor): OperationTarget {
    return this.#target.operations?.[asWritten(operation).operationId] ?? {}
  }

  /** Waits until a request to an operation may go. */
  async turn(operation: OperationDescriptor): Promise<void> {
    const settings = this.settingsOf(operation)
    const own = this.#paces.get(settings) ?? new Pace(settings.rate)
    if (own.isLimited) this.#paces.set(settings, own)
    for (const pace of [this.#pace, own]) if (pace.isLimited) await this.wait('its turn', pace.turn())
  }

  /** Remembers a read that was answered. */
  noteAnswered(read: AnsweredRead): void {
    const { operationId } = read.plan.operation
    this.answered.delete(operationId)
    this.answered.set(operationId, read)
    const [oldest] = this.answered.keys()
    if (this.answered.size > MOST_ANSWERED && oldest !== undefined) this.answered.delete(oldest)
  }

  /** Waits for what a timer ends. */
  async wait(on: string, work: Promise<unknown>): Promise<void> {
    this.tell({ kind: 'waits', on, isTimed: true })
    await work
    this.tell({ kind: 'resumes', on })
  }
}
