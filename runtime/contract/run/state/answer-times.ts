import type { ReceivedEvent, SentEvent } from '../../data/outcome/run-event.ts'

/**
 * The weight of a new response time in the mean. It is large enough for the mean to show soon that a server
 * has become slow.
 */
const WEIGHT = 0.1

/** Response times of the target. */
export class AnswerTimes {
  readonly #began = new Map<number, { readonly at: number; readonly method: string }>()
  #any: number | undefined
  #removal: number | undefined

  begin({ request, method }: Pick<SentEvent, 'request' | 'method'>): void {
    this.#began.set(request, { at: performance.now(), method })
  }

  /**
   * Notes the end of a request. Without a response, only a removal counts: other requests, such as the read
   * of a stream, took as long as the run was willing to wait.
   */
  end({ request, status }: ReceivedEvent): void {
    const began = this.#began.get(request)
    this.#began.delete(request)
    if (began === undefined) return
    const ms = performance.now() - began.at
    if (status !== undefined) this.#any = meanOf(this.#any, ms)
    if (began.method === 'DELETE') this.#removal = meanOf(this.#removal, ms)
  }

  /**
   * The moving average of a removal's duration in milliseconds. Before the first removal, it is that of all
   * requests; before the first response, it is 0.
   */
  get removalMs(): number {
    return this.#removal ?? this.#any ?? 0
  }
}

function meanOf(mean: number | undefined, ms: number): number {
  return mean === undefined ? ms : mean + (ms - mean) * WEIGHT
}
