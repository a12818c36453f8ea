import type { Answer } from '../../../data/exchange/answer.ts'
import { type BodyCandidate, bodyCandidateKey } from './body-candidate.ts'

/**
 * Maximum number of requests of one operation in a run that search for an acceptable body. After that, one
 * request confirms the last result.
 */
const MOST_TRIALS = 16
/** Maximum number of searches with the same final refusal. */
const MOST_SEARCHES = 3

/** Bodies that one operation accepted and refused in the whole run. */
export class BodyCandidates {
  #accepted: BodyCandidate | undefined
  #trials = 0
  /** The words of the last search's final refusal, and their number in a row. */
  #refusal: { readonly words: string; readonly times: number } | undefined

  /**
   * @param usual Drafts to try at any time, best first.
   * @returns the same, with the accepted one first.
   */
  inOrder(usual: readonly BodyCandidate[]): readonly BodyCandidate[] {
    const accepted = this.#accepted
    if (accepted === undefined) return usual
    return [
      accepted,
      ...usual.filter((candidate) => bodyCandidateKey(candidate) !== bodyCandidateKey(accepted)),
    ]
  }

  accept(candidate: BodyCandidate): void {
    this.#accepted = candidate
    this.#trials = 0
    this.#refusal = undefined
  }

  refuse(): void {
    this.#trials++
  }

  /** Notes the final refusal of a search. */
  end({ status, text }: Pick<Answer, 'status' | 'text'>): void {
    const words = `${status} ${text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '…')}`
    const times = this.#refusal?.words === words ? this.#refusal.times + 1 : 1
    this.#refusal = { words, times }
  }

  /** True if every search ends with the same words: another is not worth its requests. */
  get isGivenUp(): boolean {
    return (this.#refusal?.times ?? 0) >= MOST_SEARCHES
  }

  /** True if more guesses are worth their requests: few were refused since the last accepted one. */
  get isOpen(): boolean {
    return this.#trials < MOST_TRIALS
  }

  /** True if everything was refused. */
  get isHopeless(): boolean {
    return this.#accepted === undefined && !this.isOpen
  }
}
