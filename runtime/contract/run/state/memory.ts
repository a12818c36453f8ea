import type { ListSnapshots, MadeItem } from '../../data/outcome/run-event.ts'
import type { EarlierTargetState } from '../../traffic/session/target-state.ts'

/** Knowledge that an earlier worker of a run gained, as plain data for the next worker. */
export interface RunMemory extends EarlierTargetState {
  /**
   * Number of the worker, counted from 1. Each worker creates its own names, because earlier workers' items
   * might still exist.
   */
  readonly worker: number
  /** Items that still have to be removed, in the order of creation. */
  readonly made: readonly MadeItem[]
  /** Number of requests so far by operationId, which count against each operation's budget. */
  readonly spent: Readonly<Record<string, number>>
  /** Facts that rules determined once for the run, keyed by name. */
  readonly learnt: Readonly<Record<string, unknown>>
  /**
   * Items in the lists before the run, if an earlier worker read them and no worker has compared them yet.
   */
  readonly snapshots?: ListSnapshots | undefined
}
