import { pathTemplates } from '../../../data/document/path-binding.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { Refusal } from '../../refusal/refusal.ts'

/**
 * Maximum number of items of one kind to create if none can be removed. The conformance rule needs that many.
 */
const MOST_KEPT = 2

/** Counts for one resource's items. */
interface Kind {
  made: number
  /** Number of items created by requests that should have been rejected. */
  wronglyMade: number
  isRemovable: boolean
  failure?: { readonly operation: string; readonly status: number }
}

/**
 * Notes for each kind of item whether items can be removed. As long as a removal has failed and none has
 * succeeded, only a few items are created.
 */
export class Removals {
  readonly #kinds = new Map<string, Kind>()

  /** Returns the objection to a create whose item would remain; `undefined` for all other requests. */
  objection({ operation, isWrong = false }: RequestPlan): Reason | undefined {
    const { failure, isRemovable, made, wronglyMade } = this.#kindOf(operation)
    if (operation.resource?.role !== 'create' || failure === undefined || isRemovable) return undefined
    if (isWrong ? wronglyMade === 0 : made < MOST_KEPT) return undefined
    return { kind: 'not removable', resource: operation.resource.name, ...failure }
  }

  /** Notes which items were created, and which were removed or could not be. */
  note(plan: RequestPlan, answer: Answer): void {
    const { operation, method = operation.method, isWrong = false } = plan
    const { role } = operation.resource ?? {}
    if (method !== operation.method) return
    const kind = this.#kindOf(operation)
    if (role === 'create' && isSuccess(answer)) {
      kind.made++
      if (isWrong) kind.wronglyMade++
    }
    if (role !== 'delete' || isWrong || plan.authentication !== undefined || !isOfOwn(plan)) return
    if (isSuccess(answer)) kind.isRemovable = true
    else if (isFinal(operation, answer))
      kind.failure ??= { operation: operation.operationId, status: answer.status }
  }

  #kindOf({ resource }: RequestPlan['operation']): Kind {
    const name = resource?.name ?? ''
    const kind = this.#kinds.get(name) ?? { made: 0, wronglyMade: 0, isRemovable: false }
    this.#kinds.set(name, kind)
    return kind
  }
}

/** True if a request concerns an item that the run created. */
function isOfOwn({ operation, path = {} }: RequestPlan): boolean {
  const last = pathTemplates(operation.path).at(-1)
  return last !== undefined && path[last.name]?.origin === 'created'
}

/** True if the response to a removal would be the same in any other state of the item. */
function isFinal(operation: RequestPlan['operation'], answer: Answer): boolean {
  const refusal = new Refusal(answer, operation)
  return isCrash(answer) || refusal.isAbout('absence') || refusal.mayBeAbout('caller', 'method')
}
