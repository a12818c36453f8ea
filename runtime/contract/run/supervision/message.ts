import type { Exchange } from '../../data/exchange/exchange.ts'
import type { RunEvent, StepName } from '../../data/outcome/run-event.ts'
import type { CoverageCounts } from '../coverage/counts.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import type { RunMemory } from '../state/memory.ts'

/** Order for a worker. Like all messages between workers, it is plain data. */
export interface WorkerOrder extends ContractDocuments {
  /** Input from which the worker's entry file makes the settings. */
  readonly given: unknown
  readonly steps: readonly StepName[]
  /** These run first, one after the other: if one never ends, it is identified. */
  readonly suspects: readonly StepName[]
  readonly memory: RunMemory
}

export type ToWorker =
  | { readonly kind: 'order'; readonly order: WorkerOrder }
  /** From now on only clean-up requests may be sent. */
  | { readonly kind: 'stop'; readonly why: string }

export type FromWorker =
  | RunEvent
  /** Sent by a timer: its event loop is not blocked. */
  | { readonly kind: 'alive' }
  /** Counts of the exchanges since the last message. */
  | { readonly kind: 'covers'; readonly counts: CoverageCounts }
  /** A request with its answer, if the run keeps them. */
  | { readonly kind: 'exchanged'; readonly exchange: Exchange }
  /** The whole order is done, including clean-up. */
  | { readonly kind: 'done' }
  /** An uncaught error: the last message. */
  | { readonly kind: 'fails'; readonly message: string; readonly stack: string }
  /** The target as a whole cannot be tested. */
  | { readonly kind: 'unusable'; readonly message: string }
