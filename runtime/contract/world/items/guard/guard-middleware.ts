import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import type { ItemGuard } from './item-guard.ts'
import { Removals } from './removals.ts'

/** Sends a request to the server. */
export interface Middleware {
  send(plan: RequestPlan): Promise<Answer>
}

/**
 * Blocks requests that would change items that the run neither created nor may change, and those that would
 * create items that cannot be removed.
 */
export class GuardMiddleware implements Middleware {
  readonly #middleware: Middleware
  readonly #guard: ItemGuard
  readonly #removals = new Removals()

  constructor(middleware: Middleware, guard: ItemGuard) {
    this.#middleware = middleware
    this.#guard = guard
  }

  /** @throws NotRun for a blocked request. */
  async send(plan: RequestPlan): Promise<Answer> {
    const objection = this.#guard.objectionTo(plan) ?? this.#removals.objection(plan)
    if (objection !== undefined) throw new NotRun(objection)
    const answer = await this.#middleware.send(plan)
    this.#removals.note(plan, answer)
    return answer
  }
}
