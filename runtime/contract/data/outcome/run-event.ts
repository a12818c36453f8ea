import type { PathBinding } from '../document/path-binding.ts'
import type { Finding } from './finding.ts'
import type { Outcome } from './outcome.ts'

/** One rule on one operation, by their names. */
export interface StepName {
  readonly operationId: string
  readonly rule: string
}

/** An item that the run made, as plain data: enough to remove it from another worker. */
export interface MadeItem {
  /** Path template of the item. */
  readonly item: string
  /** The path, values filled in: equal for the same item. */
  readonly address: string
  readonly binding: PathBinding
  /** The item as it was answered when it was made. */
  readonly value: unknown
  /** Another tenant made it, where nothing is the run's own: nobody else can remove it. */
  readonly isOthers?: boolean
}

/** An item as a list showed it: the run may find out later which member names it. */
export interface ListedItem {
  /** Its name in the list, where that is an object of items. */
  readonly name?: string
  /** Without long texts and what lies deep in it: these name no item. */
  readonly value: unknown
}

/** Items of each list before the run, by the operationId of the list. */
export type ListSnapshots = ReadonlyMap<string, readonly ListedItem[]>

/** A request that is about to go out. */
export interface SentEvent {
  readonly kind: 'sends'
  /** Counted from 1 in one worker. */
  readonly request: number
  readonly operationId: string
  readonly method: string
  /** Secrets hidden. */
  readonly url: string
}

/**
 * Events of a run, as plain data that another worker can take. Each thing is told before it is done: should
 * nothing come after it, the last events say what was under way.
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
  /** Without a status: no answer came. */
  | { readonly kind: 'receives'; readonly request: number; readonly status?: number }
  /**
   * Something else than an answer is waited for: a credential, or the next request's turn, which a timer
   * ends.
   */
  | { readonly kind: 'waits'; readonly on: string; readonly isTimed?: boolean }
  | { readonly kind: 'resumes'; readonly on: string }
  /** A rule found out something that holds for the whole run. The value is plain data. */
  | { readonly kind: 'learnt'; readonly name: string; readonly value: unknown }
  /** From now on a strange answer is one operation's own fault. */
  | { readonly kind: 'trusts' }
  | { readonly kind: 'made'; readonly made: MadeItem }
  | { readonly kind: 'removes'; readonly address: string }
  | { readonly kind: 'gone'; readonly address: string }
  /**
   * A request that created something which cannot be told from others: "POST /notes"; and the operation that
   * would list it.
   */
  | { readonly kind: 'unnamed'; readonly request: string; readonly list?: string | undefined }
  /** `why` goes on from "was created and is still there:". */
  | { readonly kind: 'left'; readonly address: string; readonly why: string }
  /** The lists were read, and are to be read again after the clean-up. */
  | { readonly kind: 'lists-recorded'; readonly snapshots: ListSnapshots }
  /**
   * They were read again, and what they show was told; `unchanged` are those that show nothing new, and all
   * that there is.
   */
  | { readonly kind: 'lists-compared'; readonly unchanged?: readonly string[] }
  /** A list shows what it did not show before the run. */
  | { readonly kind: 'appeared'; readonly operationId: string; readonly addresses: readonly string[] }
  /** A list no longer shows what was there before the run, and it cannot be read either. */
  | { readonly kind: 'vanished'; readonly operationId: string; readonly address: string }
  /**
   * A server error, the first of its operation and status. The rule that ran may tell it too; absent: none
   * ran.
   */
  | { readonly kind: 'crashed'; readonly crash: Finding; readonly step?: StepName | undefined }
  /** The target became unusable in the middle. The message is a sentence. */
  | { readonly kind: 'lost'; readonly message: string }

/** Takes the events of a run, in their order. */
export type Tell = (event: RunEvent) => void
