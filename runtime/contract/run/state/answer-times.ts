import type { SentEvent } from '../../data/outcome/run-event.ts'

/** The weight of a new response time in the mean, large enough to show soon that a server has become slow. */
const WEIGHT = 0.1

/** Response times of the target. */
export class AnswerTimes {
  readonly #began = new Map<number, { readonly at: number; readonly method: string }>()
  #any: number | undefined
  #removal: number | undefined

  begin({ request, method }: Pick<SentEvent, 'request' | 'method'>): void {
    this.#began.set(request, { at: performance.now(), method })
  }

  /** Ends a request that got no response but took time as well. */
  end(request: number): void {
    const began = this.#began.get(request)
    this.#began.delete(request)
    if (began === undefined) return
    const ms = performance.now() - began.at
    this.#any = meanOf(this.#any, ms)
    if (began.method === 'DELETE') this.#removal = meanOf(this.#removal, ms)
  }

  /**
   * The mean duration of a removal in milliseconds. Until something was removed, the mean duration of any
   * request; 0 before the first response.
   */
  get removalMs(): number {
    return this.#removal ?? this.#any ?? 0
  }
}

function meanOf(mean: number | undefined, ms: number): number {
  return mean === undefined ? ms : mean + (ms - mean) * WEIGHT
}
