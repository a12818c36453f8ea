/** Where rules of one run keep what they find out once for all of them. It ends with the run. */
export class RunState {
  readonly #values = new Map<() => unknown, unknown>()

  /** @param begin makes an empty store for the first who asks; the function itself says which store is meant. */
  of<Store>(begin: () => Store): Store {
    if (!this.#values.has(begin)) this.#values.set(begin, begin())
    return this.#values.get(begin) as Store
  }
}
