import { NotRun } from '../data/outcome/not-run.ts'
import type { Cases } from '../data/outcome/outcome.ts'

/**
 * Requests for one operation at most, over all rules and with the items that they make. Rules that need a few
 * take them; the others share what is left, and the seed chooses what they leave out. Most operations need
 * far fewer: the mean of a document stays below half of it.
 */
export const DEFAULT_BUDGET = 80

/** How a person asks for every case. */
const EXHAUSTIVE = 'exhaustive'

/**
 * @param name Name of the option or variable that the text comes from.
 * @throws RangeError for a text that is neither a whole number nor "exhaustive".
 */
export function parseBudget(text: string, name: string): number {
  if (text === EXHAUSTIVE) return Number.POSITIVE_INFINITY
  if (/^\d+$/.test(text)) return Number(text)
  throw new RangeError(`${name} is "${text}". Expected: a number of requests, or "${EXHAUSTIVE}".`)
}

/** The largest part of the whole budget that one rule takes where other rules also want some of it. */
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

/** Kept for the generated requests. */
const LEAST_GENERATED = 2
/** Kept for the rules that judge what the whole run saw, if any of them applies to the operation. */
export const LEAST_CLOSING = 8
/** Beyond these, as many more leave one wrong request and a look for its traces. */
const LEAST_OTHERS = 1

type Purpose = keyof typeof SHARES

export interface BudgetOptions {
  /** Requests for the operation, over all rules; endless in an exhaustive run. */
  readonly whole: number
  /** Those that went out so far. */
  readonly spent: () => number
  /** Those kept for the rules that come last; default: none. */
  readonly closing?: number
}

/** Budget of one rule for one operation, and the cases that were chosen within it. */
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

  /** Number of cases that were chosen, of those that there are; `undefined` if a rule makes no choice. */
  get cases(): Cases | undefined {
    return this.#cases
  }

  /** Says how many of the cases that there are were chosen. */
  chose(cases: Cases): void {
    this.#cases = cases
  }

  /**
   * Those of all cases that the share allows, which the report tells.
   * @throws NotRun if other rules used the budget up.
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

  /** Requests that went out, but take nothing from other rules. */
  get uncharged(): number {
    return this.#uncharged
  }

  /** Runs a task that confirms a suspicion: its requests are not charged. */
  async makeSure<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#spent()
    try {
      return await work()
    } finally {
      this.#uncharged += this.#spent() - before
    }
  }

  /** @returns A whole number of requests, at least 0; `Infinity` for an endless budget. */
  shareOf(what: Purpose): number {
    const generated = what === 'generated requests' ? 0 : LEAST_GENERATED
    const left = Math.max(0, this.#left() - generated)
    // Where there is not enough for both, nobody gets all of it.
    const most = Math.min(this.#closing, Math.floor(left / 2))
    const closing = left > this.#closing + LEAST_OTHERS ? this.#closing : most
    const kept = generated + closing
    return Math.max(0, Math.floor(Math.min(this.whole * SHARES[what], this.#left() - kept)))
  }

  /**
   * Says, as requests go out, whether the share lasts: for a rule that decides by the answers how many it
   * sends.
   */
  rationOf(what: Purpose): () => boolean {
    if (!Number.isFinite(this.whole)) return () => true
    const least = this.#left() - this.shareOf(what)
    return () => this.#left() > least
  }

  /**
   * @throws NotRun if less than these requests are left: a rule that asks one thing after the other needs
   * them all.
   */
  expect(requests: number): void {
    if (this.#left() < requests) throw new NotRun({ kind: 'budget used', whole: this.whole })
  }

  /**
   * True once the operation has had all its requests: requests that would only make a finding clearer are not
   * sent.
   */
  get isUsed(): boolean {
    return this.#left() <= 0
  }

  #left(): number {
    return this.whole - this.#spent() + this.#uncharged
  }
}
