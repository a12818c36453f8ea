import type { Exchange } from '../exchange/exchange.ts'
import type { Taken } from './taken.ts'

/** Writes that are kept: the run's first are forgotten after that many, as nothing that is still there came of them. */
const MOST_WRITES = 10_000
/** A longer answer is looked at no more than it is kept, in characters. */
const LONGEST_ANSWER = 1_000_000

/** An exchange, and where in the run it was. */
export interface Step {
  readonly exchange: Exchange
  /** Grows with each exchange. */
  readonly order: number
  /** Of the rule on an operation that it was sent for. */
  readonly part: number
  /** Values that its request took from earlier answers. */
  readonly taken: readonly Taken[]
}

/** What a run sent, as far as later answers may come of it: writes of all rules, and the reads of the rule that runs. */
export class Trail {
  #writes: Step[] = []
  #reads: Step[] = []
  readonly #known = new WeakMap<Exchange, Step>()
  #order = 0
  #part = 0

  /** Another rule begins. */
  begin(): void {
    this.#part++
    this.#reads = []
  }

  /** @returns The number by which later requests name it as a source. */
  note(exchange: Exchange, taken: readonly Taken[] = []): number {
    const step = { exchange, order: this.#order++, part: this.#part, taken }
    this.#known.set(exchange, step)
    const { request, response } = exchange
    if ((response?.body.length ?? 0) > LONGEST_ANSWER) return step.order
    if (request.method === 'GET' || request.method === 'HEAD') this.#reads.push(step)
    else this.#writes.push(step)
    if (this.#writes.length > MOST_WRITES) this.#writes = this.#writes.slice(MOST_WRITES / 2)
    return step.order
  }

  /** Where an exchange was; after all others for one that was not noted. */
  stepOf(exchange: Exchange): Step {
    return this.#known.get(exchange) ?? { exchange, order: this.#order, part: this.#part, taken: [] }
  }

  /** What was sent before a step, latest first. */
  before({ order }: Step): readonly Step[] {
    return [...this.#reads, ...this.#writes]
      .filter((step) => step.order < order)
      .sort((one, other) => other.order - one.order)
  }
}
