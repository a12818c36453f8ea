import { RunEnded } from '../../data/outcome/not-run.ts'
import { timeUp } from './failure.ts'

/** Time that a write under way may go on once the run is to end: its answer tells what is to be removed. */
const GRACE_MS = 2000

/** The requests under way: each ends when its time is over, and all when the run is to end, reads at once. */
export class InFlight {
  readonly #stop: AbortSignal | undefined
  readonly #controllers = new Map<AbortController, 'read' | 'write'>()

  /** @param stop Its reason goes on from "the run ended early:". */
  constructor(stop: AbortSignal | undefined) {
    this.#stop = stop
    stop?.addEventListener('abort', () => {
      const underWay = [...this.#controllers]
      this.#end(underWay.flatMap(([controller, kind]) => (kind === 'read' ? [controller] : [])))
      // Not those that clean up, which begin in the meantime.
      setTimeout(() => this.#end(underWay.map(([controller]) => controller)), GRACE_MS).unref()
    })
  }

  /** True if nothing more is to be sent but what cleans up. */
  get isStopped(): boolean {
    return this.#stop?.aborted === true
  }

  /** Error that refuses or ends a request, once the run is to end. */
  get end(): RunEnded {
    return new RunEnded({ kind: 'ended', why: String(this.#stop?.reason) })
  }

  /**
   * @throws RunEnded when the run ended first, an error of the name "TimeoutError" when the time was over;
   *   else what the request threw.
   */
  async send<Result>(
    request: (signal: AbortSignal) => Promise<Result>,
    { kind, timeoutMs }: { readonly kind: 'read' | 'write'; readonly timeoutMs: number },
  ): Promise<Result> {
    const controller = new AbortController()
    const { signal } = controller
    const isOver = (): void => controller.abort(timeUp(signal))
    const timer = setTimeout(isOver, timeoutMs)
    this.#controllers.set(controller, kind)
    try {
      // A caller's own `fetch` may ignore the signal: the end is a race of its own.
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
