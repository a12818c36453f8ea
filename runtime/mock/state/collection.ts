import { asIdentifier } from '@concordat/contract/document'
import { setAt, valueAt } from '@concordat/runtime/json'
import type { KnownResource } from '../document/known-resource.ts'
import type { Maker } from '../values/maker.ts'
import { Item } from './item.ts'

/** Values that are tried for the name of a new item before its number is. */
const MOST_TRIES = 20

/** Members by which a path may name an item that its own collection names by another. */
const NAMING = ['id', 'uuid', 'key', 'slug', 'name']

export interface CollectionOptions {
  readonly known: KnownResource
  readonly maker: Maker
  /** Members that every item here has, as they stand in the path above: "project_id". */
  readonly above: Readonly<Record<string, unknown>>
  /** Names of all items of the resource, in all places and of all tenants: no name is given twice. */
  readonly taken: Set<string>
}

/** The items at one path, in the order in which they were made. */
export class Collection {
  readonly known: KnownResource
  readonly #maker: Maker
  readonly #above: Readonly<Record<string, unknown>>
  readonly #taken: Set<string>
  readonly #items = new Map<string, Item>()

  constructor({ known, maker, above, taken }: CollectionOptions) {
    this.known = known
    this.#maker = maker
    this.#above = above
    this.#taken = taken
  }

  get items(): readonly Item[] {
    return [...this.#items.values()]
  }

  /** Items that a list at this path shows: those that were made at another one are not there. */
  listedAt(path: string | undefined): readonly Item[] {
    return this.items.filter(({ madeAt }) => madeAt === undefined || path === undefined || madeAt === path)
  }

  get(id: string): Item | undefined {
    return this.#items.get(id)
  }

  /** Whether an item has the name, or another member by which paths name things. */
  isNamed(text: string): boolean {
    return (
      this.#items.has(text) ||
      this.items.some(({ members }) => NAMING.some((name) => asIdentifier(members[name]) === text))
    )
  }

  delete(id: string): void {
    this.#items.delete(id)
  }

  /**
   * Adds an item. Its name is what is asked for, else what its members say, else a new one.
   * @param values what is known of it. @param id its name in the path.
   */
  add(
    values: Readonly<Record<string, unknown>>,
    {
      id,
      isSeeded = false,
      madeAt,
    }: { readonly id?: string; readonly isSeeded?: boolean; readonly madeAt?: string | undefined } = {},
  ): Item {
    const { idPath } = this.known
    const said = idPath && asIdentifier(valueAt(values, idPath))
    const own = id ?? (said !== undefined && !this.#isTaken(said, isSeeded) ? said : undefined)
    const name = own === undefined ? this.#newName() : { text: own, value: this.#asMember(own) }
    const members = { ...values, ...this.#above }
    const whole = idPath === undefined ? members : setAt(members, idPath, name.value)
    const item = new Item({
      id: name.text,
      members: whole as Record<string, unknown>,
      isSeeded,
      madeAt,
      maker: this.#maker,
    })
    this.#items.set(name.text, item)
    this.#taken.add(name.text)
    return item
  }

  /** A client may name an item as it likes; names that the mock chooses are unique. */
  #isTaken(id: string, isSeeded: boolean): boolean {
    return (isSeeded ? this.#taken : this.#items).has(id)
  }

  #asMember(text: string): unknown {
    const { idSchema } = this.known
    return [text, Number(text)].find((value) => this.#maker.fits(value, idSchema)) ?? text
  }

  #newName(): { readonly text: string; readonly value: unknown } {
    const { idSchema, parameterSchema } = this.known
    const ways = [
      { schema: idSchema, taken: this.#taken },
      { schema: parameterSchema, taken: this.#taken },
      // Where there are few, one that was somebody's before is better than one that no path may carry.
      { schema: parameterSchema, taken: this.#items },
    ]
    for (const { schema, taken } of ways) {
      if (schema === undefined) continue
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const value = this.#maker.makeIfPossible(schema, 'id')
        const text = asIdentifier(value)
        if (text === undefined) break
        if (!taken.has(text) && this.#isInPath(text)) return { text, value: this.#asMember(text) }
      }
    }
    for (;;) {
      const text = String(this.#maker.count())
      if (!this.#taken.has(text)) return { text, value: this.#asMember(text) }
    }
  }

  /** Whether a path may carry the name. */
  #isInPath(text: string): boolean {
    const { parameterSchema } = this.known
    return (
      text !== '' &&
      !text.includes('/') &&
      [text, Number(text)].some((value) => this.#maker.fits(value, parameterSchema))
    )
  }
}
