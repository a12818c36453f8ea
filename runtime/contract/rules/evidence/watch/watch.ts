import type { Answer } from '../../../data/exchange/answer.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import type { Fixture } from '../../../world/items/item.ts'

/** A change caused by rejected requests. */
export interface WatchedChange {
  readonly answer: Answer
  readonly fact: Fact
}

/** Watches state that rejected requests must not change. */
export interface StateWatch {
  /**
   * Returns the current difference if it is stable; `undefined` if there is none, or if the values keep
   * changing.
   * @param repeat Sends the rejected requests again, to another subject, to find out if their effect recurs.
   */
  change(repeat: (fixture: Fixture) => Promise<void>): Promise<WatchedChange | undefined>
}
