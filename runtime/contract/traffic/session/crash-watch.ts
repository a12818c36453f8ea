import { type Answer, isCrash } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'

interface Answered {
  readonly plan: RequestPlan
  readonly answer: Answer
}

/** A request that is in progress. */
interface Begun {
  readonly number: number
  /** True if no other request was in progress when this one began. */
  readonly isFirst: boolean
}

/**
 * Finds real server errors. An overload does not count, and neither does a race between two concurrent
 * requests. If an error disappears when its request is immediately sent again, it may be the result of a race
 * with the server's own work.
 */
export class CrashWatch {
  onCrash: ((plan: RequestPlan, answer: Answer) => void) | undefined
  #begun = 0
  #underWay = 0
  /** The last response, if it may be a real server error. */
  #last: Answered | undefined

  /** Notes that a request is being sent. */
  begin(): Begun {
    return { number: ++this.#begun, isFirst: this.#underWay++ === 0 }
  }

  /** Notes that a request has ended, and examines the response if there is one. */
  end({ number, isFirst }: Begun, answered?: Answered): void {
    this.#underWay--
    if (answered === undefined) return
    const { answer } = answered
    const isAlone = isFirst && this.#begun === number
    if (!isCrash(answer) && this.#last !== undefined && isSame(this.#last.answer, answer))
      this.#last = undefined
    this.settle()
    if (isAlone && isCrash(answer)) this.#last = answered
  }

  /**
   * Reports the last response as a server error if it looks like one. Called when no later request can be an
   * immediate repetition of the last one, for example before a pause.
   */
  settle(): void {
    if (this.#last !== undefined) this.onCrash?.(this.#last.plan, this.#last.answer)
    this.#last = undefined
  }
}

function isSame(one: Answer, other: Answer): boolean {
  return JSON.stringify(one.exchange.request) === JSON.stringify(other.exchange.request)
}
