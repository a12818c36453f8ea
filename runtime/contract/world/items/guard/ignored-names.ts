import { type DocumentDescriptor, isSafe } from '@concordat/runtime/http'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import { createsItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'

/** Roles of writes that change an existing item, and therefore cannot succeed for a made-up name. */
const CHANGES: readonly (string | undefined)[] = ['update', 'replace', 'action']
const CREATED = 201

/**
 * Blocks changes of items with made-up names, once the server has performed one: it ignores the name, so
 * further requests would change something that the run did not create. A PUT that creates what its path names
 * is allowed. So are removals, because removing a missing item again may succeed.
 */
export class IgnoredNames {
  readonly #document: DocumentDescriptor
  /** Statuses of the first success, by operationId. */
  readonly #performed = new Map<string, number>()

  constructor(document: DocumentDescriptor) {
    this.#document = document
  }

  /** Returns the objection to a change of an item with a made-up name; `undefined` for all other requests. */
  objection(plan: RequestPlan): Reason | undefined {
    const { operationId } = plan.operation
    const status = this.#performed.get(operationId)
    if (status === undefined || !this.#changesMadeUp(plan)) return undefined
    return { kind: 'name ignored', operation: operationId, status }
  }

  note(plan: RequestPlan, answer: Answer): void {
    if (!isSuccess(answer) || answer.status === CREATED || !this.#changesMadeUp(plan)) return
    this.#performed.set(plan.operation.operationId, answer.status)
  }

  #changesMadeUp({ operation, method = operation.method, path = {} }: RequestPlan): boolean {
    const { role, name } = operation.resource ?? {}
    const isChange = CHANGES.includes(role) && method === operation.method && !isSafe(method)
    if (!isChange || method === 'DELETE' || createsItems(this.#document, operation)) return false
    const own = pathTemplates(resourceByName(this.#document, name)?.item ?? '').at(-1)
    const template = pathTemplates(operation.path).find(({ key }) => key === own?.key)
    const { origin, from } = path[template?.name ?? ''] ?? {}
    // The name of an item that is sought elsewhere was shown, so it is not made up.
    return origin === 'unknown' && !Array.isArray(from)
  }
}
