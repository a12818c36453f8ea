import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { Exchange } from '../../data/exchange/exchange.ts'
import type { Tell } from '../../data/outcome/run-event.ts'
import { Undeclared } from '../credentials/undeclared.ts'
import { AccessRecord } from '../target/access-record.ts'
import { Concealment } from '../target/concealment.ts'
import { CredentialState } from '../target/credential-state.ts'
import { Keyring } from '../target/keyring.ts'
import type { Target } from '../target/target.ts'
import { InFlight } from '../transport/in-flight.ts'
import { type Transport, transportOf } from '../transport/transport.ts'
import { OperationLimits } from './operation-limits.ts'
import { Reachability } from './reachability.ts'
import { Readiness } from './readiness.ts'
import { RequestAllowance } from './request-allowance.ts'
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
  /**
   * Ends the run: from then on only what cleans up is sent. Its reason goes on from "the run ended early:".
   */
  readonly signal?: AbortSignal | undefined
  readonly earlier?: EarlierTargetState | undefined
}

/** Common part of the sessions of one run: the way to the target, and what is known of it. */
export class TargetState {
  readonly tell: Tell
  readonly record: (exchange: Exchange) => void
  readonly inFlight: InFlight
  readonly keyring: Keyring
  readonly limits: OperationLimits
  readonly allowance: RequestAllowance
  readonly reachability: Reachability
  readonly transport: Transport
  readonly concealment: Concealment
  /** Names each request of this worker. */
  lastRequest = 0
  readonly trust: Trust
  readonly readiness = new Readiness()
  readonly access = new AccessRecord()
  readonly undeclared = new Undeclared()
  readonly credentialState: CredentialState

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
    this.limits = new OperationLimits(target)
    this.allowance = new RequestAllowance({ target, inFlight: this.inFlight, sent: requests })
    this.reachability = new Reachability(isTrusted)
    this.concealment = new Concealment(document, target)
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

  /** Waits until a request to an operation may go. */
  turn(operation: OperationDescriptor): Promise<void> {
    return this.limits.turn(operation, (turn) => this.wait('its turn', turn))
  }

  /** Waits for what a timer ends. */
  async wait(on: string, work: Promise<unknown>): Promise<void> {
    this.tell({ kind: 'waits', on, isTimed: true })
    await work
    this.tell({ kind: 'resumes', on })
  }
}
