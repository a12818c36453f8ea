import type { ObservedSubject } from '@concordat/contract/passive'
import type { Edit } from './edit.ts'

/**
 * Party that has to change if the two do not agree: a document that is not true, a server with a fault, or
 * somebody who knows.
 */
export type Side = 'document' | 'server' | 'question'

/**
 * Certainty of the change. "certain": one exchange proves it. "likely": it states of all values what many had
 * in common. "possible": the same from few.
 */
export type Certainty = 'certain' | 'likely' | 'possible'

/** Evidence of a difference, in numbers. */
export interface Shown {
  /** Exchanges that show it. */
  readonly seen: number
  /** Answers of the same operations and statuses. */
  readonly of: number
  /** Exchanges by operationId. */
  readonly operations: Readonly<Record<string, number>>
  /** "GET /pets/{petId} → 200: null". Secrets and personal data are left out. */
  readonly example: string
}

/** One difference between a document and the traffic of its server. */
export interface Difference {
  readonly kind: ObservedSubject['kind']
  readonly side: Side
  readonly certainty: Certainty
  /** JSON Pointer of the part of the document that it is about. */
  readonly pointer: string
  /** The difference, as a sentence. */
  readonly says: string
  readonly evidence: Shown
  /** Edits that make the document agree; empty if none should, or nobody knows. */
  readonly edits: readonly Edit[]
}
