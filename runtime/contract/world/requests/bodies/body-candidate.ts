import type { Variant } from '../../values/sample-options.ts'

/**
 * Way to build a request's body: from the schema in one variant, or empty; from an example in the document;
 * in full except for some optional members; or in full with words that answers showed.
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

/** With values that other answers showed. */
export interface WordedBody {
  readonly kind: 'worded'
  readonly values: Readonly<Record<string, unknown>>
}

/** A key that drafts of the same body share, whatever the names in it. */
export function bodyCandidateKey(candidate: BodyCandidate): string {
  if (typeof candidate === 'string') return candidate
  if (candidate.kind === 'lean') return `without ${[...candidate.without].join(' ')}`
  return candidate.kind === 'shown'
    ? JSON.stringify(candidate.value)
    : `with ${JSON.stringify(candidate.values)}`
}
