/** Maximum share of a short run's time for each closing step: the report, and a clean-up without items. */
const SHARE = 0.25
/** Minimum time for the report. */
const REPORT_MS = 1000
/** Time for requests in progress to end, and for a clean-up without items. */
const CLEAN_UP_MS = 1000
/** Minimum share of the time after the preparation that is left for checks. */
const CHECKS_SHARE = 0.25
/** Number of requests needed to remove an item, because some items must be changed first. */
const REQUESTS_AN_ITEM = 2

/** The work that remains for the clean-up at the end of a run. */
interface Removals {
  readonly items: number
  /** Number of lists to read again after the clean-up. */
  readonly lists: number
  /** Expected time per removal request. Removals wait for each other. */
  readonly requestMs: number
}

interface TimeLimitOptions {
  /**
   * Time by which everything must end. Like all times here, it is in milliseconds since the process began.
   */
  readonly endsAt: number
  /** Time at which the time limit began. Default: when the process began. */
  readonly beganAt?: number
  /** Expected time for a report. At least one second is reserved, but at most a quarter of the whole time. */
  readonly preparationMs: number
}

/** The remaining time of a run. */
export class TimeLimit {
  readonly #endsAt: number
  readonly #wholeMs: number
  readonly #preparationMs: number
  readonly #reportMs: number
  readonly #cleanUpMs: number

  constructor({ endsAt, beganAt = 0, preparationMs }: TimeLimitOptions) {
    this.#endsAt = endsAt
    this.#wholeMs = endsAt - beganAt
    this.#preparationMs = preparationMs
    const reportMs = Math.min(Math.max(REPORT_MS, preparationMs), this.#wholeMs * SHARE)
    const cleanUpMs = Math.min(CLEAN_UP_MS, this.#wholeMs * SHARE)
    const most = Math.max(endsAt - Math.max(beganAt, preparationMs), 0) * (1 - CHECKS_SHARE)
    const part = Math.min(1, most / (reportMs + cleanUpMs))
    this.#reportMs = reportMs * part
    this.#cleanUpMs = cleanUpMs * part
  }

  /**
   * The reason given in the report, worded to follow "the run ended early:".
   * @param settled Number of checks that were run.
   */
  why(settled: number): string {
    const [whole, preparation] = [this.#wholeMs, this.#preparationMs].map(secondsOf)
    return settled === 0 && this.#preparationMs * 2 > this.#wholeMs
      ? `its preparation took ${preparation} s of its time limit of ${whole} s, so no time was left for checks; use a longer --max-time`
      : `the rest of its time limit of ${whole} s is reserved for the cleanup and the report`
  }

  /** True if there is only enough time left for the clean-up and the report. */
  isTimeToCleanUp({ items, lists, requestMs }: Removals): boolean {
    const requests = items * REQUESTS_AN_ITEM + lists
    const wanted = this.#cleanUpMs + requests * requestMs
    return this.#left < this.#reportMs + wanted
  }

  /** True if there is only time for the report. */
  get isOver(): boolean {
    return this.#left < this.#reportMs
  }

  get #left(): number {
    return this.#endsAt - performance.now()
  }
}

function secondsOf(milliseconds: number): number {
  return Number((milliseconds / 1000).toFixed(1))
}
