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
  'look-ahead': 'has a look-ahead that is not directly after the initial "^"',
  'look-behind': 'has a look-behind',
  'back-reference': 'has a back-reference',
  'inline-flags': 'changes flags within the pattern',
  'legacy-escape':
    'is valid only without Unicode mode and contains an escape that Unicode mode treats differently',
  nesting: 'has groups nested more than 250 levels deep',
  'too-large': 'repeats something more than 1000 times, or needs a state machine that is too large',
} as const
