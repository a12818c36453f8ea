import type { MadeItem, RunEvent } from '../../data/outcome/run-event.ts'
import { singularOf } from '../../lexicon/lexicon.ts'

/** The items that a run created, and their removals, derived only from its events. */
export class ItemLog {
  /** Items keyed by address, in the order of creation. */
  readonly #made = new Map<string, MadeItem>()
  /** Addresses of items whose removal is in progress. */
  readonly #removing = new Set<string>()
  /** Names of items that the run created and whose removal the server confirmed. */
  readonly #removed = new Set<string>()
  /** Reasons why items still exist, keyed by address. */
  readonly #left = new Map<string, string>()
  /**
   * Requests that created an item whose name is unknown, such as "POST /notes", with the list that would show
   * the item.
   */
  readonly unnamed: Extract<RunEvent, { kind: 'unnamed' }>[] = []

  note(event: RunEvent): void {
    if (event.kind === 'made') {
      this.#made.delete(event.made.address)
      this.#made.set(event.made.address, event.made)
      this.#removed.delete(nameIn(event.made.address))
    } else if (event.kind === 'removes') this.#removing.add(event.address)
    else if (event.kind === 'gone') {
      if (this.#made.has(event.address)) this.#removed.add(nameIn(event.address))
      this.#made.delete(event.address)
      this.#removing.delete(event.address)
    } else if (event.kind === 'unnamed') this.unnamed.push(event)
    else if (event.kind === 'left') this.#leave(event.address, event.why)
  }

  /** Items that may exist and must be removed. */
  get made(): readonly MadeItem[] {
    return [...this.#made.values()]
  }

  /**
   * Addresses of items that still exist, with the reason for each. An item removed at another address does
   * not exist at this one either.
   */
  get left(): ReadonlyMap<string, string> {
    return new Map([...this.#left].filter(([address]) => !this.isRemoved(address)))
  }

  /**
   * Notes that the worker that removed items is gone. @param why Worded as the continuation of a sentence.
   */
  lose(why: string): void {
    for (const address of this.#removing) if (this.#made.has(address)) this.#leave(address, why)
    this.#removing.clear()
  }

  /** True if the run created the item at an address and has not removed it. */
  isKnown(address: string): boolean {
    return [...this.#left.keys(), ...this.#made.keys()].some((known) => nameIn(known) === nameIn(address))
  }

  /** True if the server confirmed the removal of the item at an address. */
  isRemoved(address: string): boolean {
    return this.#removed.has(nameIn(address))
  }

  /** True if the run removed an item above a path, so that what was created at the path is gone as well. */
  isBelowRemoved(path: string): boolean {
    const segments = path.split('/')
    return segments.slice(2).some((_, index) => this.isRemoved(segments.slice(0, index + 2).join('/')))
  }

  #leave(address: string, why: string): void {
    this.#made.delete(address)
    this.#removing.delete(address)
    this.#left.set(address, why)
  }
}

/**
 * Extracts an item's name from its address, because an item can be listed at one path and created at another.
 * A number is unique only within its collection, so the collection is included.
 */
function nameIn(address: string): string {
  const [collection = '', name = ''] = address.split('/').slice(-2)
  return /^\d+$/.test(name) ? `${singularOf(collection)}/${name}` : name
}
