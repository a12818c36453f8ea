import type { BodyCandidate } from './body-candidate.ts'
import type { BodyRefusal } from './body-refusal.ts'

/** Requests that are sent again for what a refusal taught, in one search. */
const MOST_TAUGHT = 6
/**
 * Bodies with less in them that are tried where fuller ones end in a server error, or where what they name
 * may be to blame.
 */
const MOST_UNSURE = 2

/**
 * The bodies of one operation by their evidence, strongest first; weaker ones are made when it is their turn.
 */
export interface BodiesByEvidence {
  /** Bodies that were accepted before, that the document shows, and that its schema allows. */
  readonly usual: readonly BodyCandidate[]
  /** Without members that need not be there: a refused one may be among them. */
  readonly leaner?: () => readonly BodyCandidate[]
  /** With another kind of value, or with values that answers showed. */
  readonly others?: () => readonly BodyCandidate[]
}

/** Bodies beyond the usual ones that one kind of evidence speaks for. */
interface Evidence {
  /** True if they may do where stronger evidence led to this refusal. */
  readonly suits: (refusal: BodyRefusal) => boolean
  readonly candidates: (refusal: BodyRefusal) => readonly BodyCandidate[]
}

function weakerEvidence({ leaner, others }: BodiesByEvidence): Evidence[] {
  return [
    {
      suits: ({ isCrash, mayBeContent, mayBeNames }) => isCrash || mayBeContent || mayBeNames,
      candidates: ({ isCrash, mayBeContent }) =>
        leaner?.().slice(0, mayBeContent && !isCrash ? undefined : MOST_UNSURE) ?? [],
    },
    { suits: ({ isCrash }) => !isCrash, candidates: () => others?.() ?? [] },
  ]
}

/**
 * The search for a body that an operation accepts, for one request. Tries bodies by their evidence: the usual
 * ones first, and once these are refused those that the refusal leaves. A refusal that teaches something
 * about the body repeats it at once.
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
   * The bodies to try, one after the other: `refuse` tells what came of each before the next one is drawn.
   */
  *[Symbol.iterator](): Generator<BodyCandidate> {
    for (let candidate = this.#waiting.shift(); candidate !== undefined; candidate = this.#waiting.shift()) {
      this.#current = candidate
      yield candidate
    }
  }

  /**
   * Chooses what comes after a refusal of the current body.
   * @param isTaught The next request with the same kind of body differs in what the refusal named.
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
