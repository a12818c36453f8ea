import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { RequestPlan, WireRequest } from '../exchange/request.ts'
import type { Tell } from '../outcome/run-event.ts'
import { InFlight } from '../transport/in-flight.ts'
import { Pace } from '../transport/pace.ts'
import { type Transport, transportOf } from '../transport/transport.ts'
import { Admission } from './admission.ts'
import { Keyring } from './keyring.ts'
import { Readiness } from './readiness.ts'
import { secretsOf, sortSecrets, written } from './secrets.ts'
import type { Target } from './target.ts'
import { Trust } from './trust.ts'

/** What an earlier worker of the same run learnt of the target. */
export interface Acquainted {
  /** Sent so far. */
  readonly requests: number
  /** Whether the target gave an answer of this API. */
  readonly isTrusted: boolean
  /** What never came back when it was waited for → why, as a sentence goes on: "did not end within 10 s". */
  readonly silent: Readonly<Record<string, string>>
}

export interface AcquaintanceOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly tell?: Tell | undefined
  /** Ends the run: from then on only what cleans up is sent. Its reason goes on from "the run ended early:". */
  readonly signal?: AbortSignal | undefined
  readonly acquainted?: Acquainted | undefined
}

/** What the sessions of one run have in common: the way to the target, and what is known of it. */
export class Acquaintance {
  readonly tell: Tell
  readonly inFlight: InFlight
  readonly keyring: Keyring
  readonly pace: Pace
  readonly transport: Transport
  secrets: readonly string[]
  readonly #hidden = new Set<string>()
  /** Of all sessions. */
  requests: number
  /** Names each request of this worker. */
  lastRequest = 0
  readonly trust: Trust
  readonly readiness = new Readiness()
  unanswered = 0
  /** The last read that was answered. */
  answered: { readonly wire: WireRequest; readonly plan: RequestPlan } | undefined
  readonly admission = new Admission()
  /** A read that the credentials were taken for: asked again, it tells whether they still are. */
  witness: RequestPlan | undefined
  /** Operations whose refusal the witness was asked about. */
  readonly doubted = new Set<string>()
  /** The last write that was not refused, as a sentence names it. */
  lastWrite: string | undefined
  /** Operations that refuse fresh credentials too: getting more of them would mend nothing. */
  readonly refusing = new Set<string>()
  isCleaningUp = false
  /** Whether anything ever came back: a request that then gets no answer is a fault of its own. */
  isAnswering: boolean

  constructor({ document, target, tell = () => {}, signal, acquainted }: AcquaintanceOptions) {
    const { requests = 0, isTrusted = false, silent = {} } = acquainted ?? {}
    this.tell = tell
    this.inFlight = new InFlight(signal)
    this.requests = requests
    this.isAnswering = isTrusted
    this.secrets = secretsOf(target)
    this.pace = new Pace(target.rate)
    this.transport = transportOf(target)
    const onSecret = (credential: string): void => this.hideToo([credential])
    this.keyring = new Keyring({ document, target, onSecret, tell, silent })
    this.trust = new Trust({ document, target, keyring: this.keyring, isGiven: isTrusted })
  }

  /** Keeps credentials that are met on the way out of every record. */
  hideToo(credentials: readonly string[]): void {
    const fresh = credentials.filter((credential) => !this.#hidden.has(credential))
    if (fresh.length === 0) return
    for (const credential of fresh) this.#hidden.add(credential)
    this.secrets = sortSecrets([...this.secrets, ...fresh.flatMap(written)])
  }

  /** Waits for what a timer ends. */
  async wait(on: string, work: Promise<unknown>): Promise<void> {
    this.tell({ kind: 'waits', on, isTimed: true })
    await work
    this.tell({ kind: 'resumes', on })
  }
}
