import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { clausePlace } from '../../../data/document/clause.ts'
import type { ObservedSubject, TrafficObservation } from './observation.ts'
import { Sighting } from './sighting.ts'

/** The current exchange. */
export interface ObservedOccasion {
  readonly operation: OperationDescriptor
  readonly status: number
  /** Observations already noted for this exchange, so that the exchange is counted once per subject. */
  readonly noted: Set<TrafficObservation>
}

/** Observations from earlier rounds with the same traffic. */
export interface ObservedEarlier {
  /** The observations so far, to which this round adds. */
  readonly observations: Map<string, TrafficObservation>
  /**
   * Observations that were already handled but that the document still contradicts. They would otherwise be
   * counted again.
   */
  readonly settled: ReadonlySet<TrafficObservation>
}

/**
 * Observations keyed by subject. An observation about a shared part of the document is stored once, whichever
 * operation showed it.
 */
export class Notebook {
  readonly #document: DocumentDescriptor
  readonly #observations: Map<string, TrafficObservation>
  readonly #places = new Map<string, string>()

  readonly #settled: ReadonlySet<TrafficObservation>

  constructor(document: DocumentDescriptor, { observations, settled }: ObservedEarlier) {
    this.#document = document
    this.#observations = observations
    this.#settled = settled
  }

  /**
   * Records a subject. Its clause, in the form that rules use, is replaced with its location in the document.
   */
  note(occasion: ObservedOccasion, subject: ObservedSubject): TrafficObservation {
    const placed = { ...subject, clause: this.#placeOf(subject.clause) }
    const key = JSON.stringify({ ...placed, direction: undefined })
    const known = this.#observations.get(key)
    if (known !== undefined && this.#settled.has(known)) return this.#begin(placed, occasion)
    const observation = known ?? this.#begin(placed, occasion)
    if (known === undefined) this.#observations.set(key, observation)
    // An observation in a response replaces one in a request, because a request can only suggest that the
    // schema is wrong.
    else if ('direction' in placed && placed.direction === 'answer') observation.subject = placed
    this.#count(observation, occasion)
    return observation
  }

  /** Notes a subject together with a value that shows it. */
  noteValue(occasion: ObservedOccasion, subject: ObservedSubject, value: unknown): TrafficObservation {
    const observation = this.note(occasion, subject)
    observation.seen ??= new Sighting()
    observation.seen.note(value)
    return observation
  }

  #begin(subject: ObservedSubject, { operation, status }: ObservedOccasion): TrafficObservation {
    const example = `${operation.method} ${operation.path} → ${status}`
    return {
      subject,
      evidence: { times: 0, operations: new Map(), among: new Set(), example },
      fitting: new Map(),
      content: new Map(),
      kept: 0,
      schemes: new Set(),
      challenges: new Set(),
    }
  }

  #count(observation: TrafficObservation, { operation, status, noted }: ObservedOccasion): void {
    if (noted.has(observation)) return
    noted.add(observation)
    const { evidence } = observation
    evidence.times++
    const { operationId } = operation
    evidence.operations.set(operationId, (evidence.operations.get(operationId) ?? 0) + 1)
    evidence.among.add(observedAnswerKey(operation, status))
  }

  #placeOf(clause: string): string {
    const known = this.#places.get(clause) ?? clausePlace(this.#document, clause)
    this.#places.set(clause, known)
    return known
  }
}

/** Returns a key for an operation's responses with one status. */
export function observedAnswerKey({ pointer }: OperationDescriptor, status: number): string {
  return `${status} ${pointer}`
}
