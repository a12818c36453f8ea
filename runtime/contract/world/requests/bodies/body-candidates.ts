import type { Answer } from '../../../data/exchange/answer.ts'
import { type BodyCandidate, bodyCandidateKey } from './body-candidate.ts'

/**
 * Maximum number of consecutive rejected requests in the search for a body that an operation accepts. After
 * that, only the usual bodies are tried, or a single one if a create has accepted none.
 */
const MOST_TRIALS = 16
/** Maximum number of consecutive searches that end with the same refusal, if nothing new can help. */
const MOST_SEARCHES = 2
/**
 * Maximum number of consecutive searches that end with the same refusal, if other items or values can help,
 * and of consecutive refusals that ask for the same value.
 */
const MOST_ALIKE = 3

/** The circumstances of a search for a body. */
export interface SearchedBodies {
  /** True if the refusal concerns items or their state. */
  readonly isOfItems: boolean
  /** The values that responses had shown for the properties of the body. */
  readonly shown: string
}

/** The run's knowledge about the bodies that one operation accepts and rejects. */
export class BodyCandidates {
  #accepted: BodyCandidate | undefined
  #trials = 0
  /** The refusal that ended the last search. */
  #refusal: Repeated | undefined
  /** The last refusal that asked for a value without giving a hint for the next body. */
  #request: Repeated | undefined
  #searched: SearchedBodies | undefined

  /**
   * @param usual Bodies that can always be tried, best first.
   * @returns the same bodies, with the accepted one first.
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
    this.#request = undefined
  }

  refuse(): void {
    this.#trials++
  }

  /** Notes the refusal that ended a search. */
  end(answer: Pick<Answer, 'status' | 'text'>, searched: SearchedBodies): void {
    this.#searched = searched
    this.#refusal = repeated(answer, this.#refusal)
  }

  /** Notes a refusal that asks for a value but gives no hint for the next body. */
  askInVain(answer: Pick<Answer, 'status' | 'text'>): void {
    this.#request = repeated(answer, this.#request)
  }

  /** True if refusals keep asking for the same value without a hint for the next body. */
  get isAskedInVain(): boolean {
    return (this.#request?.times ?? 0) >= MOST_ALIKE
  }

  /**
   * True if another search would not be worth its requests, because the refusals keep repeating the same
   * words. @param shown The values that responses have shown for the properties of the body until now.
   */
  isGivenUp(shown: string): boolean {
    const isNothingNew = this.#searched?.isOfItems === false && this.#searched.shown === shown
    return this.isAskedInVain || (this.#refusal?.times ?? 0) >= (isNothingNew ? MOST_SEARCHES : MOST_ALIKE)
  }

  /**
   * True if more guesses are worth their requests, because few requests were rejected since the server last
   * accepted one.
   */
  get isOpen(): boolean {
    return this.#trials < MOST_TRIALS
  }

  /** True if all bodies were rejected. */
  get isHopeless(): boolean {
    return this.#accepted === undefined && !this.isOpen
  }
}

/** The words of a refusal, and the number of consecutive refusals with these words. */
interface Repeated {
  readonly words: string
  readonly times: number
}

function repeated({ status, text }: Pick<Answer, 'status' | 'text'>, last: Repeated | undefined): Repeated {
  const words = `${status} ${text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '…')}`
  return { words, times: last?.words === words ? last.times + 1 : 1 }
}
