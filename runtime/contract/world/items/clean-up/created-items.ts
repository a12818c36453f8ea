import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { extendBinding, type PathBinding, withoutSources } from '../../../data/document/path-binding.ts'
import { operationAt, operationById, resourceAt } from '../../../data/document/resource-lookup.ts'
import type { MadeItem, Tell } from '../../../data/outcome/run-event.ts'
import { addressToCleanUp } from './removal-requests.ts'

/** An item that the run created, with the operations on it. */
export interface Created extends MadeItem {
  readonly read: OperationDescriptor | undefined
  readonly remove: OperationDescriptor | undefined
  readonly update: OperationDescriptor | undefined
  readonly create: OperationDescriptor | undefined
  readonly list: OperationDescriptor | undefined
}

export interface CreatedItemsOptions {
  readonly document: DocumentDescriptor
  readonly tell?: Tell | undefined
  /** Items that an earlier worker of the same run created, in the order of creation. */
  readonly made?: readonly MadeItem[] | undefined
}

/** Records which items the run created, and which of them it has removed. */
export class CreatedItems {
  readonly #document: DocumentDescriptor
  readonly #tell: Tell
  /**
   * Created items, keyed by address, in the order of creation. A map is used because a long run creates tens
   * of thousands of items.
   */
  readonly #created: Map<string, Created>
  /**
   * Addresses of items that have not been read since their creation. If such an item is not found, it might
   * only have another name.
   */
  readonly #unseen = new Set<string>()
  /** The address that an item had when it was created, keyed by its current address. */
  readonly #renamed = new Map<string, string>()
  /** Addresses of removed items, with their path templates if the known identifiers removed them. */
  readonly #gone = new Map<string, string | undefined>()

  constructor({ document, tell = () => {}, made = [] }: CreatedItemsOptions) {
    this.#document = document
    this.#tell = tell
    this.#created = new Map(
      made.map((item) => [
        item.address,
        withOperations({ ...item, binding: withoutSources(item.binding) }, document),
      ]),
    )
  }

  /** @param item The item's path template. @returns true if the item is new to the run. */
  remember(item: string, { binding, value, isOthers = false }: Omit<MadeItem, 'item' | 'address'>): boolean {
    const made = { item, address: addressToCleanUp(item, binding), binding, value, isOthers }
    // An item that has the name of an earlier one is considered the same item.
    if (this.#created.has(made.address)) return false
    this.#created.set(made.address, withOperations(made, this.#document))
    this.#unseen.add(made.address)
    this.#tell({ kind: 'made', made })
    return true
  }

  /** Notes an item's new name. If the item is not found by its old name, its removal uses the new one. */
  rename(item: string, { binding, name }: { readonly binding: PathBinding; readonly name: string }): void {
    const address = addressToCleanUp(item, binding)
    if (!this.#created.has(address)) return
    const named = extendBinding(binding, item, { text: name, origin: 'created' })
    this.#renamed.set(addressToCleanUp(item, named), address)
  }

  /** Notes that the item was read, so that its later absence means that it was removed. */
  see(item: string, binding: PathBinding): void {
    this.#unseen.delete(addressToCleanUp(item, binding))
  }

  /** True if the run created the item at a path binding and has not removed it. */
  has(item: string, binding: PathBinding): boolean {
    return this.#created.has(addressToCleanUp(item, binding))
  }

  /** Returns the items of a path template, without those that the other user created. */
  of(item: string): readonly Created[] {
    return [...this.#created.values()].filter((made) => made.item === item && made.isOthers !== true)
  }

  /** Returns the item at an address; `undefined` if the run did not create it, or has removed it. */
  at(address: string): Created | undefined {
    return this.#created.get(address)
  }

  /**
   * Returns all items, in the order of creation, and forgets them. From then on, the caller is responsible
   * for them.
   */
  takeAll(): readonly Created[] {
    const all = [...this.#created.values()]
    this.#created.clear()
    return all
  }

  /** Forgets an item that was removed by the user who created it. */
  forget(item: string, { binding, isOthers }: Required<Pick<MadeItem, 'binding' | 'isOthers'>>): void {
    const named = addressToCleanUp(item, binding)
    const address = this.#created.has(named) ? named : (this.#renamed.get(named) ?? named)
    const created = this.#created.get(address)
    if (created === undefined || (created.isOthers ?? false) !== isOthers) return
    this.#gone.set(address, address === named ? item : undefined)
    this.#created.delete(address)
    this.#tell({ kind: 'gone', address })
  }

  /** True if the run has removed the item at a path binding, and has not created it again. */
  isGone(item: string, binding: PathBinding): boolean {
    const address = addressToCleanUp(item, binding)
    return this.#gone.has(address) && !this.#created.has(address)
  }

  /** Notes that an item no longer exists. */
  noteGone(address: string): void {
    this.#created.delete(address)
    this.#gone.set(address, undefined)
  }

  /** True if the run has removed any item. */
  get isAnyGone(): boolean {
    return this.#gone.size > 0
  }

  /** True if the item has not been read since its creation. */
  isUnseen({ address }: Created): boolean {
    return this.#unseen.has(address)
  }

  /**
   * True if a removal that does not find the item might expect another name, because the item was never read
   * or was renamed, or because no removal has found such an item by its identifier and a list can show
   * whether it is still there.
   */
  mayHaveOtherName(created: Created): boolean {
    const isRenamed = this.newNamesOf(created).length > 0
    const isDoubtful = created.list !== undefined && ![...this.#gone.values()].includes(created.item)
    return isRenamed || this.isUnseen(created) || isDoubtful
  }

  /** True if an item above the address was removed. */
  stoodBelowGone(address: string): boolean {
    return pathsAbove(address).some((above) => this.#gone.has(above))
  }

  /** Returns names that the item was given after its creation. */
  newNamesOf({ item, address }: Created): readonly string[] {
    const since = [...this.#renamed].filter(([, made]) => made === address)
    return since.map(([named]) => decodeURIComponent(named.split('/').at(-1) ?? item))
  }
}

function withOperations(made: MadeItem, document: DocumentDescriptor): Created {
  const { item } = made
  const [read, remove, update] = (['GET', 'DELETE', 'PATCH'] as const).map((method) =>
    operationAt(document, { method, path: item }),
  )
  const resource = resourceAt(document, item)
  const [create, list] = (['create', 'list'] as const).map((role) =>
    operationById(document, resource?.operations[role]),
  )
  return { ...made, read, remove, update, create, list }
}

/** Returns the addresses of an address's ancestors: "/pets/7" and "/pets" for "/pets/7/toys". */
function pathsAbove(address: string): readonly string[] {
  const segments = address.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}
