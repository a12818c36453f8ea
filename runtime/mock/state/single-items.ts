import { resourcePath } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Maker } from '../values/maker.ts'
import { MockItem } from './item.ts'

/**
 * The mock's initial data: items by collection path, as written in requests ("/pets/7/toys") or in the
 * document ("/pets/{petId}/toys"), and single items by their own path ("/settings").
 */
export type MockData = Readonly<Record<string, unknown>>

/** Initial properties of the single item at a path. */
interface SingleSeed {
  /** Members from the path. */
  readonly called?: Readonly<Record<string, unknown>>
  /** The document's example. */
  readonly example?: unknown
}

/** Items at paths without a collection, such as "/settings". */
export class SingleItems {
  readonly #data: MockData
  readonly #maker: Maker
  readonly #items = new Map<string, MockItem>()
  readonly #deleted = new Set<string>()

  constructor(data: MockData, maker: Maker) {
    this.#data = data
    this.#maker = maker
  }

  get all(): Iterable<MockItem> {
    return this.#items.values()
  }

  /** The item at a path; `undefined` if it has been deleted. */
  at(path: string, seed: SingleSeed = {}): MockItem | undefined {
    return this.#deleted.has(path) ? undefined : this.#makeAt(path, seed)
  }

  /** The item at a path, created again if it has been deleted. */
  anew(path: string, seed: SingleSeed = {}): MockItem {
    return this.#makeAt(path, this.#deleted.delete(path) ? { ...seed, example: undefined } : seed)
  }

  /** Removes the item at a path and all items below it. */
  remove(path: string): void {
    for (const key of this.#items.keys()) if (key.startsWith(`${path}/`)) this.#items.delete(key)
    if (this.#items.delete(path)) this.#deleted.add(path)
  }

  #makeAt(path: string, { called = {}, example }: SingleSeed): MockItem {
    const given = givenAt(this.#data, { path, template: path })
    const members = isObject(given) ? given : { ...(isObject(example) && example), ...called }
    const item =
      this.#items.get(path) ??
      new MockItem({
        ...{ id: path, members, isSeeded: true, maker: this.#maker },
        ...(!isObject(given) && { example }),
      })
    this.#items.set(path, item)
    return item
  }
}

/** Initial data for a path, keyed by the path as written in requests or in the document. */
export function givenAt(
  data: MockData,
  { path, template }: { readonly path: string; readonly template: string },
): unknown {
  const name = [path, resourcePath(template), path.slice(1)].find((key) => Object.hasOwn(data, key))
  return name === undefined ? undefined : data[name]
}
