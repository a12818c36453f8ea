import type { Reason } from './kinds/reason.ts'
import { reasonWords } from './kinds/reason-words.ts'

/** A check could not be run. The message goes on from "not run, because". */
export class NotRun extends Error {
  override readonly name: string = 'NotRun'
  readonly reason: Reason

  /** @param reason A sentence where the kinds of the suite have none for it: of a user's own rule. */
  constructor(reason: Reason | string) {
    const known: Reason = typeof reason === 'string' ? { kind: 'said', words: reason } : reason
    super(reasonWords(known))
    this.reason = known
  }
}

/** The run may send nothing more: whatever was to come is not run for this one reason. */
export class RunEnded extends NotRun {}
