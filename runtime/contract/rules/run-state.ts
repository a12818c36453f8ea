import type { Tell } from '../data/outcome/run-event.ts'

/**
 * Something that is found out once a run: plain data, which the record keeps for a worker that replaces
 * another.
 */
export interface RunFact<Value> {
  /** Unique: "HEAD is supported". */
  readonly name: string
  is(value: unknown): value is Value
}

/** Found out so far, by the names of the facts. */
export type Learnt = Readonly<Record<string, unknown>>

/** Store of the facts that rules of one run find out once for all of them. It ends with the run. */
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
   * A store for this worker only, with items and answers that other workers do not have.
   * @param begin makes an empty store for the first who asks; the function itself says which store is meant.
   */
  of<Store>(begin: () => Store): Store {
    if (!this.#values.has(begin)) this.#values.set(begin, begin())
    return this.#values.get(begin) as Store
  }

  /** Facts that are found out once a run, whichever worker asks first. */
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
