import type { Variant } from '../../values/sample-options.ts'

/**
 * A way to build a request body: from the schema in one variant, or empty; from an example in the document;
 * in full except for some optional properties; or in full with words that responses showed.
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

/** A body with values that other responses showed. */
export interface WordedBody {
  readonly kind: 'worded'
  readonly values: Readonly<Record<string, unknown>>
}

/** Returns a key that is the same for all drafts of a body, whatever names they contain. */
export function bodyCandidateKey(candidate: BodyCandidate): string {
  if (typeof candidate === 'string') return candidate
  if (candidate.kind === 'lean') return `without ${[...candidate.without].join(' ')}`
  return candidate.kind === 'shown'
    ? JSON.stringify(candidate.value)
    : `with ${JSON.stringify(candidate.values)}`
}
