/** Most that each part of the end of a short run may take: a clean-up without items, and the report. */
const SHARE = 0.25
/** Least time for the report. */
const REPORT_MS = 1000
/** Time to end the requests under way, and for a clean-up without items. */
const CLEAN_UP_MS = 1000
/** An item may have to be changed before it can be deleted. */
const REQUESTS_AN_ITEM = 2

/** Items to remove at the end of a run. */
interface Removals {
  readonly items: number
  /** Lists that are read again after it. */
  readonly lists: number
  /** Time of one request of a removal, divided by how many are under way at a time. */
  readonly requestMs: number
}

interface TimeLimitOptions {
  /** When all is to be over, in milliseconds since the process began, as the other times. */
  readonly endsAt: number
  /** When the time began to run. Default: with the process. */
  readonly beganAt?: number
  /** Time that a report may take, beyond a second. */
  readonly preparationMs: number
}

/** Rest of the time of a run. */
export class TimeLimit {
  readonly #endsAt: number
  readonly #wholeMs: number
  readonly #reportMs: number

  constructor({ endsAt, beganAt = 0, preparationMs }: TimeLimitOptions) {
    this.#endsAt = endsAt
    this.#wholeMs = endsAt - beganAt
    this.#reportMs = Math.min(Math.max(REPORT_MS, preparationMs), this.#wholeMs * SHARE)
  }

  /** Reason in a report: goes on from "the run ended early:". */
  get why(): string {
    return `its ${this.#wholeMs / 1000} s were over`
  }

  /** True if nothing but the clean-up has room. */
  isTimeToCleanUp({ items, lists, requestMs }: Removals): boolean {
    const requests = items * REQUESTS_AN_ITEM + lists
    const wanted = Math.min(CLEAN_UP_MS, this.#wholeMs * SHARE) + requests * requestMs
    return this.#left < this.#reportMs + wanted
  }

  /** True if nothing but the report has room. */
  get isOver(): boolean {
    return this.#left < this.#reportMs
  }

  get #left(): number {
    return this.#endsAt - performance.now()
  }
}
