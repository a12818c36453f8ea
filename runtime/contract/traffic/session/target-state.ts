import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { Exchange } from '../../data/exchange/exchange.ts'
import type { Tell } from '../../data/outcome/run-event.ts'
import { UndeclaredSecurity } from '../credentials/undeclared.ts'
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
import { ToldFailures } from './told-failures.ts'
import { Trust } from './trust.ts'

/** An earlier worker's knowledge about the target, from the same run. */
export interface EarlierTargetState {
  /** Number sent so far. */
  readonly requests: number
  /** True if the target responded as this API would. */
  readonly isTrusted: boolean
  /**
   * Things that a worker waited for in vain, each with the reason as part of a sentence: "did not end within
   * 10 s".
   */
  readonly silent: Readonly<Record<string, string>>
}

export interface TargetStateOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly tell?: Tell | undefined
  /** Called for each exchange, even one without a response, in the order in which they end. */
  readonly onRecord?: ((exchange: Exchange) => void) | undefined
  /**
   * Ends the run, after which only clean-up requests are sent. Its reason is worded to follow "the run ended
   * early:".
   */
  readonly signal?: AbortSignal | undefined
  readonly earlier?: EarlierTargetState | undefined
}

/** The connection to the target, and the run's knowledge about it, shared by the sessions of one run. */
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
  /** The number of this worker's last request. */
  lastRequest = 0
  readonly trust: Trust
  readonly readiness = new Readiness()
  readonly access = new AccessRecord()
  readonly undeclared = new UndeclaredSecurity()
  readonly credentialState: CredentialState
  readonly toldFailures = new ToldFailures()

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

  /** Waits until a request to an operation may be sent. */
  turn(operation: OperationDescriptor): Promise<void> {
    return this.limits.turn(operation, (turn) => this.wait('its turn', turn))
  }

  /** Waits for something that a timer ends. */
  async wait(on: string, work: Promise<unknown>): Promise<void> {
    this.tell({ kind: 'waits', on, isTimed: true })
    await work
    this.tell({ kind: 'resumes', on })
  }
}
