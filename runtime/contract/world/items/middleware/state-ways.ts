import {
  type DocumentDescriptor,
  isSafe,
  type OperationDescriptor,
  type ResourceDescriptor,
} from '@concordat/runtime/http'
import { type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import {
  findResource,
  isDocumentedRestore,
  operationById,
  resourceByName,
} from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { type Or, resultIfThere } from '../../../data/outcome/missing.ts'
import type { Waiting } from '../../needs/run-plan.ts'
import { Refusal } from '../../refusal/refusal.ts'

export interface StateWaysOptions {
  readonly document: DocumentDescriptor
  /**
   * Sends a valid request with a path binding, and returns the response whatever its status.
   * @throws NotRun if the request cannot be built.
   */
  readonly call: (
    operation: OperationDescriptor,
    binding: PathBinding,
    waiting: Waiting,
  ) => Promise<Or<{ readonly answer: Answer }>>
}

/** An item that is brought into a state step by step. */
interface ItemToPrepare {
  readonly binding: PathBinding
}

/** Maximum number of steps to a state, and of requests and items for one search. */
const MOST_STEPS = 3
const MOST_REQUESTS = 20
const MOST_ITEMS = 3
/**
 * Roles of operations that can require their item, or its parent, to be in a state other than the initial
 * one.
 */
const ROLES = ['action', 'delete', 'create']

/**
 * Finds ways into the state that an operation requires of its item. A way consists of other actions on the
 * item and creations below it, one after another.
 */
export class StateWays {
  readonly #options: StateWaysOptions
  readonly #known = new Map<string, readonly OperationDescriptor[]>()
  /** operationIds for which a way has already been sought. */
  readonly #sought = new Set<string>()
  /** operationIds of first steps that never helped. */
  readonly #useless = new Set<string>()

  constructor(options: StateWaysOptions) {
    this.#options = options
  }

  /**
   * True if an operation requires its item to be in a state other than that of a new item, and a way into
   * that state is known.
   */
  knows({ operationId }: OperationDescriptor): boolean {
    return this.#known.has(operationId)
  }

  /** Brings a new item into the state that an operation requires, if a way into it is known. */
  async go(item: ItemToPrepare, operation: OperationDescriptor, waiting: Waiting): Promise<void> {
    for (const step of this.#known.get(operation.operationId) ?? []) await this.#perform(step, item, waiting)
  }

  /**
   * Searches for a way into the required state after an operation rejected a new item because of its state.
   * @param make Creates another item.
   * @returns True if there is a way, which is applied to new items from now on.
   */
  async find(
    operation: OperationDescriptor,
    answer: Answer,
    make: () => Promise<Or<ItemToPrepare>>,
  ): Promise<boolean> {
    if (!wantsState(operation, answer) || this.#sought.has(operation.operationId)) return false
    this.#sought.add(operation.operationId)
    if (this.#stepsFor(operation).length === 0) return false
    const search = { operation, left: MOST_REQUESTS }
    for (let items = 0; items < MOST_ITEMS && search.left > 0; items++) {
      const item = resultIfThere(await make())
      const way = item && (await this.#walk(item, search))
      if (way !== undefined) this.#known.set(operation.operationId, way)
      if (item === undefined || way !== undefined) break
    }
    return this.#known.has(operation.operationId)
  }

  /**
   * Performs the steps one after another, each once, and tries the operation after each of them.
   * @returns The way, if it led to success.
   */
  async #walk(
    item: ItemToPrepare,
    search: { readonly operation: OperationDescriptor; left: number },
  ): Promise<readonly OperationDescriptor[] | undefined> {
    const taken: OperationDescriptor[] = []
    const tries = async (step: OperationDescriptor): Promise<boolean> =>
      search.left-- > 0 && this.#perform(step, item)
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      let next: OperationDescriptor | undefined
      for (const step of this.#stepsFor(search.operation)) {
        if (taken.includes(step) || !(await tries(step))) continue
        next = step
        break
      }
      if (next === undefined) break
      taken.push(next)
      if (await tries(search.operation)) return taken
    }
    // The first step did not help, so it comes last in the search with the next item.
    for (const step of taken.slice(0, 1)) this.#useless.add(step.operationId)
    return undefined
  }

  /**
   * Returns other actions on the item, and creations below it; those that never helped come last. For a
   * restore, returns only the item's removal, which must come first.
   */
  #stepsFor(operation: OperationDescriptor): readonly OperationDescriptor[] {
    const { document } = this.#options
    const { operationId } = operation
    const own = resourceOfStateWay(operation, document)
    const remove = operationById(document, own?.operations.delete)
    if (isDocumentedRestore(operation)) return remove === undefined ? [] : [remove]
    const below = document.resources.filter(({ parent }) => parent?.name === own?.name)
    return [...(own?.actions ?? []), ...below.map(({ operations }) => operations.create)]
      .filter((id) => id !== operationId)
      .flatMap((id) => operationById(document, id) ?? [])
      .filter(({ method, path }) => !isSafe(method) && path.startsWith(own?.item ?? path))
      .toSorted(
        (one, other) =>
          Number(this.#useless.has(one.operationId)) - Number(this.#useless.has(other.operationId)),
      )
  }

  /** True if a step succeeds. */
  async #perform(step: OperationDescriptor, item: ItemToPrepare, waiting: Waiting = {}): Promise<boolean> {
    const call = resultIfThere(await this.#options.call(step, item.binding, waiting))
    return call !== undefined && isSuccess(call.answer)
  }
}

/**
 * Returns the resource whose item must be in a certain state. For a creation, this is the parent, or the item
 * in its path.
 */
export function resourceOfStateWay(
  { resource, path }: OperationDescriptor,
  document: DocumentDescriptor,
): ResourceDescriptor | undefined {
  const own = resourceByName(document, resource?.name)
  if (resource?.role !== 'create') return own
  const last = pathTemplates(path).at(-1)
  const above = resourceByName(document, own?.parent?.name)
  return above ?? (last === undefined ? undefined : findResource(document, last))
}

/**
 * True if a response may concern the item's state. If the request has no body, its content cannot be wrong.
 */
function wantsState(operation: OperationDescriptor, answer: Answer): boolean {
  const { resource, requestBody } = operation
  const refusal = new Refusal(answer, operation)
  if (isDocumentedRestore(operation) && refusal.mayBeAbout('absence')) return true
  if (!ROLES.includes(resource?.role ?? '')) return false
  const isOfState = refusal.isAbout('state', 'conflict', 'precondition')
  return isOfState || (requestBody === undefined && refusal.mayBeAbout('content'))
}
