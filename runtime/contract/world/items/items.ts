import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { idAt, type PathBinding } from '../../data/document/path-binding.ts'
import { creatorOf, resourceOf } from '../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { excerpt } from '../../data/exchange/excerpt.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { Missing, type Or, orMissing } from '../../data/outcome/missing.ts'
import { Refusal } from '../refusal/refusal.ts'
import { isBodyRefused } from '../requests/bodies/body-refusal.ts'
import type { ExistingItems } from './existing-items.ts'
import type { ExpendableItems } from './expendable-items.ts'
import { idSchemaOf } from './identity/candidates.ts'
import type { Call, Item, Use } from './item.ts'
import { memoize } from './middleware/memoize.ts'
import { resourceOfState, type StateWays } from './middleware/state-ways.ts'
import type { PathBindings } from './path-bindings.ts'
import type { Sender } from './sender.ts'
import type { Supplies } from './supplies.ts'

export interface ItemsOptions {
  readonly document: DocumentDescriptor
  readonly changeExisting: boolean
  readonly sender: Sender
  readonly supplies: Supplies
  readonly bindings: PathBindings
  readonly existing: ExistingItems
  readonly expendable: ExpendableItems
  readonly ways: StateWays
  /** True if the run has removed an item, and made nothing under its name since. */
  readonly isGone: (item: Item) => boolean
}

/**
 * Makes items, and keeps those that several requests use: shared ones, disposable ones and each operation's
 * own.
 */
export class Items {
  readonly #options: ItemsOptions
  /** Resources whose shared item is being made. */
  readonly #sharing = new Set<string>()
  readonly #shared = new Map<string, Promise<Or<Item>>>()
  readonly #disposable = new Map<string, Promise<Or<Item>>>()
  readonly #exclusive = new Map<string, Promise<Or<Item>>>()
  /** operationIds of replacements that only take what is there. */
  readonly #unmakeable = new Set<string>()
  /** operationIds of actions on items that have only what they must have. */
  readonly #minimal = new Set<string>()
  /**
   * Items that were made for one use each, latest last: a resource whose names are few may have no room for a
   * new item.
   */
  readonly #made = new Map<string, Item[]>()
  /** operationIds of creates that answer with what is there when they are sent what it was made with. */
  readonly #repeating = new Set<string>()

  constructor(options: ItemsOptions) {
    this.#options = options
  }

  /** The item that suits a use by an operation. */
  for(operation: OperationDescriptor, resource: ResourceDescriptor, use: Use): Promise<Or<Item>> {
    const { role, name } = operation.resource ?? {}
    // No other check should begin with the state that an action or a deletion left.
    const isKept = name === resource.name && (role === 'update' || role === 'replace')
    if (use === 'change') return isKept ? this.exclusive(operation) : this.create(resource, operation)
    // Items made below an item may want it in a state of their own.
    if (use === 'read' && role === 'create' && name !== resource.name && this.#options.ways.knows(operation))
      return memoize(this.#exclusive, `${operation.operationId} below`, () =>
        this.create(resource, operation),
      )
    return use === 'read'
      ? this.shared(resource)
      : memoize(this.#disposable, resource.name, () => this.create(resource))
  }

  /**
   * An item for the caller alone: created, else one that was handed over to be used up, else one that exists
   * where those may be changed.
   * @param user The operation that the item is for.
   */
  async create(resource: ResourceDescriptor, user?: OperationDescriptor): Promise<Or<Item>> {
    const item = await orMissing(() => this.#createNew(resource, user))
    if (item instanceof Missing)
      return this.#madeBefore(resource, item.why) ?? this.#insteadOfNew(resource, item.why)
    this.#noteMade(item)
    if (user !== undefined) await this.#options.ways.go(item, user)
    return item
  }

  /** Item of a path binding that was made for one use; `undefined` if there is none. */
  madeAt(resource: ResourceDescriptor, binding: PathBinding): Item | undefined {
    const id = idAt(binding, resource)?.text
    return this.#made.get(resource.name)?.findLast((item) => idAt(item.binding, resource)?.text === id)
  }

  #noteMade(item: Item): void {
    const { name } = item.resource
    this.#made.set(name, [...(this.#made.get(name) ?? []), item])
  }

  /**
   * Item that was made before and is still there, for a schema that lists all names that there are, or for
   * items that stay: its former use is over.
   */
  #madeBefore(resource: ResourceDescriptor, { kind }: Reason): Item | undefined {
    const { document, isGone } = this.#options
    const isNamed = idSchemaOf(document, resource)?.keywords.enum !== undefined
    if (!isNamed && kind !== 'not removable') return undefined
    return this.#made.get(resource.name)?.findLast((item) => !isGone(item))
  }

  async #insteadOfNew(resource: ResourceDescriptor, whyNotCreated: Reason): Promise<Or<Item>> {
    const { changeExisting, existing, expendable } = this.#options
    const handedOver = await expendable.take(resource)
    if (handedOver !== undefined) return handedOver
    if (changeExisting) return orMissing(() => existing.configuredOrListed(resource, whyNotCreated))
    return new Missing(expendable.unlessHandedOver(resource, whyNotCreated))
  }

  async #createNew(resource: ResourceDescriptor, user: OperationDescriptor | undefined): Promise<Or<Item>> {
    const { document, supplies, bindings } = this.#options
    const operation = creatorOf(document, resource)
    const none = new Missing({ kind: 'nothing creates', resource: resource.name })
    if (operation === undefined || this.#unmakeable.has(operation.operationId)) return none
    const binding = await bindings.forNew(operation, resource)
    const call = binding instanceof Missing ? binding : await this.#callNew(operation, binding, user)
    if (call instanceof Missing) return call
    const { answer, created } = call
    // A PUT need not create.
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
      words: excerpt(answer.text),
      lacks: supplies.whatIsMissing(operation),
    })
  }

  /**
   * Sends a create, with names of its own if the document's examples named an existing item: a rule that
   * deletes that one deletes it for all others too.
   */
  async #callNew(
    operation: OperationDescriptor,
    binding: PathBinding,
    user: OperationDescriptor | undefined,
  ): Promise<Or<Call>> {
    const { sender } = this.#options
    const { operationId } = operation
    const isPlain = user !== undefined && this.#minimal.has(user.operationId)
    const plain = isPlain ? (['brief', 'required'] as const) : undefined
    const named = this.#repeating.has(operationId) ? (['full', 'required'] as const) : undefined
    const call = await sender.callAt(operation, binding, plain ?? named)
    if (call instanceof Missing || call.isFoundAgain !== true || plain !== undefined || named !== undefined)
      return call
    this.#repeating.add(operationId)
    const anew = await sender.callAt(operation, binding, ['full', 'required'])
    return anew instanceof Missing || anew.created !== undefined ? anew : call
  }

  /**
   * True if an operation that refused its item may succeed on another one: with no more than it must have, or
   * in another state. From then on it gets such items.
   */
  async wantsAnother(operation: OperationDescriptor, answer: Answer): Promise<boolean> {
    if (isSuccess(answer)) return false
    if (this.#wantsMinimal(operation, answer)) return true
    const resource = resourceOfState(operation, this.#options.document)
    return resource !== undefined && this.#options.ways.find(operation, answer, () => this.create(resource))
  }

  /**
   * True if an action was refused on an item with all that it can have, and may succeed on one with no more
   * than it must have. From then on it gets such an item.
   */
  #wantsMinimal(operation: OperationDescriptor, answer: Answer): boolean {
    const { operationId, resource } = operation
    const isNews =
      resource?.role === 'action' && isBodyRefused(operation, answer) && !this.#minimal.has(operationId)
    if (isNews) this.#minimal.add(operationId)
    return isNews
  }

  /**
   * The item that the checks of one operation write to, one after the other: the state in which an earlier
   * one left it is valid, and a new one for each would be most of a run's requests. For a creation it is the
   * item that its last call made.
   */
  exclusive(operation: OperationDescriptor): Promise<Or<Item>> {
    return memoize(this.#exclusive, operation.operationId, async () => {
      const resource = resourceOf(this.#options.document, operation.resource?.name)
      if (resource === undefined)
        return new Missing({ kind: 'no resource', operation: operation.operationId })
      return this.create(resource)
    })
  }

  /** Replaces the operation's own item: a write made it vanish. */
  exclusiveAnew(operation: OperationDescriptor): Promise<Or<Item>> {
    this.#exclusive.delete(operation.operationId)
    return this.exclusive(operation)
  }

  /** Makes what a creation made that operation's own item. */
  keepAsExclusive({ operationId }: OperationDescriptor, item: Item): void {
    this.#exclusive.set(operationId, Promise.resolve(item))
    this.#noteMade(item)
  }

  /**
   * An item that everybody reads and nobody changes: created where possible, else the first that the list
   * shows. One that is handed over to be used up is none of those, unless the list shows no other. Where two
   * creates made one and the same thing, whoever removed the other has removed this one too, and there is a
   * new one.
   */
  async shared(resource: ResourceDescriptor): Promise<Or<Item>> {
    const item = await this.#share(resource)
    if (item instanceof Missing || !this.#options.isGone(item)) return item
    this.#shared.delete(resource.name)
    return this.#share(resource)
  }

  #share(resource: ResourceDescriptor): Promise<Or<Item>> {
    return memoize(this.#shared, resource.name, async () => {
      this.#sharing.add(resource.name)
      try {
        const item = await orMissing(() => this.#createNew(resource, undefined))
        if (!(item instanceof Missing)) return item
        return this.#madeBefore(resource, item.why) ?? (await this.#found(resource, item.why))
      } finally {
        this.#sharing.delete(resource.name)
      }
    })
  }

  async #found(resource: ResourceDescriptor, whyNotCreated: Reason): Promise<Or<Item>> {
    const { changeExisting, existing, expendable } = this.#options
    const find = changeExisting ? 'configuredOrListed' : 'listed'
    const item = await orMissing(() => existing[find](resource, whyNotCreated))
    return item instanceof Missing ? ((await expendable.take(resource)) ?? item) : item
  }

  /**
   * The shared item; `undefined` while it is being made: a caller that needs it for that would wait for
   * itself.
   */
  sharedUnlessPending(resource: ResourceDescriptor): Promise<Or<Item>> | undefined {
    return this.#sharing.has(resource.name) ? undefined : this.shared(resource)
  }

  /**
   * Forgets the disposable item that an operation was rightly allowed to act on; an item is as good as before
   * after an update.
   */
  spend({ resource }: OperationDescriptor): void {
    if (resource?.role !== 'update' && resource?.role !== 'replace')
      this.#disposable.delete(resource?.name ?? '')
  }

  /** Forgets all items that are kept. */
  clear(): void {
    this.#shared.clear()
    this.#disposable.clear()
    this.#exclusive.clear()
    this.#made.clear()
  }
}
