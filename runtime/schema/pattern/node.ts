import type { CodePoints } from './code-points.ts'

/** A parsed regular expression. Captures are omitted, because only the verdict matters. */
export type PatternNode =
  | { readonly kind: 'character'; readonly of: CodePoints }
  | { readonly kind: 'assertion'; readonly is: 'start' | 'end' | 'boundary' | 'no-boundary' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'ahead'; readonly body: PatternNode; readonly isNegative: boolean }
  | { readonly kind: 'inexpressible'; readonly why: Inexpressible }

/** A feature that linear-time engines in general, or RE2 in particular, cannot express. */
export type Inexpressible = keyof typeof inexpressible

/** Reasons why a pattern cannot be linear, to be placed after "it". */
export const inexpressible = {
  'look-ahead': 'has a look-ahead that does not stand right after the "^" at its start',
  'look-behind': 'has a look-behind',
  'back-reference': 'has a back-reference',
  'inline-flags': 'changes flags in one of its parts',
  'legacy-escape': 'is valid only without Unicode rules, under which one of its escapes means something else',
  nesting: 'has groups that are nested more than 250 deep',
  'too-large': 'repeats more than 1000 times, or so much that a machine for it is too large',
} as const
