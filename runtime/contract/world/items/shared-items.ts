import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { creatorOfItems } from '../../data/document/resource-lookup.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { Missing, type Or, onceOrMissing, resultOrMissing } from '../../data/outcome/missing.ts'
import { itemTask, pathTask, type RunPlan, type Task } from '../needs/run-plan.ts'
import type { ExistingItems } from './existing-items.ts'
import type { ExpendableItems } from './expendable-items.ts'
import type { Item } from './item.ts'
import type { NewItems } from './new-items.ts'

export interface SharedItemsOptions {
  readonly document: DocumentDescriptor
  readonly changeExisting: boolean
  readonly plan: RunPlan
  readonly made: NewItems
  readonly existing: ExistingItems
  readonly expendable: ExpendableItems
  /** True if the run has removed an item, and has created none with its name since. */
  readonly isGone: (item: Item) => boolean
}

/** Items that are only read and never changed: one per resource, for all requests. */
export class SharedItems {
  readonly #options: SharedItemsOptions
  readonly #shared = new Map<string, Promise<Or<Item>>>()
  /** Those that exist. */
  readonly #known = new Map<string, Item>()

  constructor(options: SharedItemsOptions) {
    this.#options = options
  }

  /**
   * Returns a resource's item: a created one or, if none can be created, an existing one. The existing item
   * is the configured one, if the run may change existing items, or else the first in the list. An item that
   * was provided to be used up is the last resort. If the run has removed the item in the meantime, it is
   * replaced.
   */
  async find(resource: ResourceDescriptor): Promise<Or<Item>> {
    const item = await this.#share(resource)
    if (item instanceof Missing || !this.#options.isGone(item)) return item
    this.#shared.delete(resource.name)
    this.#known.delete(resource.name)
    return this.#share(resource)
  }

  #share(resource: ResourceDescriptor): Promise<Or<Item>> {
    return onceOrMissing(this.#shared, resource.name, async () => {
      const task = itemTask(resource)
      const { document, plan, made: items } = this.#options
      const creator = creatorOfItems(document, resource)
      const made =
        (creator && plan.objection(task, pathTask(creator))) ??
        (await resultOrMissing(() => items.make(resource, { by: task })))
      const item =
        made instanceof Missing
          ? (items.madeBefore(resource, made.why) ?? (await this.#found(resource, made.why)))
          : made
      if (!(item instanceof Missing)) this.#known.set(resource.name, item)
      return item
    })
  }

  /** Finds the item for a task. If the item already exists, the task need not wait. */
  async findFor(by: Task, resource: ResourceDescriptor): Promise<Or<Item>> {
    const known = this.#known.get(resource.name)
    if (known !== undefined && !this.#options.isGone(known)) return known
    return this.#options.plan.objection(by, itemTask(resource)) ?? this.find(resource)
  }

  async #found(resource: ResourceDescriptor, whyNotCreated: Reason): Promise<Or<Item>> {
    const { changeExisting, existing, expendable } = this.#options
    const find = changeExisting ? 'configuredOrListed' : 'listed'
    const item = await resultOrMissing(() => existing[find](resource, whyNotCreated))
    return item instanceof Missing ? ((await expendable.take(resource)) ?? item) : item
  }

  /** Forgets the items. */
  clear(): void {
    this.#shared.clear()
    this.#known.clear()
  }
}
