import { type Answer, isCrash, isUnavailable } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'

/**
 * Distinguishes real server errors from others: overload is not one, two concurrent requests may have a race,
 * and an error that disappears when its request is sent again at once may come from a race with the server's
 * own work.
 */
export class CrashWatch {
  onCrash: ((plan: RequestPlan, answer: Answer) => void) | undefined
  #begun = 0
  #underWay = 0
  /** The last answer, if it may count. */
  #last: { readonly plan: RequestPlan; readonly answer: Answer } | undefined

  /** Sends a request, and examines its answer. */
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

  /** Called before a pause: no following request can be a repetition of the last one. */
  settle(): void {
    if (this.#last !== undefined) this.onCrash?.(this.#last.plan, this.#last.answer)
    this.#last = undefined
  }
}

function isSame(one: Answer, other: Answer): boolean {
  return JSON.stringify(one.exchange.request) === JSON.stringify(other.exchange.request)
}
