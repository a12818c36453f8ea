import type { FromWorker } from './message.ts'

/** Interval at which a worker is checked for silence. */
export const WORKER_LOOK_MS = 200
/**
 * Maximum gap between two checks. A longer one means that the main process was blocked, or that the machine
 * was asleep, so messages that arrived in the meantime are read first.
 */
const AWAY_MS = 5 * WORKER_LOOK_MS
/**
 * Time limit for a worker's first message. It is long, because the worker has to load the suite and the
 * configuration.
 */
const START_MS = 60_000
/**
 * Maximum time to wait for a credential source. It is long, because a user might have to unlock something.
 */
const LONGEST_WAIT_MS = 60_000
/**
 * Approximate maximum time that the supervisor waits for a worker that was told to stop but is busy
 * computing.
 */
const STOPPED_MS = 2000

/** A silence after which a worker is considered stuck. */
interface WorkerSilence {
  readonly ms: number
  /** Cause of the wait, other than requests. */
  readonly on?: string
}

/** Decides from a worker's messages whether the worker makes progress. */
export class WorkerWatch {
  readonly #silenceMs: number
  readonly #processorWait: () => number
  #hasBegun = false
  #isStopped = false
  /** Time of the last message. */
  #heard = performance.now()
  /** Time of the last message that shows progress, as opposed to a sign of life. */
  #moved = this.#heard
  #looked = this.#heard
  /** The worker's total wait for a processor at the last check. */
  #waited = 0
  readonly #open = new Set<number>()
  readonly #waits = new Map<string, { readonly since: number; readonly isTimed: boolean }>()

  /**
   * @param silenceMs Maximum time for which a worker, after its first message, is allowed to send no
   * messages, or to make no progress while it is not waiting for a response, a credential or its turn.
   * @param processorWait Returns the total time, in milliseconds, that the worker has waited for a processor.
   * This time does not count as silence, because a waiting worker cannot report.
   */
  constructor(silenceMs: number, processorWait: () => number) {
    this.#silenceMs = silenceMs
    this.#processorWait = processorWait
  }

  note(message: FromWorker): void {
    this.#hasBegun = true
    this.#heard = performance.now()
    if (message.kind === 'alive') return
    this.#moved = this.#heard
    if (message.kind === 'sends') this.#open.add(message.request)
    if (message.kind === 'receives') this.#open.delete(message.request)
    if (message.kind === 'waits')
      this.#waits.set(message.on, { since: this.#heard, isTimed: message.isTimed === true })
    if (message.kind === 'resumes') this.#waits.delete(message.on)
  }

  /** Notes that the worker was told to stop. */
  stop(): void {
    this.#isStopped = true
  }

  /** @returns the silence; `undefined` if the worker is not silent. */
  look(): WorkerSilence | undefined {
    const now = performance.now()
    const wasAway = now - this.#looked > AWAY_MS
    this.#looked = now
    if (wasAway) this.#heard = Math.max(this.#heard, now - WORKER_LOOK_MS)
    if (wasAway) return undefined
    const waited = this.#processorWait()
    // Ignores a decrease, because the value is 0 once the worker has ended.
    const more = Math.max(0, waited - this.#waited)
    this.#waited = waited
    this.#heard = Math.min(now, this.#heard + more)
    this.#moved = Math.min(now, this.#moved + more)
    const on = [...this.#waits].find(([, { isTimed }]) => !isTimed)
    const named = on === undefined ? {} : { on: on[0] }
    const mostQuiet = this.#hasBegun ? this.#silenceMs : START_MS
    const limit = this.#isStopped ? Math.min(STOPPED_MS, mostQuiet) : mostQuiet
    if (now - this.#heard > limit) return { ms: limit, ...named }
    if (on !== undefined && now - on[1].since > LONGEST_WAIT_MS) return { ms: LONGEST_WAIT_MS, ...named }
    const isIdle = this.#hasBegun && this.#open.size === 0 && this.#waits.size === 0
    return isIdle && now - this.#moved > this.#silenceMs ? { ms: this.#silenceMs } : undefined
  }
}
