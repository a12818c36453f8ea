import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { boundItemId, type PathBinding } from '../../data/document/path-binding.ts'
import { creatorOfItems } from '../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { Missing, type Or, resultOrMissing } from '../../data/outcome/missing.ts'
import type { Task, Waiting } from '../needs/run-plan.ts'
import { Refusal } from '../refusal/refusal.ts'
import { isBodyRefused } from '../requests/bodies/body-refusal.ts'
import type { ExistingItems } from './existing-items.ts'
import type { ExpendableItems } from './expendable-items.ts'
import { itemIdSchema } from './identity/candidates.ts'
import type { Call, Item } from './item.ts'
import type { StateWays } from './middleware/state-ways.ts'
import type { PathBindings } from './path-bindings.ts'
import type { Sender } from './sender.ts'
import type { Supplies } from './supplies.ts'

export interface NewItemsOptions {
  readonly document: DocumentDescriptor
  readonly changeExisting: boolean
  readonly sender: Sender
  readonly supplies: Supplies
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

/** Creates items, each for one use. */
export class NewItems {
  readonly #options: NewItemsOptions
  /** operationIds of replacements that accept only existing items. */
  readonly #unmakeable = new Set<string>()
  /** operationIds of actions that get items with only the required members. */
  readonly #minimal = new Set<string>()
  /**
   * Items created for one use each, latest last: a resource with few possible names may have no room for a
   * new item.
   */
  readonly #made = new Map<string, Item[]>()
  /** operationIds of creates that return the existing item when its body is sent again. */
  readonly #repeating = new Set<string>()

  constructor(options: NewItemsOptions) {
    this.#options = options
  }

  /**
   * An item for this caller only: a new one, or else one provided to be used up, or else an existing one if
   * the run may change those.
   * @param user The operation that the item is for.
   * @param by The task that waits for it; nothing if absent.
   */
  async create(resource: ResourceDescriptor, user?: OperationDescriptor, by?: Task): Promise<Or<Item>> {
    const item = await resultOrMissing(() => this.make(resource, { user, by }))
    if (item instanceof Missing)
      return this.madeBefore(resource, item.why) ?? this.#insteadOfNew(resource, item.why)
    this.note(item)
    if (user !== undefined) await this.#options.ways.go(item, user, { by })
    return item
  }

  /** Item of a path binding, created for one use; `undefined` if none. */
  madeAt(resource: ResourceDescriptor, binding: PathBinding): Item | undefined {
    const id = boundItemId(binding, resource)?.text
    return this.#made.get(resource.name)?.findLast((item) => boundItemId(item.binding, resource)?.text === id)
  }

  /** Keeps an item that was created for one use. */
  note(item: Item): void {
    const { name } = item.resource
    this.#made.set(name, [...(this.#made.get(name) ?? []), item])
  }

  /**
   * An item that was created before and still exists, if the schema lists all possible names or if items
   * cannot be removed. Its former use is over.
   */
  madeBefore(resource: ResourceDescriptor, { kind }: Reason): Item | undefined {
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

  /** A new item, or why it cannot be created. */
  async make(resource: ResourceDescriptor, making: Making): Promise<Or<Item>> {
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
   * such an item deletes it for all other rules too.
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
   * A new item for a task that other values may depend on in turn, so its create does without those values.
   */
  async createPlain(by: Task, resource: ResourceDescriptor): Promise<Or<Item>> {
    const item = await resultOrMissing(() => this.make(resource, { by, isPlain: true }))
    if (!(item instanceof Missing)) this.note(item)
    return item
  }

  /**
   * True if an action was refused on an item with all possible members, and may succeed on one with only the
   * required ones. From then on it gets such an item.
   */
  wantsMinimal(operation: OperationDescriptor, answer: Answer): boolean {
    const { operationId, resource } = operation
    const isNews =
      resource?.role === 'action' && isBodyRefused(operation, answer) && !this.#minimal.has(operationId)
    if (isNews) this.#minimal.add(operationId)
    return isNews
  }

  /** Forgets the items that were created. */
  clear(): void {
    this.#made.clear()
  }
}
