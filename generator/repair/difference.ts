import type { ObservedSubject } from '@concordat/contract/passive'
import type { Edit } from './edit.ts'

/** Party at fault: the document, the server, or unknown, which somebody has to answer. */
export type Side = 'document' | 'server' | 'question'

/**
 * Certainty of a change. "certain": one exchange proves it. "likely": it generalises from many values.
 * "possible": it generalises from few.
 */
export type Certainty = 'certain' | 'likely' | 'possible'

/** Evidence of a difference in numbers. */
export interface Shown {
  /** Exchanges with the difference. */
  readonly seen: number
  /** Answers with the same operations and statuses. */
  readonly of: number
  /** Exchanges by operationId. */
  readonly operations: Readonly<Record<string, number>>
  /** "GET /pets/{petId} → 200: null", without secrets and personal data. */
  readonly example: string
}

/** A difference between a document and its server's traffic. */
export interface TrafficDifference {
  readonly kind: ObservedSubject['kind']
  readonly side: Side
  readonly certainty: Certainty
  /** JSON Pointer of the document's part. */
  readonly pointer: string
  /** Description in a sentence. */
  readonly says: string
  readonly evidence: Shown
  /**
   * Edits that make the document agree with the traffic; empty if the document should not change or the
   * change is unknown.
   */
  readonly edits: readonly Edit[]
}
