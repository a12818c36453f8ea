import type { PropertyFilter } from '../../generated/types.ts'
import { analysisRefusals } from '../questions/refusals.ts'
import { Refusal } from '../refusals/refusal.ts'

/** Operators that compare a property with values. */
type Operator = Exclude<NonNullable<PropertyFilter['operator']>, 'is_set' | 'is_not_set'>

const positives = { is_not: 'exact', not_icontains: 'icontains', not_regex: 'regex' } as const

type Negative = keyof typeof positives

/** How a store compares, by what does not negate. */
export type Comparisons<Compare> = Readonly<Record<Exclude<Operator, Negative>, Compare>>

/** What an operator compares by, and whether it holds where that does not. */
export function comparisonOf<Compare>(
  operator: Operator,
  comparisons: Comparisons<Compare>,
): { readonly compare: Compare; readonly isNegative: boolean } {
  if (isNegative(operator)) return { compare: comparisons[positives[operator]], isNegative: true }
  return { compare: comparisons[operator], isNegative: false }
}

function isNegative(operator: Operator): operator is Negative {
  return operator in positives
}

/** The text of a value that a caller gives. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Texts that are compared as numbers. */
export const numeric = /^[+-]?\d{1,100}(\.\d{1,100})?([eE][+-]?\d{1,2})?$/

/** Characters of a regular expression: what it costs to read one grows faster than its length. */
const longestPattern = 500

/** @throws Refusal when a regular expression is too long. */
export function assertPatternLength(pattern: string): void {
  if (pattern.length > longestPattern) throw new Refusal(analysisRefusals.regexTooLong, 'properties')
}
