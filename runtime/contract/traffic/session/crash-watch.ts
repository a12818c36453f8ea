import { type Answer, isCrash, isUnavailableAnswer } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'

interface Answered {
  readonly plan: RequestPlan
  readonly answer: Answer
}

/** A request that is under way. */
interface Begun {
  readonly number: number
  /** True if no other was under way. */
  readonly isFirst: boolean
}

/**
 * Distinguishes real server errors from others: overload is not one, two concurrent requests may race, and an
 * error that disappears when its request is sent again at once may come from a race with the server's own
 * work.
 */
export class CrashWatch {
  onCrash: ((plan: RequestPlan, answer: Answer) => void) | undefined
  #begun = 0
  #underWay = 0
  /** The last answer, if it may count. */
  #last: Answered | undefined

  /** Notes that a request is sent. */
  begin(): Begun {
    return { number: ++this.#begun, isFirst: this.#underWay++ === 0 }
  }

  /** Notes that a request has ended, and examines its answer if there is one. */
  end({ number, isFirst }: Begun, answered?: Answered): void {
    this.#underWay--
    if (answered === undefined) return
    const { answer } = answered
    const isAlone = isFirst && this.#begun === number
    if (!isCrash(answer) && this.#last !== undefined && isSame(this.#last.answer, answer))
      this.#last = undefined
    this.settle()
    if (isAlone && isCrash(answer) && !isUnavailableAnswer(answer)) this.#last = answered
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
