import type { ObservedSubject } from '@concordat/contract/passive'
import type { Edit } from './edit.ts'

/** The party at fault: the document or the server. "question" means that a person has to decide. */
export type SideAtFault = 'document' | 'server' | 'question'

/**
 * Certainty of a change: "certain" if one exchange proves it, "likely" if it generalizes from many values,
 * and "possible" if it generalizes from few.
 */
export type RepairCertainty = 'certain' | 'likely' | 'possible'

/** Evidence for a difference, in numbers. */
export interface DifferenceShown {
  /** Exchanges with the difference. */
  readonly seen: number
  /** Responses with the same operations and statuses. */
  readonly of: number
  /** Exchanges by operationId. */
  readonly operations: Readonly<Record<string, number>>
  /** An exchange such as "GET /pets/{petId} → 200: null", without secrets or personal data. */
  readonly example: string
}

/** A difference between a document and its server's traffic. */
export interface TrafficDifference {
  readonly kind: ObservedSubject['kind']
  readonly side: SideAtFault
  readonly certainty: RepairCertainty
  /** JSON Pointer of the affected part of the document. */
  readonly pointer: string
  /** Description in a sentence. */
  readonly says: string
  readonly evidence: DifferenceShown
  /**
   * Edits that make the document match the traffic; empty if the document should not change, or if the right
   * change is unknown.
   */
  readonly edits: readonly Edit[]
}
