import type { Answer } from '../../exchange/answer.ts'

/** What a write did beyond what was asked for. */
export interface Trespass {
  readonly answer: Answer
  readonly expected: string
  readonly received: string
}
