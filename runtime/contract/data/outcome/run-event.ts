import type { PathBinding } from '../document/path-binding.ts'
import type { Finding } from './finding.ts'
import type { Outcome } from './outcome.ts'

/** One rule on one operation, both identified by name. */
export interface StepName {
  readonly operationId: string
  readonly rule: string
}

/** An item that the run created, as plain data, so that another worker can remove it. */
export interface MadeItem {
  /** The item's path template. */
  readonly item: string
  /** The path with its values, which identifies the item in the run. */
  readonly address: string
  readonly binding: PathBinding
  /** The item as returned by the request that created it. */
  readonly value: unknown
  /** True if the item was created with another tenant's credential. Only that tenant can remove it. */
  readonly isOthers?: boolean
}

/** An item as a list showed it. The run can find out later which property identifies it. */
export interface ListedItem {
  /** The item's name in the list, if the list is an object that contains items by name. */
  readonly name?: string
  /** The item without long strings and deeply nested values, which do not identify it. */
  readonly value: unknown
}

/** The items that lists showed before the run, keyed by the list's operationId. */
export type ListSnapshots = ReadonlyMap<string, readonly ListedItem[]>

/** A request that is about to be sent. */
export interface SentEvent {
  readonly kind: 'sends'
  /** Number of the request, counted from 1 in each worker. */
  readonly request: number
  readonly operationId: string
  readonly method: string
  /** Secrets hidden. */
  readonly url: string
}

/** The end of a request. The status is absent if no response was received. */
export interface ReceivedEvent {
  readonly kind: 'receives'
  readonly request: number
  readonly status?: number
}

/**
 * Events in a run, as plain data for another worker. Each action is reported before it is carried out, so if
 * nothing follows, the last events show what was in progress.
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
  | ReceivedEvent
  /**
   * The run waits for something other than a response: a credential, or the next request's turn. `isTimed` is
   * true for a turn, because a timer ends that wait.
   */
  | { readonly kind: 'waits'; readonly on: string; readonly isTimed?: boolean }
  | { readonly kind: 'resumes'; readonly on: string }
  /** A rule has learned something about the whole run. The value is plain data. */
  | { readonly kind: 'learnt'; readonly name: string; readonly value: unknown }
  /** From now on, a strange response is attributed to its operation, not to the whole server. */
  | { readonly kind: 'trusts' }
  | { readonly kind: 'made'; readonly made: MadeItem }
  | { readonly kind: 'removes'; readonly address: string }
  | { readonly kind: 'gone'; readonly address: string }
  /**
   * A request, such as "POST /notes", created an item that cannot be identified. `list` is the operation that
   * would list it.
   */
  | { readonly kind: 'unnamed'; readonly request: string; readonly list?: string | undefined }
  /** `why` continues "was created and may still be there:". */
  | { readonly kind: 'left'; readonly address: string; readonly why: string }
  /**
   * The lists were read, and will be read again after the clean-up. `unread` contains the lists for which
   * there was no time.
   */
  | {
      readonly kind: 'lists-recorded'
      readonly snapshots: ListSnapshots
      readonly unread?: readonly string[]
    }
  /**
   * The lists were read again, and the differences were reported. `unchanged` contains the lists that are
   * complete and show nothing new.
   */
  | { readonly kind: 'lists-compared'; readonly unchanged?: readonly string[] }
  /** A list shows items that it did not show before the run. */
  | { readonly kind: 'appeared'; readonly operationId: string; readonly addresses: readonly string[] }
  /** A list no longer shows an item from before the run, and the item cannot be read either. */
  | { readonly kind: 'vanished'; readonly operationId: string; readonly address: string }
  /**
   * The first server error for an operation and status. The rule in `step` can report it too. `step` is
   * absent if no rule was running.
   */
  | { readonly kind: 'crashed'; readonly crash: Finding; readonly step?: StepName | undefined }
  /** The server rejected the run's credential with 401, and accepted it when the request was repeated. */
  | { readonly kind: 'rejected-once'; readonly operationId: string }
  /** The target became unusable during the run. The message is a sentence. */
  | { readonly kind: 'lost'; readonly message: string }

/** Receives the events of a run in order. */
export type Tell = (event: RunEvent) => void
