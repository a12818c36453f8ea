import { hasSameMeaningInAnyCase, identifierInPath } from '@concordat/contract/document'
import { identifiers } from '@concordat/contract/lexicon'
import { setAt, valueAt } from '@concordat/runtime/json'
import type { KnownResource } from '../document/known-resource.ts'
import type { Maker } from '../values/maker.ts'
import { MockItem } from './item.ts'
import { ItemNames } from './item-names.ts'
import type { MockPathValues } from './path-values.ts'

interface CollectionOptions {
  /** The path of the collection, with the values of its parameters. */
  readonly path: string
  readonly known: KnownResource
  readonly maker: Maker
  /** Properties that all items have because of their parents in the path, such as "project_id". */
  readonly above: Readonly<Record<string, unknown>>
  /**
   * Names of all the resource's items, at all paths and for all tenants, so that generated names are unique.
   */
  readonly taken: Set<string>
}

interface Adding {
  /** The item's name in the path. */
  readonly id?: string
  readonly isSeeded?: boolean
  readonly madeAt?: string | undefined
  /** The item's whole value, which need not be an object. */
  readonly value?: unknown
  /** The document's example of the item. */
  readonly example?: unknown
}

/** The items at one path, in order of creation. */
export class Collection {
  readonly path: string
  readonly known: KnownResource
  readonly #maker: Maker
  readonly #above: Readonly<Record<string, unknown>>
  readonly #names: ItemNames
  readonly #items = new Map<string, MockItem>()
  /** Items whose names appear in none of their properties, keyed by the name that was requested. */
  readonly #called = new Map<string, MockItem>()

  constructor({ path, known, maker, above, taken }: CollectionOptions) {
    this.path = path
    this.known = known
    this.#maker = maker
    this.#above = above
    this.#names = new ItemNames({ known, maker, anywhere: taken, here: this.#items })
  }

  get items(): readonly MockItem[] {
    return [...this.#items.values()]
  }

  /** Returns the items that a list at this path shows: all except those created at another path. */
  listedAt(path: string | undefined): readonly MockItem[] {
    return this.items.filter(({ madeAt }) => madeAt === undefined || path === undefined || madeAt === path)
  }

  get(id: string): MockItem | undefined {
    return this.#items.get(id) ?? this.#called.get(id) ?? this.#showing(id) ?? this.#inAnyCase(id)
  }

  /** Returns the item whose name differs only in letter case, if that makes no difference. */
  #inAnyCase(id: string): MockItem | undefined {
    const { idSchema } = this.known
    if (idSchema === undefined || !hasSameMeaningInAnyCase(idSchema)) return undefined
    return this.items.find((item) => item.id.toLowerCase() === id.toLowerCase())
  }

  /** Returns the item with a name in one of its parts, if no property is known to identify the items. */
  #showing(id: string): MockItem | undefined {
    if (this.known.idPath !== undefined) return undefined
    return this.items.find(({ members }) =>
      Object.values(members)
        .flat()
        .flatMap((part) => identifiers.sure.valuesIn(part))
        .some((value) => identifierInPath(value) === id),
    )
  }

  /**
   * Assigns a requested name to the first item, unless a name has already been assigned or the requested one
   * is in use. Meant for items whose names appear in none of their properties.
   */
  adopt(name: string): MockItem | undefined {
    const [first] = this.items
    if (first === undefined || this.#called.size > 0 || this.#names.isTaken(name, 'anywhere'))
      return undefined
    this.#called.set(name, first)
    this.#names.take(name)
    return first
  }

  /**
   * Returns the item that a value in the path names: by its identifier, or by the property that has the same
   * name as the parameter.
   */
  called(template: MockPathValues['templates'][number] | undefined): MockItem | undefined {
    if (template === undefined) return undefined
    const { name, text } = template
    const { resource, idPath } = this.known
    if (name === resource.idParameter || name === idPath?.join('.')) return this.get(text)
    const found = this.items.find(({ members }) => identifierInPath(members[name]) === text)
    return found ?? this.get(text)
  }

  /** True if an item has the name, or has this value in another naming property. */
  isNamed(text: string): boolean {
    return (
      this.#items.has(text) ||
      this.items.some(({ members }) =>
        identifiers.naming.valuesIn(members).map(identifierInPath).includes(text),
      )
    )
  }

  /** True if the document lists the possible names, and all of them are in use. */
  get isFull(): boolean {
    return this.#names.areAllTaken
  }

  delete(id: string): void {
    this.#items.delete(id)
    for (const [name, item] of this.#called) if (item.id === id) this.#called.delete(name)
  }

  /**
   * Adds an item. Its name is the requested one or, if none was requested, the one in its example or
   * properties. If that is missing or in use, the item gets a new name.
   * @param values known properties.
   */
  add(values: Readonly<Record<string, unknown>>, adding: Adding = {}): MockItem {
    const { isSeeded = false, madeAt, value, example } = adding
    const { idPath } = this.known
    const own = adding.id ?? this.#ownName(values, adding)
    const name = own === undefined ? this.#names.make() : this.#names.spelled(own)
    const members = { ...(isSeeded ? {} : this.#withoutParts()), ...values, ...this.#above }
    // A client can leave an item without a name, if the document allows this.
    const isNameless = idPath === undefined || (valueAt(values, idPath) === null && this.#allowsNoName)
    const whole = isNameless ? members : setAt(members, idPath, name.value)
    const item = new MockItem({
      id: name.text,
      members: whole as Record<string, unknown>,
      ...{ value, example },
      isSeeded,
      madeAt,
      maker: this.#maker,
      inAll: this.known.inAll,
    })
    this.#items.set(name.text, item)
    this.#names.take(name.text)
    return item
  }

  /** The name in an item's example or properties; `undefined` if it is missing, in use, or not for paths. */
  #ownName(
    values: Readonly<Record<string, unknown>>,
    { isSeeded = false, value, example }: Adding,
  ): string | undefined {
    const { idPath, idSchema } = this.known
    const said = identifierInPath(example) ?? (idPath && identifierInPath(valueAt(values, idPath)))
    // A generated name with several words is meant for people, not for paths.
    const isForPaths = value === undefined || example !== undefined || !/\s/.test(said ?? '')
    if (said === undefined || !isForPaths) return undefined
    // Two tenants can choose the same name, but not the same UUID.
    const isGlobal = isSeeded || idSchema?.keywords.format === 'uuid'
    return this.#names.isTaken(said, isGlobal ? 'anywhere' : 'here') ? undefined : said
  }

  get #allowsNoName(): boolean {
    return this.known.idSchema?.allows(null) === true
  }

  /**
   * Returns empty lists for properties of a new item that list the items below it, of which it has none yet.
   * If one of its parts identifies the item, all lists are empty, so that the name of another part is not
   * mistaken for the item's own.
   */
  #withoutParts(): Readonly<Record<string, unknown>> {
    const { idPath = [], schema, listsBelow = [] } = this.known
    const lists = [...schema.properties].filter(
      ([name, member]) =>
        (idPath.length > 1 || listsBelow.includes(name)) &&
        member.values.areLists &&
        member.items.properties.size > 0 &&
        member.allows([]),
    )
    return Object.fromEntries(lists.map(([name]) => [name, []]))
  }
}
