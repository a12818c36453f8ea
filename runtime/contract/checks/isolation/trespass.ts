import type { Answer } from '../../exchange/answer.ts'
import type { Assertion } from '../../outcome/assertion.ts'
import type { Fact } from '../../outcome/kinds/fact.ts'

/** What a write did beyond what was asked for. */
export interface Trespass {
  readonly breaks: Assertion
  readonly answer: Answer
  readonly fact: Fact
}
