import { isSafe } from '@concordat/runtime/http'
import { NotRun, RunEnded } from '../../data/outcome/not-run.ts'
import type { Target } from '../target/target.ts'
import type { InFlight } from '../transport/in-flight.ts'

interface RequestAllowanceOptions {
  readonly target: Pick<Target, 'readOnly' | 'maxRequests'>
  readonly inFlight: InFlight
  /** Requests that were sent before. */
  readonly sent: number
}

/** Requests that a run may still send, over all its sessions. */
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

  /** Keeps requests of the run for its end, where they are sent as those that clean up. */
  setAside(count: number): void {
    this.#setAside += count
  }

  /** Requests of this work remove what was created: they are not counted against `maxRequests`. */
  async cleaningUp<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isCleaningUp = true
    try {
      return await work()
    } finally {
      this.#isCleaningUp = false
    }
  }

  /**
   * Counts a request, where it may be sent at all.
   * @throws NotRun when the run may only read, and this does not.
   * @throws RunEnded when there were enough requests, or the run ended early.
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
