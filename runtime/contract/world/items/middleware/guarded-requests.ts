import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import type { Session } from '../../../traffic/session/session.ts'
import type { ItemGuard } from '../guard/item-guard.ts'
import type { Middleware } from '../guard/middleware.ts'
import type { RemovalProof } from '../guard/removal-proof.ts'
import { Removals } from '../guard/removals.ts'
import { readOfTaggedItem, withCurrentItemTag } from './entity-tags.ts'
import type { SettledReads } from './settled-reads.ts'

export interface GuardedRequestsOptions {
  readonly document: DocumentDescriptor
  readonly session: Pick<Session, 'send'>
  readonly guard: ItemGuard
  readonly settled: SettledReads
  readonly proof: RemovalProof
}

/**
 * Sends all requests for items to the session. It blocks requests that would change items that the run did
 * not create, and requests that would create items that cannot be removed.
 */
export class GuardedRequests implements Middleware {
  readonly #options: GuardedRequestsOptions
  readonly #removals = new Removals()

  constructor(options: GuardedRequestsOptions) {
    this.#options = options
  }

  /** @throws NotRun if the request is blocked. */
  async send(asked: RequestPlan): Promise<Answer> {
    const { document, settled } = this.#options
    const read = readOfTaggedItem(asked, document)
    const plan = read === undefined ? asked : withCurrentItemTag(asked, await this.send(read))
    await settled.before(plan)
    const answer = await this.#sendOnce(plan)
    return settled.after(plan, { answer, again: () => this.#sendOnce(plan) })
  }

  async #sendOnce(plan: RequestPlan): Promise<Answer> {
    const { session, guard, proof } = this.#options
    const objection = guard.objectionTo(plan) ?? this.#removals.objection(plan)
    if (objection !== undefined) throw new NotRun(objection)
    const answer = await proof.around(plan, () => session.send(plan))
    this.#removals.note(plan, answer)
    return answer
  }
}
