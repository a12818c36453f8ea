import { RunEnded } from '../../data/outcome/not-run.ts'
import { timeUpError } from './failure.ts'

/** Time for writes in progress when the run ends: their answers show what must be removed. */
const GRACE_MS = 2000

/** The requests in progress: each ends at its time limit, and all when the run ends, reads at once. */
export class InFlight {
  readonly #stop: AbortSignal | undefined
  readonly #controllers = new Map<AbortController, 'read' | 'write'>()

  /** @param stop Its reason continues "the run ended early:". */
  constructor(stop: AbortSignal | undefined) {
    this.#stop = stop
    stop?.addEventListener('abort', () => {
      const underWay = [...this.#controllers]
      this.#end(underWay.flatMap(([controller, kind]) => (kind === 'read' ? [controller] : [])))
      // Not clean-up requests, which begin in the meantime.
      setTimeout(() => this.#end(underWay.map(([controller]) => controller)), GRACE_MS).unref()
    })
  }

  /** True if only clean-up requests may still be sent. */
  get isStopped(): boolean {
    return this.#stop?.aborted === true
  }

  /** Error that refuses or ends a request once the run ends. */
  get end(): RunEnded {
    return new RunEnded({ kind: 'ended', why: String(this.#stop?.reason) })
  }

  /**
   * @throws RunEnded if the run ended first, an error with the name "TimeoutError" at the time limit, else
   * the error of the request.
   */
  async send<Result>(
    request: (signal: AbortSignal) => Promise<Result>,
    { kind, timeoutMs }: { readonly kind: 'read' | 'write'; readonly timeoutMs: number },
  ): Promise<Result> {
    const controller = new AbortController()
    const { signal } = controller
    const isOver = (): void => controller.abort(timeUpError(signal))
    const timer = setTimeout(isOver, timeoutMs)
    this.#controllers.set(controller, kind)
    try {
      // A user's `fetch` may ignore the signal, so the abort is raced separately.
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
