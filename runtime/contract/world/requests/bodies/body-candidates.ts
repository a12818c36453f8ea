import type { Answer } from '../../../data/exchange/answer.ts'
import { type BodyCandidate, candidateKey } from './body-candidate.ts'

/**
 * Requests of one operation that search for a body it accepts, over the whole run. After that, one request
 * confirms the last result.
 */
const MOST_TRIALS = 16
/** Searches that end in the same refusal, before there is no other. */
const MOST_SEARCHES = 3

/** Bodies that one operation accepted and refused, over the whole run. */
export class BodyCandidates {
  #accepted: BodyCandidate | undefined
  #trials = 0
  /** The words in which searches were refused in the end, and how often in a row. */
  #refusal: { readonly words: string; readonly times: number } | undefined

  /**
   * @param usual Drafts that are tried at any time, best first.
   * @returns the same, with the accepted one in front.
   */
  inOrder(usual: readonly BodyCandidate[]): readonly BodyCandidate[] {
    const accepted = this.#accepted
    if (accepted === undefined) return usual
    return [accepted, ...usual.filter((candidate) => candidateKey(candidate) !== candidateKey(accepted))]
  }

  accept(candidate: BodyCandidate): void {
    this.#accepted = candidate
    this.#trials = 0
    this.#refusal = undefined
  }

  refuse(): void {
    this.#trials++
  }

  /** Takes down the refusal in which a search ended. */
  end({ status, text }: Pick<Answer, 'status' | 'text'>): void {
    const words = `${status} ${text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '…')}`
    const times = this.#refusal?.words === words ? this.#refusal.times + 1 : 1
    this.#refusal = { words, times }
  }

  /** True if every search ends in the same words: no other is worth its requests. */
  get isGivenUp(): boolean {
    return (this.#refusal?.times ?? 0) >= MOST_SEARCHES
  }

  /** True if more guesses are worth their requests: few were refused since one was accepted. */
  get isOpen(): boolean {
    return this.#trials < MOST_TRIALS
  }

  /** True if everything was refused. */
  get isHopeless(): boolean {
    return this.#accepted === undefined && !this.isOpen
  }
}
