import { type Draft, keyOf } from './draft.ts'

/** Requests of one operation that search for a body it accepts, over the whole run. After that, one request confirms the last result. */
const MOST_TRIALS = 16

/** Which bodies one operation accepted and refused, over the whole run. */
export class Drafts {
  #accepted: Draft | undefined
  #trials = 0

  /** @param usual What is tried at any time, best first. @returns The same with what was accepted in front. */
  inOrder(usual: readonly Draft[]): readonly Draft[] {
    const accepted = this.#accepted
    if (accepted === undefined) return usual
    return [accepted, ...usual.filter((draft) => keyOf(draft) !== keyOf(accepted))]
  }

  accept(draft: Draft): void {
    this.#accepted = draft
    this.#trials = 0
  }

  refuse(): void {
    this.#trials++
  }

  /** Whether more guesses are worth their requests: few were refused since one was accepted. */
  get isOpen(): boolean {
    return this.#trials < MOST_TRIALS
  }

  /** Whether everything was refused. */
  get isHopeless(): boolean {
    return this.#accepted === undefined && !this.isOpen
  }
}
