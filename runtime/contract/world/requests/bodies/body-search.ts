import type { BodyCandidate } from './body-candidate.ts'
import type { BodyRefusal } from './body-refusal.ts'

/**
 * Maximum number of requests for one candidate that are repeated because a refusal showed how to correct the
 * body.
 */
const MOST_TAUGHT = 6
/**
 * Maximum number of smaller bodies to try if those with more properties cause a server error, or if the items
 * to which they refer can be at fault.
 */
const MOST_UNSURE = 2

/**
 * The bodies for one operation, grouped by the strength of the evidence for them, strongest first. The weaker
 * groups are built only when needed.
 */
export interface BodiesByEvidence {
  /** Bodies that were accepted before, that the document shows, or that its schema allows. */
  readonly usual: readonly BodyCandidate[]
  /** Bodies that lack some optional properties, because the server might reject one of these properties. */
  readonly leaner?: () => readonly BodyCandidate[]
  /** Bodies in which one property has a less usual kind of value, or that contain values from responses. */
  readonly others?: () => readonly BodyCandidate[]
  /** Bodies in which a required property has another one of its listed values. @param names of properties. */
  readonly listed?: (names: ReadonlySet<string>) => readonly BodyCandidate[]
}

/** A group of bodies other than the usual ones. */
interface Evidence {
  /** True if these bodies might succeed after this refusal of bodies with stronger evidence. */
  readonly suits: (refusal: BodyRefusal) => boolean
  readonly candidates: (refusal: BodyRefusal) => readonly BodyCandidate[]
}

function weakerEvidence({ leaner, others, listed }: BodiesByEvidence): Evidence[] {
  return [
    {
      suits: ({ isCrash, mayBeContent, mayBeNames }) => isCrash || mayBeContent || mayBeNames,
      candidates: ({ isCrash, mayBeContent }) =>
        leaner?.().slice(0, mayBeContent && !isCrash ? undefined : MOST_UNSURE) ?? [],
    },
    { suits: ({ isCrash }) => !isCrash, candidates: () => others?.() ?? [] },
    {
      suits: ({ isCrash, mayBeContent }) => isCrash || mayBeContent,
      candidates: ({ blamed }) => listed?.(blamed) ?? [],
    },
  ]
}

/**
 * The search for a body that an operation accepts, for a single request. Tries the usual bodies first, and
 * then those that a refusal does not exclude. If a refusal shows how to correct the body, the corrected body
 * is tried next.
 */
export class BodySearch {
  readonly #waiting: BodyCandidate[]
  readonly #weaker: Evidence[]
  #current: BodyCandidate | undefined
  #taught = 0

  constructor(bodies: BodiesByEvidence) {
    this.#waiting = [...bodies.usual]
    this.#weaker = weakerEvidence(bodies)
  }

  /**
   * Generates the bodies to try, one after the other. After a rejection, `refuse` must be called before the
   * next body is requested.
   */
  *[Symbol.iterator](): Generator<BodyCandidate> {
    for (let candidate = this.#waiting.shift(); candidate !== undefined; candidate = this.#waiting.shift()) {
      // A smaller body can succeed with few corrections where a full one needs many.
      if (candidate !== this.#current) this.#taught = 0
      this.#current = candidate
      yield candidate
    }
  }

  /**
   * Chooses the next body after the server rejected the current one.
   * @param isTaught True if the next body of this kind already differs in the property that the refusal
   * named.
   */
  refuse(refusal: BodyRefusal, { isTaught }: { readonly isTaught: boolean }): void {
    const current = this.#current
    if (current !== undefined && isTaught && !refusal.isCrash && this.#taught++ < MOST_TAUGHT) {
      this.#waiting.unshift(current)
      return
    }
    while (this.#waiting.length === 0) {
      const next = this.#weaker.findIndex(({ suits }) => suits(refusal))
      if (next === -1) return
      this.#waiting.push(...this.#weaker.splice(next, 1).flatMap(({ candidates }) => candidates(refusal)))
    }
  }
}
