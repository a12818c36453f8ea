import type { Variant } from '../../values/sample-options.ts'

/**
 * Way to make the body of a request: from the schema in one variant, or not at all; of an example that the
 * document shows; in full but for some optional members; or in full with words that answers showed.
 */
export type Draft = Variant | 'empty' | ShownBody | LeanBody | WordedBody

export interface ShownBody {
  readonly kind: 'shown'
  readonly value: unknown
}

export interface LeanBody {
  readonly kind: 'lean'
  readonly without: ReadonlySet<string>
}

/** With members that other answers showed. */
export interface WordedBody {
  readonly kind: 'worded'
  readonly values: Readonly<Record<string, unknown>>
}

/** Equal for drafts that make the same body, but for the names in it. */
export function keyOf(draft: Draft): string {
  if (typeof draft === 'string') return draft
  if (draft.kind === 'lean') return `without ${[...draft.without].join(' ')}`
  return draft.kind === 'shown' ? JSON.stringify(draft.value) : `with ${JSON.stringify(draft.values)}`
}
