import type { Exchange } from '../../data/exchange/exchange.ts'
import type { RunEvent, StepName } from '../../data/outcome/run-event.ts'
import type { CoverageCounts } from '../coverage/counts.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import type { RunMemory } from '../state/memory.ts'

/** An order for a worker. Like all messages between processes, it is plain data. */
export interface WorkerOrder extends ContractDocuments {
  /** Input from which the worker's entry file creates the settings. */
  readonly given: unknown
  readonly steps: readonly StepName[]
  /** Steps that run first, one after another, so that a step that never ends can be identified. */
  readonly suspects: readonly StepName[]
  readonly memory: RunMemory
}

export type ToWorker =
  | { readonly kind: 'order'; readonly order: WorkerOrder }
  /** After this message, only clean-up requests may be sent. */
  | { readonly kind: 'stop'; readonly why: string }

export type FromWorker =
  | RunEvent
  /** Sent by a timer, which shows that the worker's event loop is not blocked. */
  | { readonly kind: 'alive' }
  /** Coverage counts for the exchanges since the last message. */
  | { readonly kind: 'covers'; readonly counts: CoverageCounts }
  /** A request with its response, if the run keeps exchanges. */
  | { readonly kind: 'exchanged'; readonly exchange: Exchange }
  /** The whole order has been carried out, including the clean-up. */
  | { readonly kind: 'done' }
  /** An uncaught error, as the last message. */
  | { readonly kind: 'fails'; readonly message: string; readonly stack: string }
  /** The target as a whole cannot be tested. */
  | { readonly kind: 'unusable'; readonly message: string }
