import type { ListSnapshots, MadeItem } from '../../data/outcome/run-event.ts'
import type { EarlierTargetState } from '../../traffic/session/target-state.ts'

/** Knowledge from an earlier worker of a run, as plain data for the next one. */
export interface RunMemory extends EarlierTargetState {
  /** Counted from 1. Each worker creates its own names: the items of the last one may still exist. */
  readonly worker: number
  /** Items that still exist, in the order of creation. */
  readonly made: readonly MadeItem[]
  /** Number of requests so far by operationId: they count against the operation's budget. */
  readonly spent: Readonly<Record<string, number>>
  /** Facts that rules learnt once for the run, by their names. */
  readonly learnt: Readonly<Record<string, unknown>>
  /** Items in the lists before the run, if an earlier worker read them and none has compared them. */
  readonly snapshots?: ListSnapshots | undefined
}
