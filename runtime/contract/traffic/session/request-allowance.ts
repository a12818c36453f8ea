import { isSafe } from '@concordat/runtime/http'
import { NotRun, RunEnded } from '../../data/outcome/not-run.ts'
import type { Target } from '../target/target.ts'
import type { InFlight } from '../transport/in-flight.ts'

interface RequestAllowanceOptions {
  readonly target: Pick<Target, 'readOnly' | 'maxRequests'>
  readonly inFlight: InFlight
  /** Number of requests already sent. */
  readonly sent: number
}

/** Limits the number of requests that a run can still send, across all its sessions. */
export class RequestAllowance {
  readonly #options: RequestAllowanceOptions
  #sent: number
  #setAside = 0
  #isCleaningUp = false

  constructor(options: RequestAllowanceOptions) {
    this.#options = options
    this.#sent = options.sent
  }

  get isCleaningUp(): boolean {
    return this.#isCleaningUp
  }

  /** Reserves requests for the clean-up at the end of the run. */
  setAside(count: number): void {
    this.#setAside += count
  }

  /** Runs work whose requests remove what the run created. They are sent even if `maxRequests` is reached. */
  async cleaningUp<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isCleaningUp = true
    try {
      return await work()
    } finally {
      this.#isCleaningUp = false
    }
  }

  /**
   * Counts a request, if it is allowed.
   * @throws NotRun if the run is only allowed to read, and this request writes.
   * @throws RunEnded if the limit is reached, or if the run ended early.
   */
  spend(method: string): void {
    const { target, inFlight } = this.#options
    const { readOnly = false, maxRequests = Number.POSITIVE_INFINITY } = target
    if (readOnly && !isSafe(method)) throw new NotRun({ kind: 'reads only', method })
    if (!this.#isCleaningUp && inFlight.isStopped) throw inFlight.end
    if (!this.#isCleaningUp && this.#sent + this.#setAside >= maxRequests)
      throw new RunEnded({ kind: 'requests used', most: maxRequests })
    this.#sent++
  }
}
