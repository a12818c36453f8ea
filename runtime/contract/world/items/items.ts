import {
  type DocumentDescriptor,
  isSafe,
  type OperationDescriptor,
  type ResourceDescriptor,
} from '@concordat/runtime/http'
import { creatorOfItems, resourceByName } from '../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { Missing, type Or, onceOrMissing } from '../../data/outcome/missing.ts'
import { itemTask, pathTask, type RunPlan, type Task } from '../needs/run-plan.ts'
import type { Item, ItemUseBy } from './item.ts'
import type { LastingItems } from './lasting-items.ts'
import { resourceOfStateWay, type StateWays } from './middleware/state-ways.ts'
import type { NewItems } from './new-items.ts'
import type { SharedItems } from './shared-items.ts'

export interface ItemsOptions {
  readonly document: DocumentDescriptor
  readonly plan: RunPlan
  readonly made: NewItems
  readonly shared: SharedItems
  readonly lasting: LastingItems
  readonly ways: StateWays
}

/**
 * Chooses the item for a use, and keeps items that several requests use: a disposable one for each resource,
 * and one for each operation's own use.
 */
export class Items {
  readonly #options: ItemsOptions
  readonly #disposable = new Map<string, Promise<Or<Item>>>()
  readonly #exclusive = new Map<string, Promise<Or<Item>>>()

  constructor(options: ItemsOptions) {
    this.#options = options
  }

  /** Returns the item for a use by an operation. */
  async for(
    operation: OperationDescriptor,
    resource: ResourceDescriptor,
    { use, by }: ItemUseBy,
  ): Promise<Or<Item>> {
    const { made, shared } = this.#options
    const { role, name } = operation.resource ?? {}
    // The item is kept only for updates, because no other check should start from the state in which an
    // action or a deletion leaves it.
    const isKept = name === resource.name && (role === 'update' || role === 'replace')
    if (use === 'read' && !this.#needsState(operation, resource))
      return by === undefined ? shared.find(resource) : shared.findFor(by, resource)
    const objection = by && this.#objection(by, resource)
    if (objection !== undefined) return objection
    if (use === 'change')
      return isKept && by === undefined
        ? this.exclusive(operation)
        : this.#lasting(operation, resource, () => made.create(resource, operation, by))
    return use === 'read'
      ? onceOrMissing(this.#exclusive, `${operation.operationId} in state`, () =>
          made.create(resource, operation, pathTask(operation)),
        )
      : onceOrMissing(this.#disposable, resource.name, () =>
          this.#lasting(operation, resource, () => made.create(resource, undefined, by)),
        )
  }

  /** True for a create below an item, or a read of an item, that must be in a certain state. */
  #needsState(operation: OperationDescriptor, resource: ResourceDescriptor): boolean {
    const isOfIt = operation.resource?.name === resource.name
    const isConcerned = operation.resource?.role === 'create' ? !isOfIt : isSafe(operation.method) && isOfIt
    return isConcerned && this.#options.ways.knows(operation)
  }

  /**
   * Returns a new item or, for an action on an item that no operation removes, an unchanged one. An action
   * that needs an item in a certain state always gets a new one.
   */
  #lasting(
    operation: OperationDescriptor,
    resource: ResourceDescriptor,
    make: () => Promise<Or<Item>>,
  ): Promise<Or<Item>> {
    const { lasting, ways } = this.#options
    const isAction = operation.resource?.role === 'action' && !ways.knows(operation)
    return isAction ? lasting.take(resource, make) : make()
  }

  /** Explains why a task cannot wait for a new item. */
  #objection(by: Task, resource: ResourceDescriptor): Missing | undefined {
    const { plan, document } = this.#options
    const creator = creatorOfItems(document, resource)
    return plan.objection(by, itemTask(resource)) ?? (creator && plan.objection(by, pathTask(creator)))
  }

  /**
   * True if an operation that rejected its item may succeed with another one, either with only the required
   * properties or in another state. From then on, the operation gets items of this kind.
   */
  async wantsAnother(operation: OperationDescriptor, answer: Answer): Promise<boolean> {
    if (isSuccess(answer)) return false
    if (this.#options.made.wantsMinimal(operation, answer)) return true
    const resource = resourceOfStateWay(operation, this.#options.document)
    return (
      resource !== undefined &&
      this.#options.ways.find(operation, answer, () => this.#options.made.create(resource))
    )
  }

  /**
   * Returns the item to which one operation's checks write, one after another. They share it because each
   * leaves it in a valid state, and because a new item for each check would take up most of a run's requests.
   * For a create, this is the item that its last call created.
   */
  exclusive(operation: OperationDescriptor): Promise<Or<Item>> {
    return onceOrMissing(this.#exclusive, operation.operationId, async () => {
      const resource = resourceByName(this.#options.document, operation.resource?.name)
      if (resource === undefined)
        return new Missing({ kind: 'no resource', operation: operation.operationId })
      return this.#lasting(operation, resource, () => this.#options.made.create(resource))
    })
  }

  /** Replaces the operation's own item after a write caused it to vanish. */
  exclusiveAnew(operation: OperationDescriptor): Promise<Or<Item>> {
    this.#exclusive.delete(operation.operationId)
    return this.exclusive(operation)
  }

  /** Keeps a created item as the operation's own. */
  keepAsExclusive({ operationId }: OperationDescriptor, item: Item): void {
    this.#exclusive.set(operationId, Promise.resolve(item))
    this.#options.made.note(item)
  }

  /**
   * Discards the disposable item after an operation rightly acted on it, unless the operation is an update,
   * after which the item stays usable.
   */
  spend({ resource }: OperationDescriptor): void {
    if (resource?.role !== 'update' && resource?.role !== 'replace')
      this.#disposable.delete(resource?.name ?? '')
  }

  /** Forgets all kept items. */
  clear(): void {
    this.#disposable.clear()
    this.#exclusive.clear()
    this.#options.made.clear()
    this.#options.shared.clear()
  }
}
