import { NotRun } from '../data/outcome/not-run.ts'
import type { Cases } from '../data/outcome/outcome.ts'

/**
 * Maximum number of requests for one operation, over all rules, including those that create the necessary
 * items. Rules that need only a few requests get them. The other rules share the remaining requests, and the
 * seed chooses the cases that they omit. Most operations need far fewer requests: a document's average stays
 * below half of this number.
 */
export const DEFAULT_BUDGET = 80

/** The word with which a user requests every case. */
const EXHAUSTIVE = 'exhaustive'

/**
 * @param name Name of the option or variable that contains the text.
 * @throws RangeError unless the text is a whole number or "exhaustive".
 */
export function parseBudget(text: string, name: string): number {
  if (text === EXHAUSTIVE) return Number.POSITIVE_INFINITY
  if (/^\d+$/.test(text)) return Number(text)
  throw new RangeError(`${name} is "${text}". Expected: a number of requests, or "${EXHAUSTIVE}".`)
}

/**
 * The largest share of the whole budget that one rule is allowed to use if other rules want some of it too.
 */
const SHARES = {
  'fields changed alone': 0.1,
  'special values': 0.2,
  'members tried alone': 0.1,
  'lenient readings': 0.15,
  'odd requests': 0.1,
  'valid values': 0.08,
  states: 0.45,
  'negative cases': 0.4,
  'generated requests': 0.07,
} as const

/** Number of requests reserved for randomly generated requests. */
const LEAST_GENERATED = 2
/**
 * Number of requests reserved for rules that judge the whole run, if any of them applies to the operation.
 */
export const LEAST_CLOSING = 8
/**
 * The closing rules get their full reservation only if more than this number of other requests remains. That
 * is enough for one wrong request and a search for its traces.
 */
const LEAST_OTHERS = 1

type Purpose = keyof typeof SHARES

export interface BudgetOptions {
  /** Number of requests for the operation, over all rules; infinite in an exhaustive run. */
  readonly whole: number
  /** Returns the number of requests sent so far. */
  readonly spent: () => number
  /** Number of requests reserved for the rules that run last; default: none. */
  readonly closing?: number
}

/** One rule's budget for one operation, and the cases that were chosen within it. */
export class Budget {
  readonly whole: number
  readonly #spent: () => number
  readonly #closing: number
  #cases: Cases | undefined
  #uncharged = 0

  constructor({ whole, spent, closing = 0 }: BudgetOptions) {
    this.whole = whole
    this.#spent = spent
    this.#closing = closing
  }

  /** Number of chosen cases, and of all cases; `undefined` if the rule chose none of its cases. */
  get cases(): Cases | undefined {
    return this.#cases
  }

  /** Records how many of all cases were chosen. */
  chose(cases: Cases): void {
    this.#cases = cases
  }

  /**
   * Chooses as many cases as the share allows. The report shows their number.
   * @throws NotRun if other rules have used up the budget.
   */
  take<Case>(
    what: Purpose,
    all: readonly Case[],
    choose: (most: number) => readonly Case[],
  ): readonly Case[] {
    const chosen = choose(this.shareOf(what))
    this.chose({ sent: chosen.length, of: all.length })
    if (chosen.length === 0 && all.length > 0) throw new NotRun({ kind: 'budget used', whole: this.whole })
    return chosen
  }

  /** Number of requests that were sent but are not charged to other rules. */
  get uncharged(): number {
    return this.#uncharged
  }

  /** Runs a task that confirms a suspicion. Its requests are not charged. */
  async makeSure<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#spent()
    try {
      return await work()
    } finally {
      this.#uncharged += this.#spent() - before
    }
  }

  /** @returns The number of requests, a whole number of at least 0; `Infinity` for an infinite budget. */
  shareOf(what: Purpose): number {
    const generated = what === 'generated requests' ? 0 : LEAST_GENERATED
    const left = Math.max(0, this.#left() - generated)
    // If there is not enough for the closing rules and the others, neither gets everything.
    const most = Math.min(this.#closing, Math.floor(left / 2))
    const closing = left > this.#closing + LEAST_OTHERS ? this.#closing : most
    const kept = generated + closing
    return Math.max(0, Math.floor(Math.min(this.whole * SHARES[what], this.#left() - kept)))
  }

  /**
   * Returns a function that returns true while the share is not used up. It is for rules for which the
   * responses determine how many requests they send.
   */
  rationOf(what: Purpose): () => boolean {
    if (!Number.isFinite(this.whole)) return () => true
    const least = this.#left() - this.shareOf(what)
    return () => this.#left() > least
  }

  /**
   * Checks the budget for a rule whose requests depend on each other, so that it needs all of them.
   * @throws NotRun if fewer requests than this are left.
   */
  expect(requests: number): void {
    if (this.#left() < requests) throw new NotRun({ kind: 'budget used', whole: this.whole })
  }

  /**
   * True once the operation has had all its requests. Requests that would only make a finding clearer are
   * then not sent.
   */
  get isUsed(): boolean {
    return this.#left() <= 0
  }

  #left(): number {
    return this.whole - this.#spent() + this.#uncharged
  }
}
