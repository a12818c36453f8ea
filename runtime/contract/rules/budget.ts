import type { OperationDescriptor } from '@concordat/runtime/http'
import { isCleanVerdict, NotRun, type Verdict } from '../data/outcome/not-run.ts'
import type { Cases } from '../data/outcome/outcome.ts'

/**
 * Approximate maximum of requests for one operation, over all rules, including those that create the
 * necessary items. Rules that need only a few requests get them. The other rules share the remaining
 * requests, and the seed chooses the cases that they omit. Most operations need far fewer requests: a
 * document's average stays below half of this number.
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
  throw new RangeError(`${name} is "${text}". Expected: a whole number of requests, or "${EXHAUSTIVE}".`)
}

/**
 * The largest share of the whole budget that can be used for each purpose, so that some is left for other
 * rules.
 */
const SHARES = {
  'fields changed alone': 0.1,
  'special values': 0.2,
  'members tried alone': 0.1,
  'lenient readings': 0.15,
  'odd requests': 0.1,
  'valid values': 0.08,
  states: 0.45,
  lists: 0.75,
  'negative cases': 0.4,
  'generated requests': 0.07,
} as const

/** The part of an operation's budget that earlier families leave to a family. */
export interface BudgetReserve {
  /** Fraction of the whole budget. */
  readonly fraction: number
  /** The fraction for an operation without a body, if it is another one. */
  readonly withoutBody?: number
  /** True if the family can do nothing with a part of its requests, because they depend on each other. */
  readonly isIndivisible?: true
}

/** Returns the number of requests that earlier families leave to these families; 0 for an infinite budget. */
export function budgetKeptFor(
  whole: number,
  { requestBody }: Pick<OperationDescriptor, 'requestBody'>,
  families: readonly { readonly reserve?: BudgetReserve }[],
): number {
  const fractionOf = ({ fraction = 0, withoutBody = fraction }: Partial<BudgetReserve> = {}): number =>
    requestBody === undefined ? withoutBody : fraction
  return Number.isFinite(whole)
    ? families.reduce((sum, { reserve }) => sum + Math.ceil(whole * fractionOf(reserve)), 0)
    : 0
}

/** The fraction of its reserve that a family gets, even if earlier families used more than they should. */
const LEAST_OF_RESERVE = 0.4

type Purpose = keyof typeof SHARES

export interface BudgetOptions {
  /** Maximum number of requests for the operation, over all rules; infinite in an exhaustive run. */
  readonly whole: number
  /** Returns the number of requests sent for the operation so far. */
  readonly spent: () => number
  /** Number of requests reserved for the families that run later; default: none. */
  readonly kept?: number
  /** The part of `kept` for indivisible families. No other family gets it. Default: none. */
  readonly indivisible?: number
  /** Number of requests that earlier families left to this family; default: none. */
  readonly own?: number
  /** True if the family is indivisible; default: false. */
  readonly needsAll?: boolean
}

/**
 * One rule's budget for one operation, and the cases that were chosen within it. Three limits apply: families
 * that run later keep their reserves, a family keeps its own reserve even if earlier ones used too much, and
 * no purpose uses more than its share of the whole.
 */
export class Budget {
  readonly whole: number
  readonly #spent: () => number
  readonly #kept: number
  /** The family's own reserve ends when this many requests have been sent for the operation. */
  readonly #own: number
  #cases: Cases | undefined
  #uncharged = 0

  constructor({ whole, spent, kept = 0, indivisible = 0, own = 0, needsAll = false }: BudgetOptions) {
    this.whole = whole
    this.#spent = spent
    this.#kept = kept
    // If earlier families used more than they should, the remaining divisible families share the rest in
    // proportion to their reserves.
    const open = Math.max(0, whole - indivisible - spent())
    const wanted = needsAll ? own : own + kept - indivisible
    const share = own === 0 ? 0 : Math.min(own, Math.ceil((open * own) / wanted))
    // A part of its reserve is of no use to an indivisible family.
    const least = needsAll ? own : Math.min(Math.ceil(own * LEAST_OF_RESERVE), Math.max(0, whole - spent()))
    this.#own = spent() + Math.max(share, least)
  }

  /** Number of chosen cases, and of all cases; `undefined` if the rule did not have to choose among cases. */
  get cases(): Cases | undefined {
    return this.#cases
  }

  /** Records how many of all cases were chosen. */
  chose(cases: Cases): void {
    this.#cases = cases
  }

  /**
   * Chooses as many cases as the share allows. The report shows their number.
   * @throws NotRun if the remaining budget allows none of the cases.
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

  /** Number of requests that were sent but do not count toward the budget. */
  get uncharged(): number {
    return this.#uncharged
  }

  /** Runs a task that confirms a suspicion. Its requests do not count toward the budget. */
  async makeSure<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#spent()
    try {
      return await work()
    } finally {
      this.#uncharged += this.#spent() - before
    }
  }

  /** The verdict of a trial that another client can disturb: a fault counts only if it recurs. */
  async recurring(trial: () => Promise<Verdict>): Promise<Verdict> {
    const first = await trial()
    return isCleanVerdict(first) ? first : this.makeSure(trial)
  }

  /** @returns The number of requests, a whole number of at least 0; `Infinity` for an infinite budget. */
  shareOf(what: Purpose): number {
    return Math.max(0, Math.floor(Math.min(this.whole * SHARES[what], this.#left())))
  }

  /**
   * Returns a function that returns true while the share is not used up. It is for rules whose number of
   * requests depends on the responses.
   */
  rationOf(what: Purpose): () => boolean {
    if (!Number.isFinite(this.whole)) return () => true
    const least = this.#left() - this.shareOf(what)
    return () => this.#left() > least
  }

  /**
   * Checks the budget for a rule that needs all its requests, because they depend on each other.
   * @throws NotRun if fewer requests than this are left.
   */
  expect(requests: number): void {
    if (this.#left() < requests) throw new NotRun({ kind: 'budget used', whole: this.whole })
  }

  /**
   * True once the family has used up its requests. Requests that would only make a finding clearer are then
   * not sent.
   */
  get isUsed(): boolean {
    return this.#left() <= 0
  }

  /**
   * Number of requests that the family is still allowed to send; negative once it uses others' reserves. A
   * family keeps its own reserve even if earlier families used more than they should.
   */
  #left(): number {
    return Math.max(this.whole - this.#kept, this.#own) - this.#spent() + this.#uncharged
  }
}
