import type { Variant } from '../../values/sample-options.ts'

/**
 * A way to build a request body. It is built from the schema in one variant, from an example in the document,
 * with all properties except some optional ones, or with all properties and given values for some of them. It
 * can also be empty.
 */
export type BodyCandidate = Variant | 'empty' | ShownBody | LeanBody | WordedBody

export interface ShownBody {
  readonly kind: 'shown'
  readonly value: unknown
}

export interface LeanBody {
  readonly kind: 'lean'
  readonly without: ReadonlySet<string>
}

/** A full body in which some properties have given values, such as those that other responses showed. */
export interface WordedBody {
  readonly kind: 'worded'
  readonly values: Readonly<Record<string, unknown>>
}

/** Returns a key that is the same for all bodies built from a candidate, whatever names they contain. */
export function bodyCandidateKey(candidate: BodyCandidate): string {
  if (typeof candidate === 'string') return candidate
  if (candidate.kind === 'lean') return `without ${[...candidate.without].join(' ')}`
  return candidate.kind === 'shown'
    ? JSON.stringify(candidate.value)
    : `with ${JSON.stringify(candidate.values)}`
}
