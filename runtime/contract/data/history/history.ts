import { isSafe } from '@concordat/runtime/http'
import type { Exchange, SentRequest } from '../exchange/exchange.ts'
import type { SourcedValue } from './sent-values.ts'

/** Maximum number of writes that are kept. If there are more, the older half is dropped. */
const MOST_WRITES = 10_000
/** Maximum length of a response that is kept and examined, in characters. */
const LONGEST_ANSWER = 1_000_000
/** Maximum total length, in characters, of the kept responses to reads. The oldest are dropped. */
const MOST_READ = 32_000_000

/** An exchange, and its position in the run. */
export interface HistoryStep {
  readonly exchange: Exchange
  /** Grows with each exchange. */
  readonly order: number
  /** Number of the part (one rule on one operation) for which the exchange was sent. */
  readonly part: number
  /** Path template of the exchange's operation; absent if `note` did not receive it. */
  readonly path?: string
  /** Values in the request, each with its source. */
  readonly sent: readonly SourcedValue[]
}

/** The exchanges of a run that later ones can depend on. */
export class History {
  #writes: HistoryStep[] = []
  readonly #reads = new Map<number, HistoryStep>()
  #read = 0
  readonly #known = new WeakMap<Exchange, HistoryStep>()
  #order = 0
  #part = 0

  /** Called before another rule begins. */
  begin(): void {
    this.#part++
  }

  /** @returns The number by which later requests refer to the exchange as a source. */
  note(exchange: Exchange, { sent = [], path }: Partial<Pick<HistoryStep, 'sent' | 'path'>> = {}): number {
    const step = {
      exchange,
      order: this.#order++,
      part: this.#part,
      sent,
      ...(path !== undefined && { path }),
    }
    this.#known.set(exchange, step)
    const length = lengthOf(step)
    if (length > LONGEST_ANSWER) return step.order
    if (isReadStep(exchange.request)) this.#noteRead(step, length)
    else this.#writes.push(step)
    if (this.#writes.length > MOST_WRITES) this.#writes = this.#writes.slice(MOST_WRITES / 2)
    return step.order
  }

  #noteRead(step: HistoryStep, length: number): void {
    this.#reads.set(step.order, step)
    this.#read += length
    for (const [order, first] of this.#reads) {
      if (this.#read <= MOST_READ) return
      this.#reads.delete(order)
      this.#read -= lengthOf(first)
    }
  }

  /** The step for an exchange. If the exchange was not passed to `note`, the step comes after all others. */
  stepOf(exchange: Exchange): HistoryStep {
    return this.#known.get(exchange) ?? { exchange, order: this.#order, part: this.#part, sent: [] }
  }

  /** The exchanges with these numbers, latest first, omitting those that are no longer kept. */
  numbered(numbers: readonly number[]): readonly HistoryStep[] {
    return numbers
      .toSorted((one, other) => other - one)
      .flatMap((order) => this.#reads.get(order) ?? this.#writes.find((step) => step.order === order) ?? [])
  }

  /** The writes before a step, latest first. */
  writesBefore({ order }: HistoryStep): readonly HistoryStep[] {
    return this.#writes.filter((step) => step.order < order).toReversed()
  }
}

/** Approximate number of characters that a step occupies: the response body, and 500 for everything else. */
function lengthOf({ exchange: { response } }: HistoryStep): number {
  return 500 + (response?.body.length ?? 0)
}

/** True if the server did not reject the request of an exchange. */
export function isAcceptedStep({ response }: Exchange): boolean {
  return response !== undefined && response.status < 300
}

export function isReadStep({ method }: SentRequest): boolean {
  return isSafe(method)
}
