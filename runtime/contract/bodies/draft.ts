import type { Variant } from '../values/sample-options.ts'

/**
 * How the body of a request is made: from the schema in one variant, or not at all; of an example that the document shows;
 * or in full but for some optional members.
 */
export type Draft = Variant | 'empty' | ShownBody | LeanBody

export interface ShownBody {
  readonly kind: 'shown'
  readonly value: unknown
}

export interface LeanBody {
  readonly kind: 'lean'
  readonly without: ReadonlySet<string>
}

/** Equal for drafts that make the same body, but for the names in it. */
export function keyOf(draft: Draft): string {
  if (typeof draft === 'string') return draft
  return draft.kind === 'shown' ? JSON.stringify(draft.value) : `without ${[...draft.without].join(' ')}`
}
