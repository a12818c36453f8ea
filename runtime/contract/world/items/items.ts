import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { boundItemId, type PathBinding } from '../../data/document/path-binding.ts'
import { creatorOfItems, resourceByName } from '../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { Missing, type Or, once, resultOrMissing } from '../../data/outcome/missing.ts'
import { itemTask, pathTask, type RunPlan, type Task, type Waiting } from '../needs/run-plan.ts'
import { Refusal } from '../refusal/refusal.ts'
import { isBodyRefused } from '../requests/bodies/body-refusal.ts'
import type { ExistingItems } from './existing-items.ts'
import type { ExpendableItems } from './expendable-items.ts'
import { itemIdSchema } from './identity/candidates.ts'
import type { Call, Item, UseBy } from './item.ts'
import { resourceOfState, type StateWays } from './middleware/state-ways.ts'
import type { PathBindings } from './path-bindings.ts'
import type { Sender } from './sender.ts'
import type { Supplies } from './supplies.ts'

export interface ItemsOptions {
  readonly document: DocumentDescriptor
  readonly changeExisting: boolean
  readonly sender: Sender
  readonly supplies: Supplies
  readonly plan: RunPlan
  readonly bindings: PathBindings
  readonly existing: ExistingItems
  readonly expendable: ExpendableItems
  readonly ways: StateWays
  /** True if the run has removed an item, and created none with its name since. */
  readonly isGone: (item: Item) => boolean
}

/** Use of a new item. */
interface Making extends Waiting {
  /** The operation that it is for. */
  readonly user?: OperationDescriptor | undefined
}

/**
 * Creates items, and keeps those that several requests use: shared ones, disposable ones and each operation's
 * own.
 */
export class Items {
  readonly #options: ItemsOptions
  readonly #shared = new Map<string, Promise<Or<Item>>>()
  /** Shared items that exist. */
  readonly #known = new Map<string, Item>()
  readonly #disposable = new Map<string, Promise<Or<Item>>>()
  readonly #exclusive = new Map<string, Promise<Or<Item>>>()
  /** operationIds of replacements that accept only existing items. */
  readonly #unmakeable = new Set<string>()
  /** operationIds of actions that get items with only the required members. */
  readonly #minimal = new Set<string>()
  /**
   * Items created for one use each, latest last: a resource with few possible names may have no room for a
   * new item.
   */
  readonly #made = new Map<string, Item[]>()
  /** operationIds of creates that answer the existing item when its body is sent again. */
  readonly #repeating = new Set<string>()

  constructor(options: ItemsOptions) {
    this.#options = options
  }

  /** The item for a use by an operation. */
  async for(
    operation: OperationDescriptor,
    resource: ResourceDescriptor,
    { use, by }: UseBy,
  ): Promise<Or<Item>> {
    const { role, name } = operation.resource ?? {}
    // No other check should start with the state after an action or a deletion.
    const isKept = name === resource.name && (role === 'update' || role === 'replace')
    // Items created below an item may need it in a certain state.
    const isBelow = role === 'create' && name !== resource.name && this.#options.ways.knows(operation)
    if (use === 'read' && !isBelow)
      return by === undefined ? this.shared(resource) : this.sharedFor(by, resource)
    const objection = by && this.#objection(by, resource)
    if (objection !== undefined) return objection
    if (use === 'change')
      return isKept && by === undefined ? this.exclusive(operation) : this.create(resource, operation, by)
    return use === 'read'
      ? once(this.#exclusive, `${operation.operationId} below`, () =>
          this.create(resource, operation, pathTask(operation)),
        )
      : once(this.#disposable, resource.name, () => this.create(resource, undefined, by))
  }

  /** Why a task cannot wait for a new item. */
  #objection(by: Task, resource: ResourceDescriptor): Missing | undefined {
    const { plan, document } = this.#options
    const creator = creatorOfItems(document, resource)
    return plan.objection(by, itemTask(resource)) ?? (creator && plan.objection(by, pathTask(creator)))
  }

  /**
   * An item for the caller only: created, else one provided to be used up, else an existing one if those may
   * be changed.
   * @param user The operation that the item is for.
   * @param by The task that waits for it; nothing if absent.
   */
  async create(resource: ResourceDescriptor, user?: OperationDescriptor, by?: Task): Promise<Or<Item>> {
    const item = await resultOrMissing(() => this.#createNew(resource, { user, by }))
    if (item instanceof Missing)
      return this.#madeBefore(resource, item.why) ?? this.#insteadOfNew(resource, item.why)
    this.#noteMade(item)
    if (user !== undefined) await this.#options.ways.go(item, user, { by })
    return item
  }

  /** Item of a path binding, created for one use; `undefined` if none. */
  madeAt(resource: ResourceDescriptor, binding: PathBinding): Item | undefined {
    const id = boundItemId(binding, resource)?.text
    return this.#made.get(resource.name)?.findLast((item) => boundItemId(item.binding, resource)?.text === id)
  }

  #noteMade(item: Item): void {
    const { name } = item.resource
    this.#made.set(name, [...(this.#made.get(name) ?? []), item])
  }

  /**
   * Item that was created before and still exists, if the schema lists all possible names, or if items cannot
   * be removed: its former use is over.
   */
  #madeBefore(resource: ResourceDescriptor, { kind }: Reason): Item | undefined {
    const { document, isGone } = this.#options
    const isNamed = itemIdSchema(document, resource)?.keywords.enum !== undefined
    if (!isNamed && kind !== 'not removable') return undefined
    return this.#made.get(resource.name)?.findLast((item) => !isGone(item))
  }

  async #insteadOfNew(resource: ResourceDescriptor, whyNotCreated: Reason): Promise<Or<Item>> {
    const { changeExisting, existing, expendable } = this.#options
    const handedOver = await expendable.take(resource)
    if (handedOver !== undefined) return handedOver
    if (changeExisting) return resultOrMissing(() => existing.configuredOrListed(resource, whyNotCreated))
    return new Missing(expendable.unlessHandedOver(resource, whyNotCreated))
  }

  async #createNew(resource: ResourceDescriptor, making: Making): Promise<Or<Item>> {
    const { document, supplies, bindings } = this.#options
    const operation = creatorOfItems(document, resource)
    const none = new Missing({ kind: 'nothing creates', resource: resource.name })
    if (operation === undefined || this.#unmakeable.has(operation.operationId)) return none
    const binding = await bindings.forNew(operation, resource, making)
    const call = binding instanceof Missing ? binding : await this.#callNew(operation, binding, making)
    if (call instanceof Missing) return call
    const { answer, created } = call
    // A PUT may not be able to create.
    const isNoName = new Refusal(answer, operation).mayBeAbout('absence', 'method')
    if (operation.resource?.role === 'replace' && isNoName) {
      this.#unmakeable.add(operation.operationId)
      return none
    }
    if (isSuccess(answer))
      return created ?? new Missing({ kind: 'no identifier', operation: operation.operationId })
    return new Missing({
      kind: 'answered',
      operation: operation.operationId,
      status: answer.status,
      words: exchangeExcerpt(answer.text),
      lacks: supplies.whatIsMissing(operation),
    })
  }

  /**
   * Sends a create, with new names if the document's examples named an existing item: a rule that deletes
   * that item deletes it for all others too.
   */
  async #callNew(
    operation: OperationDescriptor,
    binding: PathBinding,
    { user, ...waiting }: Making,
  ): Promise<Or<Call>> {
    const { sender } = this.#options
    const { operationId } = operation
    const isMinimal = user !== undefined && this.#minimal.has(user.operationId)
    const plain = isMinimal ? (['brief', 'required'] as const) : undefined
    const named = this.#repeating.has(operationId) ? (['full', 'required'] as const) : undefined
    const call = await sender.callAt(operation, binding, { ...waiting, only: plain ?? named })
    if (call instanceof Missing || call.isFoundAgain !== true || plain !== undefined || named !== undefined)
      return call
    this.#repeating.add(operationId)
    const anew = await sender.callAt(operation, binding, {
      ...{ ...waiting, only: ['full', 'required'] },
    })
    return anew instanceof Missing || anew.created !== undefined ? anew : call
  }

  /**
   * True if an operation that refused its item may succeed on another one: with only the required members, or
   * in another state. From then on it gets such items.
   */
  async wantsAnother(operation: OperationDescriptor, answer: Answer): Promise<boolean> {
    if (isSuccess(answer)) return false
    if (this.#wantsMinimal(operation, answer)) return true
    const resource = resourceOfState(operation, this.#options.document)
    return resource !== undefined && this.#options.ways.find(operation, answer, () => this.create(resource))
  }

  /**
   * True if an action was refused on an item with all possible members, and may succeed on one with only the
   * required ones. From then on it gets such an item.
   */
  #wantsMinimal(operation: OperationDescriptor, answer: Answer): boolean {
    const { operationId, resource } = operation
    const isNews =
      resource?.role === 'action' && isBodyRefused(operation, answer) && !this.#minimal.has(operationId)
    if (isNews) this.#minimal.add(operationId)
    return isNews
  }

  /**
   * The item that the checks of one operation write to, one after the other: the state after an earlier check
   * is valid, and a new item for each would be most of a run's requests. For a creation, it is the item that
   * its last call created.
   */
  exclusive(operation: OperationDescriptor): Promise<Or<Item>> {
    return once(this.#exclusive, operation.operationId, async () => {
      const resource = resourceByName(this.#options.document, operation.resource?.name)
      if (resource === undefined)
        return new Missing({ kind: 'no resource', operation: operation.operationId })
      return this.create(resource)
    })
  }

  /** Replaces the operation's own item after a write made it vanish. */
  exclusiveAnew(operation: OperationDescriptor): Promise<Or<Item>> {
    this.#exclusive.delete(operation.operationId)
    return this.exclusive(operation)
  }

  /** Keeps a created item as the operation's own. */
  keepAsExclusive({ operationId }: OperationDescriptor, item: Item): void {
    this.#exclusive.set(operationId, Promise.resolve(item))
    this.#noteMade(item)
  }

  /**
   * An item that is only read and never changed: created if possible, else the first in the list. An item
   * provided to be used up is excluded, unless the list shows no other. If two creates made the same item,
   * removing the other also removed this one, and a new one is created.
   */
  async shared(resource: ResourceDescriptor): Promise<Or<Item>> {
    const item = await this.#share(resource)
    if (item instanceof Missing || !this.#options.isGone(item)) return item
    this.#shared.delete(resource.name)
    this.#known.delete(resource.name)
    return this.#share(resource)
  }

  #share(resource: ResourceDescriptor): Promise<Or<Item>> {
    return once(this.#shared, resource.name, async () => {
      const task = itemTask(resource)
      const { document, plan } = this.#options
      const creator = creatorOfItems(document, resource)
      const made =
        (creator && plan.objection(task, pathTask(creator))) ??
        (await resultOrMissing(() => this.#createNew(resource, { by: task })))
      const item =
        made instanceof Missing
          ? (this.#madeBefore(resource, made.why) ?? (await this.#found(resource, made.why)))
          : made
      if (!(item instanceof Missing)) this.#known.set(resource.name, item)
      return item
    })
  }

  /** The shared item for a task; an item that exists needs nothing any more. */
  async sharedFor(by: Task, resource: ResourceDescriptor): Promise<Or<Item>> {
    const known = this.#known.get(resource.name)
    if (known !== undefined && !this.#options.isGone(known)) return known
    return this.#options.plan.objection(by, itemTask(resource)) ?? this.shared(resource)
  }

  /** A new item for a task that the values of its create may wait for: it is created without those. */
  async plainFor(by: Task, resource: ResourceDescriptor): Promise<Or<Item>> {
    const item = await resultOrMissing(() => this.#createNew(resource, { by, isPlain: true }))
    if (!(item instanceof Missing)) this.#noteMade(item)
    return item
  }

  async #found(resource: ResourceDescriptor, whyNotCreated: Reason): Promise<Or<Item>> {
    const { changeExisting, existing, expendable } = this.#options
    const find = changeExisting ? 'configuredOrListed' : 'listed'
    const item = await resultOrMissing(() => existing[find](resource, whyNotCreated))
    return item instanceof Missing ? ((await expendable.take(resource)) ?? item) : item
  }

  /**
   * Forgets the disposable item that an operation rightly acted on; after an update the item is still usable.
   */
  spend({ resource }: OperationDescriptor): void {
    if (resource?.role !== 'update' && resource?.role !== 'replace')
      this.#disposable.delete(resource?.name ?? '')
  }

  /** Forgets all kept items. */
  clear(): void {
    this.#shared.clear()
    this.#known.clear()
    this.#disposable.clear()
    this.#exclusive.clear()
    this.#made.clear()
  }
}
