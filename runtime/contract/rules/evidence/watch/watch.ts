import type { Answer } from '../../../data/exchange/answer.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import type { Fixture } from '../../../world/items/item.ts'

/** Change caused by refused requests. */
export interface WatchedChange {
  readonly answer: Answer
  readonly fact: Fact
}

/** A look at the state that refused requests must not change. */
export interface StateWatch {
  /**
   * The current difference, if it is stable; `undefined` if there is none, or if the values keep changing.
   * @param repeat Sends the refused requests to a subject again: an effect that they had once will recur.
   */
  change(repeat: (fixture: Fixture) => Promise<void>): Promise<WatchedChange | undefined>
}
