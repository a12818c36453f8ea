/** Of a short run, what the end of it may take at most: the clean-up, and then the report. */
const SHARE = { cleanUp: 0.5, report: 0.1 }
/** What the report of a large run takes. */
const REPORT_MS = 1000
/** What ends the requests under way, and a clean-up without items. */
const CLEAN_UP_MS = 1000
/** An item may have to be changed before it can be deleted. */
const REQUESTS_AN_ITEM = 2

/** What is left of the time of a run. */
export class TimeLimit {
  readonly #ms: number

  /** @param ms Since the process began. */
  constructor(ms: number) {
    this.#ms = ms
  }

  /** What a report says of it: goes on from "the run ended early:". */
  get why(): string {
    return `its time of ${this.#ms / 1000} s was over`
  }

  /**
   * Whether nothing but the clean-up has room.
   * @param items That are to be removed.
   * @param requestMs What a request took on average, its preparation included.
   */
  isTimeToCleanUp({ items, requestMs }: { readonly items: number; readonly requestMs: number }): boolean {
    const wanted = CLEAN_UP_MS + items * REQUESTS_AN_ITEM * requestMs
    return this.#left < this.#reportMs + Math.min(wanted, this.#ms * SHARE.cleanUp)
  }

  /** Whether nothing but the report has room. */
  get isOver(): boolean {
    return this.#left < this.#reportMs
  }

  get #left(): number {
    return this.#ms - performance.now()
  }

  get #reportMs(): number {
    return Math.min(REPORT_MS, this.#ms * SHARE.report)
  }
}
