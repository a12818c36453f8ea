import type { Exchange } from '../../data/exchange/exchange.ts'
import type { RunEvent, StepName } from '../../data/outcome/run-event.ts'
import type { CoverageCounts } from '../coverage/counts.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import type { RunMemory } from '../state/memory.ts'

/** Order to a worker. Like everything that goes between workers it is plain data. */
export interface WorkerOrder extends ContractDocuments {
  /** Input from which the worker's entry file makes the settings. */
  readonly given: unknown
  readonly steps: readonly StepName[]
  /** Run before the others, one after the other: when one of them never ends, it is known which. */
  readonly suspects: readonly StepName[]
  readonly memory: RunMemory
}

export type ToWorker =
  | { readonly kind: 'order'; readonly order: WorkerOrder }
  /** Nothing more is to be sent but what cleans up. */
  | { readonly kind: 'stop'; readonly why: string }

export type FromWorker =
  | RunEvent
  /** Comes by a timer: nothing keeps the worker from its other work. */
  | { readonly kind: 'alive' }
  /** Counts of the exchanges since the last time. */
  | { readonly kind: 'covers'; readonly counts: CoverageCounts }
  /** A request with its answer, where the run keeps them. */
  | { readonly kind: 'exchanged'; readonly exchange: Exchange }
  /** All that was ordered is done, clean-up included. */
  | { readonly kind: 'done' }
  /** An error that nothing caught: the last that comes. */
  | { readonly kind: 'fails'; readonly message: string; readonly stack: string }
  /** The target as a whole cannot be tested. */
  | { readonly kind: 'unusable'; readonly message: string }
