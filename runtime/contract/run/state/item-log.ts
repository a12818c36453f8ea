import type { MadeItem, RunEvent } from '../../data/outcome/run-event.ts'
import { singularOf } from '../../lexicon/lexicon.ts'

/** Items that a run made and removed, made of its events alone. */
export class ItemLog {
  /** By address, in the order in which they were made. */
  readonly #made = new Map<string, MadeItem>()
  /** Addresses of removals that are under way. */
  readonly #removing = new Set<string>()
  /** Names of items that the run made and that the server said it removed. */
  readonly #removed = new Set<string>()
  /** By address: why it is still there. */
  readonly #left = new Map<string, string>()
  /** Requests that created something without a name: "POST /notes", with the list that would show it. */
  readonly unnamed: Extract<RunEvent, { kind: 'unnamed' }>[] = []

  note(event: RunEvent): void {
    if (event.kind === 'made') {
      this.#made.delete(event.made.address)
      this.#made.set(event.made.address, event.made)
    } else if (event.kind === 'removes') this.#removing.add(event.address)
    else if (event.kind === 'gone') {
      if (this.#made.has(event.address)) this.#removed.add(nameIn(event.address))
      this.#made.delete(event.address)
      this.#removing.delete(event.address)
    } else if (event.kind === 'unnamed') this.unnamed.push(event)
    else if (event.kind === 'left') this.#leave(event.address, event.why)
  }

  /** Items that may be there and are to be removed. */
  get made(): readonly MadeItem[] {
    return [...this.#made.values()]
  }

  /** Addresses of items that are still there, with the reason. */
  get left(): ReadonlyMap<string, string> {
    return this.#left
  }

  /** The worker that removed items is gone. @param why Goes on a sentence. */
  lose(why: string): void {
    for (const address of this.#removing) if (this.#made.has(address)) this.#leave(address, why)
    this.#removing.clear()
  }

  /** True if the run made the item of an address, and knows that it is still there. */
  isKnown(address: string): boolean {
    return [...this.#left.keys(), ...this.#made.keys()].some((known) => nameIn(known) === nameIn(address))
  }

  /** True if the server said that it removed the item of an address. */
  isRemoved(address: string): boolean {
    return this.#removed.has(nameIn(address))
  }

  #leave(address: string, why: string): void {
    this.#made.delete(address)
    this.#removing.delete(address)
    this.#left.set(address, why)
  }
}

/**
 * Name of an item by its address: the same item may be listed at one path and made at another. A number alone
 * is no name without its collection.
 */
function nameIn(address: string): string {
  const [collection = '', name = ''] = address.split('/').slice(-2)
  return /^\d+$/.test(name) ? `${singularOf(collection)}/${name}` : name
}
