import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { itemIdOf } from '../../data/document/identifier.ts'
import { bindNamedItem, boundItemId, type PathBinding } from '../../data/document/path-binding.ts'
import { creatorOfItems, operationById, resourceByName } from '../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import { itemsInAnswer } from '../../data/exchange/listed.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import {
  Missing,
  type Or,
  onceOrMissing,
  resultIfThere,
  resultOrMissing,
} from '../../data/outcome/missing.ts'
import { orders } from '../../lexicon/lexicon.ts'
import type { Task, Waiting } from '../needs/run-plan.ts'
import { Refusal } from '../refusal/refusal.ts'
import { mayOtherBodySucceed } from '../requests/bodies/body-refusal.ts'
import type { ExistingItems } from './existing-items.ts'
import type { ExpendableItems } from './expendable-items.ts'
import { itemIdSchema } from './identity/candidates.ts'
import type { Call, Item } from './item.ts'
import type { StateWays } from './middleware/state-ways.ts'
import type { PathBindings } from './path-bindings.ts'
import type { Sender } from './sender.ts'
import type { PoolSupplies } from './supplies.ts'

export interface NewItemsOptions {
  readonly document: DocumentDescriptor
  readonly changeExisting: boolean
  readonly sender: Sender
  readonly supplies: PoolSupplies
  readonly bindings: PathBindings
  readonly existing: ExistingItems
  readonly expendable: ExpendableItems
  readonly ways: StateWays
  /** True if the run has removed an item, and has created none with its name since. */
  readonly isGone: (item: Item) => boolean
  /** Removes an item, by another name if its identifier is not accepted. */
  readonly discard: (item: Item) => Promise<void>
}

/** Number of items without a name after which the run creates no more of their kind for single uses. */
const MOST_UNNAMED = 2

/** The purpose for which a new item is created. */
interface Making extends Waiting {
  /** The operation that needs the item. */
  readonly user?: OperationDescriptor | undefined
}

/** Creates items, each for a single use. */
export class NewItems {
  readonly #options: NewItemsOptions
  /** operationIds of replacements that accept only existing items. */
  readonly #unmakeable = new Set<string>()
  /** Numbers of successive creates whose items could not be identified, by operationId. */
  readonly #unnamed = new Map<string, number>()
  /** operationIds of actions that get items with only the required properties. */
  readonly #minimal = new Set<string>()
  /**
   * Items created for a single use, latest last. They are kept for cases in which no new item can be created,
   * for example because the resource has few possible names.
   */
  readonly #made = new Map<string, Item[]>()
  /** Names of resources of which an item was discarded, to find out whether items can be removed. */
  readonly #stuck = new Set<string>()
  /** Items below given parents, by the names of both. */
  readonly #below = new Map<string, Promise<Or<Item>>>()
  /** operationIds of creates that return the existing item when its body is sent again. */
  readonly #repeating = new Set<string>()

  constructor(options: NewItemsOptions) {
    this.#options = options
  }

  /**
   * Returns an item for this caller only: a new item or, if none can be created, an earlier one whose user no
   * longer needs it, one that was provided to be used up or, if the run is allowed to change existing items,
   * an existing one.
   * @param user The operation that needs the item.
   * @param by The task that waits for the item; if absent, nothing waits.
   */
  async create(resource: ResourceDescriptor, user?: OperationDescriptor, by?: Task): Promise<Or<Item>> {
    const asked = await resultOrMissing(() => this.make(resource, { user, by }))
    const isWorthwhile = asked instanceof Missing && (await this.#isRemovedAfterAll(resource, asked.why))
    const item = isWorthwhile ? await resultOrMissing(() => this.make(resource, { user, by })) : asked
    if (item instanceof Missing)
      return (
        this.madeBefore(resource, item.why) ??
        (await this.#numberedBelowNew(resource, by)) ??
        this.#insteadOfNew(resource, item.why)
      )
    this.note(item)
    if (user !== undefined) await this.#options.ways.go(item, user, { by })
    return item
  }

  /** Returns the item with this path binding if it was created for a single use; otherwise `undefined`. */
  madeAt(resource: ResourceDescriptor, binding: PathBinding): Item | undefined {
    const id = boundItemId(binding, resource)?.text
    return this.#made.get(resource.name)?.findLast((item) => boundItemId(item.binding, resource)?.text === id)
  }

  /** Keeps an item that was created for a single use. */
  note(item: Item): void {
    const { name } = item.resource
    this.#made.set(name, [...(this.#made.get(name) ?? []), item])
  }

  /**
   * Returns an item that was created before and still exists, if the schema lists all possible names or if
   * items cannot be removed. Its former user no longer needs it.
   */
  madeBefore(resource: ResourceDescriptor, { kind }: Reason): Item | undefined {
    const { document, isGone } = this.#options
    const isNamed = itemIdSchema(document, resource)?.keywords.enum !== undefined
    if (!isNamed && kind !== 'not removable') return undefined
    return this.#made.get(resource.name)?.findLast((item) => !isGone(item))
  }

  /**
   * True if items can be removed after all, by another name than the one in the path of the first removal. If
   * not, this is not tried again.
   */
  async #isRemovedAfterAll(resource: ResourceDescriptor, why: Reason): Promise<boolean> {
    const { isGone, discard } = this.#options
    const earlier = this.#stuck.has(resource.name) ? undefined : this.madeBefore(resource, why)
    if (why.kind !== 'not removable' || earlier === undefined) return false
    this.#stuck.add(resource.name)
    await discard(earlier)
    return isGone(earlier)
  }

  /**
   * Returns the first part of a new item if the server numbers its parts, as in
   * "/events/{id}/occurrences/{index}". Numbers that count from the beginning of the list name nothing else.
   */
  async #numberedBelowNew(resource: ResourceDescriptor, by: Task | undefined): Promise<Item | undefined> {
    const { document, sender, bindings } = this.#options
    const { operations, parent: above, idParameter = '' } = resource
    const parent = resourceByName(document, above?.name)
    const list = operationById(document, operations.list)
    const isNumbered = operations.create === undefined && orders.numbers.has(idParameter)
    if (!isNumbered || list === undefined || creatorOfItems(document, parent) === undefined) return undefined
    const item = parent && resultIfThere(await this.make(parent, { by, isPlain: true }))
    const binding = item && resultIfThere(await bindings.around(list, item.binding, { by }))
    const call = binding && resultIfThere(await sender.callAt(list, binding, { by }))
    const items = (call && itemsInAnswer(list, call.answer.value)) ?? []
    const [first, ...others] = items.map((value) => Number(itemIdOf(resource, value)))
    if (binding === undefined || (first !== 0 && first !== 1)) return undefined
    if (others.some((number, at) => number !== first + at + 1)) return undefined
    const name = { text: String(first), origin: 'created' } as const
    return { resource, binding: bindNamedItem(binding, resource, { name, value: items[0] }), value: items[0] }
  }

  async #insteadOfNew(resource: ResourceDescriptor, whyNotCreated: Reason): Promise<Or<Item>> {
    const { changeExisting, existing, expendable } = this.#options
    const handedOver = await expendable.take(resource)
    if (handedOver !== undefined) return handedOver
    if (changeExisting) return resultOrMissing(() => existing.configuredOrListed(resource, whyNotCreated))
    return new Missing(expendable.unlessHandedOver(resource, whyNotCreated))
  }

  /** Creates an item, or explains why it cannot be created. */
  async make(resource: ResourceDescriptor, making: Making): Promise<Or<Item>> {
    const { document, supplies, bindings } = this.#options
    const operation = creatorOfItems(document, resource)
    const none = new Missing({ kind: 'nothing creates', resource: resource.name })
    if (operation === undefined || this.#unmakeable.has(operation.operationId)) return none
    const { operationId } = operation
    const unnamed = new Missing({ kind: 'no identifier', operation: operationId })
    // Nobody can use such an item or remove it.
    if ((this.#unnamed.get(operationId) ?? 0) >= MOST_UNNAMED) return unnamed
    const binding = await bindings.forNew(operation, resource, making)
    const call = binding instanceof Missing ? binding : await this.#callNew(operation, binding, making)
    if (call instanceof Missing) return call
    const { answer, created } = call
    // The PUT cannot create items, so it is not used again for new ones.
    const isNoName = new Refusal(answer, operation).mayBeAbout('absence', 'method')
    if (operation.resource?.role === 'replace' && isNoName) {
      this.#unmakeable.add(operationId)
      return none
    }
    if (isSuccess(answer)) {
      this.#unnamed.set(operationId, created === undefined ? (this.#unnamed.get(operationId) ?? 0) + 1 : 0)
      return created ?? unnamed
    }
    return new Missing({
      kind: 'answered',
      operation: operationId,
      status: answer.status,
      words: exchangeExcerpt(answer.text),
      lacks: supplies.whatIsMissing(operation),
    })
  }

  /**
   * Sends a create. If it returns an existing item, such as one with the name in the document's example, uses
   * new names, because a rule that deletes such an item would delete it for all other rules too.
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

  /** Creates an item for a task. The create omits values that could depend on this task in turn. */
  async createPlain(by: Task, resource: ResourceDescriptor): Promise<Or<Item>> {
    const item = await resultOrMissing(() => this.make(resource, { by, isPlain: true }))
    if (!(item instanceof Missing)) this.note(item)
    return item
  }

  /** Returns an item below these parents. It is created once, by a request without other items' values. */
  createBelow(resource: ResourceDescriptor, parents: PathBinding): Promise<Or<Item>> {
    const address = JSON.stringify([resource.name, ...[...parents.values()].map(({ text }) => text)])
    return onceOrMissing(this.#below, address, async () => {
      const operation = creatorOfItems(this.#options.document, resource)
      const none = new Missing({ kind: 'nothing creates', resource: resource.name })
      if (operation === undefined || operation.resource?.role !== 'create') return none
      const call = await this.#callNew(operation, parents, { isPlain: true })
      return call instanceof Missing ? call : (call.created ?? none)
    })
  }

  /**
   * True if an action was rejected for an item with all possible properties, and may succeed for one with
   * only the required properties. From then on, the action gets such an item.
   */
  wantsMinimal(operation: OperationDescriptor, answer: Answer): boolean {
    const { operationId, resource } = operation
    const isNews =
      resource?.role === 'action' && mayOtherBodySucceed(operation, answer) && !this.#minimal.has(operationId)
    if (isNews) this.#minimal.add(operationId)
    return isNews
  }

  /** Forgets the created items. */
  clear(): void {
    this.#made.clear()
    this.#below.clear()
  }
}
