import type { Tell } from '../data/outcome/run-event.ts'

/**
 * A fact that a run determines only once. It is plain data, so that it can be passed to a worker that
 * replaces another.
 */
export interface RunFact<Value> {
  /** Unique: "HEAD is supported". */
  readonly name: string
  is(value: unknown): value is Value
}

/** Facts determined so far, keyed by name. */
export type Learnt = Readonly<Record<string, unknown>>

/** Stores the facts that a run's rules determine once for all of them. */
export class FactsOfRun {
  readonly #values = new Map<() => unknown, unknown>()
  readonly #facts: Map<string, Promise<unknown>>
  readonly #tell: Tell | undefined

  /** @param learnt Facts that an earlier worker of the run determined. */
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

  /** Determines a fact once per run, whichever rule needs it first. */
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
