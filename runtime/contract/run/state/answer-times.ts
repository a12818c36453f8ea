import type { SentEvent } from '../../data/outcome/run-event.ts'

/** The weight of a new answer in the mean: if a server becomes slow, this shows soon. */
const WEIGHT = 0.1

/** Response times of the target. */
export class AnswerTimes {
  readonly #began = new Map<number, { readonly at: number; readonly method: string }>()
  #any: number | undefined
  #removal: number | undefined

  begin({ request, method }: Pick<SentEvent, 'request' | 'method'>): void {
    this.#began.set(request, { at: performance.now(), method })
  }

  /** Ends a request without an answer, which took time as well. */
  end(request: number): void {
    const began = this.#began.get(request)
    this.#began.delete(request)
    if (began === undefined) return
    const ms = performance.now() - began.at
    this.#any = meanOf(this.#any, ms)
    if (began.method === 'DELETE') this.#removal = meanOf(this.#removal, ms)
  }

  /**
   * Mean milliseconds of a removal; of any request, until something was removed; 0 before the first answer.
   */
  get removalMs(): number {
    return this.#removal ?? this.#any ?? 0
  }
}

function meanOf(mean: number | undefined, ms: number): number {
  return mean === undefined ? ms : mean + (ms - mean) * WEIGHT
}
