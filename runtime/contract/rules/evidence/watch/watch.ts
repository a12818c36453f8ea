import type { Answer } from '../../../data/exchange/answer.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import type { Fixture } from '../../../world/items/item.ts'

/** Change by refused requests. */
export interface Change {
  readonly answer: Answer
  readonly fact: Fact
}

/** A look at what refused requests must leave alone. */
export interface StateWatch {
  /**
   * The difference now, as the same look shows it again and again; `undefined` when there is none, or when
   * the values change by themselves.
   * @param repeat Sends the refused requests again, to a subject: an effect that they had once they have
   *   twice.
   */
  change(repeat: (fixture: Fixture) => Promise<void>): Promise<Change | undefined>
}
