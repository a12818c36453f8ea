import type { PathBinding } from '../document/path-binding.ts'
import type { Finding } from './finding.ts'
import type { Outcome } from './outcome.ts'

/** One rule on one operation, by their names. */
export interface StepName {
  readonly operationId: string
  readonly rule: string
}

/** An item that the run created, as plain data: enough for another worker to remove it. */
export interface MadeItem {
  /** Path template of the item. */
  readonly item: string
  /** The path with its values: equal for the same item. */
  readonly address: string
  readonly binding: PathBinding
  /** The item in the answer that created it. */
  readonly value: unknown
  /** True if another tenant created it, because the run had none: only that tenant can remove it. */
  readonly isOthers?: boolean
}

/** An item as a list showed it: the run may learn later which member names it. */
export interface ListedItem {
  /** Its name in the list, if that is an object of items. */
  readonly name?: string
  /** Without long texts and deeply nested values, which name no item. */
  readonly value: unknown
}

/** Items of each list before the run, by the operationId of the list. */
export type ListSnapshots = ReadonlyMap<string, readonly ListedItem[]>

/** A request that is about to go out. */
export interface SentEvent {
  readonly kind: 'sends'
  /** Counted from 1 in each worker. */
  readonly request: number
  readonly operationId: string
  readonly method: string
  /** Secrets hidden. */
  readonly url: string
}

/**
 * Events of a run, as plain data for another worker. Each action is reported before it is done: if nothing
 * follows, the last events show what was in progress.
 */
export type RunEvent =
  | { readonly kind: 'begins'; readonly step: StepName }
  | {
      readonly kind: 'ends'
      readonly step: StepName
      readonly outcome: Outcome
      readonly requests: number
      readonly milliseconds: number
    }
  | SentEvent
  /** Without a status if no answer came. */
  | { readonly kind: 'receives'; readonly request: number; readonly status?: number }
  /**
   * The run waits for something other than an answer: a credential, or the next request's turn, which a timer
   * ends.
   */
  | { readonly kind: 'waits'; readonly on: string; readonly isTimed?: boolean }
  | { readonly kind: 'resumes'; readonly on: string }
  /** A rule learnt something about the whole run. The value is plain data. */
  | { readonly kind: 'learnt'; readonly name: string; readonly value: unknown }
  /** From now on, a strange answer is a fault of one operation only. */
  | { readonly kind: 'trusts' }
  | { readonly kind: 'made'; readonly made: MadeItem }
  | { readonly kind: 'removes'; readonly address: string }
  | { readonly kind: 'gone'; readonly address: string }
  /** A request created something indistinguishable: "POST /notes"; with the operation that would list it. */
  | { readonly kind: 'unnamed'; readonly request: string; readonly list?: string | undefined }
  /** `why` continues "was created and is still there:". */
  | { readonly kind: 'left'; readonly address: string; readonly why: string }
  /**
   * The lists were read, and will be read again after the clean-up; `unread`: those for which there was no
   * time.
   */
  | {
      readonly kind: 'lists-recorded'
      readonly snapshots: ListSnapshots
      readonly unread?: readonly string[]
    }
  /**
   * The lists were read again and the differences reported; `unchanged`: those that are complete and show
   * nothing new.
   */
  | { readonly kind: 'lists-compared'; readonly unchanged?: readonly string[] }
  /** A list shows items that it did not show before the run. */
  | { readonly kind: 'appeared'; readonly operationId: string; readonly addresses: readonly string[] }
  /** A list no longer shows an item from before the run, and the item cannot be read either. */
  | { readonly kind: 'vanished'; readonly operationId: string; readonly address: string }
  /**
   * A server error, the first of its operation and status. The rule of `step` may report it too; absent if
   * none ran.
   */
  | { readonly kind: 'crashed'; readonly crash: Finding; readonly step?: StepName | undefined }
  /** The target became unusable during the run. The message is a sentence. */
  | { readonly kind: 'lost'; readonly message: string }

/** Receives the events of a run in order. */
export type Tell = (event: RunEvent) => void
