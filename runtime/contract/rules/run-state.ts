import type { Tell } from '../data/outcome/run-event.ts'

/**
 * A fact that is found out once per run. It is plain data, which the record keeps in case a new worker
 * replaces another.
 */
export interface RunFact<Value> {
  /** Unique: "HEAD is supported". */
  readonly name: string
  is(value: unknown): value is Value
}

/** Facts found out so far, by name. */
export type Learnt = Readonly<Record<string, unknown>>

/** Stores the facts that a run's rules find out once for all of them. It ends with the run. */
export class RunState {
  readonly #values = new Map<() => unknown, unknown>()
  readonly #facts: Map<string, Promise<unknown>>
  readonly #tell: Tell | undefined

  /** @param learnt Facts that an earlier worker of the run found out. */
  constructor({
    learnt = {},
    tell,
  }: { readonly learnt?: Learnt | undefined; readonly tell?: Tell | undefined } = {}) {
    this.#facts = new Map(Object.entries(learnt).map(([name, value]) => [name, Promise.resolve(value)]))
    this.#tell = tell
  }

  /**
   * Returns a store for this worker only, with items and responses that other workers do not have.
   * @param begin Creates the empty store on first use. The function itself identifies the store.
   */
  of<Store>(begin: () => Store): Store {
    if (!this.#values.has(begin)) this.#values.set(begin, begin())
    return this.#values.get(begin) as Store
  }

  /** Finds out a fact once per run, whichever worker asks first. */
  async once<Value>(fact: RunFact<Value>, find: () => Promise<Value>): Promise<Value> {
    const pending = this.#facts.get(fact.name) ?? this.#learn(fact, find)
    this.#facts.set(fact.name, pending)
    const value = await pending
    return fact.is(value) ? value : find()
  }

  async #learn<Value>({ name }: RunFact<Value>, find: () => Promise<Value>): Promise<Value> {
    const value = await find()
    this.#tell?.({ kind: 'learnt', name, value })
    return value
  }
}
