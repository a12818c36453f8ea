import { RunEnded } from '../../data/outcome/not-run.ts'
import { timeOutError } from './failure.ts'

/**
 * Time, in milliseconds, in which writes in progress can still complete when the run ends. Their responses
 * show which items must be removed.
 */
const GRACE_MS = 2000

/**
 * The requests in progress. Each ends at its time limit. When the run ends, reads end immediately, and writes
 * end a little later.
 */
export class InFlight {
  readonly #stop: AbortSignal | undefined
  readonly #controllers = new Map<AbortController, 'read' | 'write'>()

  /** @param stop Its reason is worded to follow "the run ended early:". */
  constructor(stop: AbortSignal | undefined) {
    this.#stop = stop
    stop?.addEventListener('abort', () => {
      const underWay = [...this.#controllers]
      this.#end(underWay.flatMap(([controller, kind]) => (kind === 'read' ? [controller] : [])))
      // Only these requests are ended, because clean-up requests begin in the meantime.
      setTimeout(() => this.#end(underWay.map(([controller]) => controller)), GRACE_MS).unref()
    })
  }

  /** True if only clean-up requests are still allowed. */
  get isStopped(): boolean {
    return this.#stop?.aborted === true
  }

  /** The error that rejects or ends a request once the run has ended. */
  get end(): RunEnded {
    return new RunEnded({ kind: 'ended', why: String(this.#stop?.reason) })
  }

  /**
   * Sends a request.
   * @throws RunEnded if the run ended first, an error named "TimeoutError" at the time limit, and the
   * request's own error in all other cases.
   */
  async send<Result>(
    request: (signal: AbortSignal) => Promise<Result>,
    { kind, timeoutMs }: { readonly kind: 'read' | 'write'; readonly timeoutMs: number },
  ): Promise<Result> {
    const controller = new AbortController()
    const { signal } = controller
    const isOver = (): void => controller.abort(timeOutError(signal))
    const timer = setTimeout(isOver, timeoutMs)
    this.#controllers.set(controller, kind)
    try {
      // A user's `fetch` may ignore the signal, so the request also races against the abort.
      return await Promise.race([request(signal), ended(signal)])
    } finally {
      clearTimeout(timer)
      this.#controllers.delete(controller)
    }
  }

  #end(controllers: readonly AbortController[]): void {
    for (const controller of controllers) if (this.#controllers.has(controller)) controller.abort(this.end)
  }
}

/** Rejects with the signal's reason; never resolves. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
