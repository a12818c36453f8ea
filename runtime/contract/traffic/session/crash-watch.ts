import { type Answer, isCrash, isUnavailable } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'

/**
 * Tells the server errors that count from others: overload is none, two requests at once may meet a race, and
 * what is answered when it is sent again at once may have met one with the server's own work.
 */
export class CrashWatch {
  onCrash: ((plan: RequestPlan, answer: Answer) => void) | undefined
  #begun = 0
  #underWay = 0
  /** The last answer, where it may count. */
  #last: { readonly plan: RequestPlan; readonly answer: Answer } | undefined

  /** Sends a request, and looks at its answer. */
  async over(plan: RequestPlan, send: () => Promise<Answer>): Promise<Answer> {
    const begun = ++this.#begun
    const isFirst = this.#underWay++ === 0
    try {
      const answer = await send()
      const isAlone = isFirst && this.#begun === begun
      if (!isCrash(answer) && this.#last !== undefined && isSame(this.#last.answer, answer))
        this.#last = undefined
      this.settle()
      if (isAlone && isCrash(answer) && !isUnavailable(answer)) this.#last = { plan, answer }
      return answer
    } finally {
      this.#underWay--
    }
  }

  /** No request follows that could be the last one again. */
  settle(): void {
    if (this.#last !== undefined) this.onCrash?.(this.#last.plan, this.#last.answer)
    this.#last = undefined
  }
}

function isSame(one: Answer, other: Answer): boolean {
  return JSON.stringify(one.exchange.request) === JSON.stringify(other.exchange.request)
}
