import type { ListSnapshots, MadeItem } from '../../data/outcome/run-event.ts'
import type { EarlierTargetState } from '../../traffic/session/target-state.ts'

/** Knowledge of a run that an earlier worker began, as plain data for the next one. */
export interface RunMemory extends EarlierTargetState {
  /** Counted from 1. Each worker makes names of its own: the items of the last one may still be there. */
  readonly worker: number
  /** Items that are still there, in the order in which they were made. */
  readonly made: readonly MadeItem[]
  /** Requests so far by operationId: they count against the operation's budget. */
  readonly spent: Readonly<Record<string, number>>
  /** Facts that rules found out once for the run, by their names. */
  readonly learnt: Readonly<Record<string, unknown>>
  /** Items in the lists before the run, where an earlier worker read them and none has compared them. */
  readonly snapshots?: ListSnapshots | undefined
}
