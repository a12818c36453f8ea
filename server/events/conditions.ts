import type { PropertyFilter, PropertyFilterGroup, PropertyFilters } from '../../generated/types.ts'
import type { Breakdown } from '../questions/queries.ts'
import { analysisRefusals } from '../questions/refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { type Json, storableValue } from '../values/json.ts'

/** Operators that compare a property with given values. */
type Operator = Exclude<NonNullable<PropertyFilter['operator']>, 'is_set' | 'is_not_set'>

const positives = { is_not: 'exact', not_icontains: 'icontains', not_regex: 'regex' } as const

type Negative = keyof typeof positives

/** A store's comparisons, by operator. A negating operator uses the comparison of its counterpart. */
export type Comparisons<Compare> = Readonly<Record<Exclude<Operator, Negative>, Compare>>

/** Finds an operator's comparison, and whether the operator negates it. */
export function operatorComparison<Compare>(
  operator: Operator,
  comparisons: Comparisons<Compare>,
): { readonly compare: Compare; readonly isNegative: boolean } {
  if (isNegative(operator)) return { compare: comparisons[positives[operator]], isNegative: true }
  return { compare: comparisons[operator], isNegative: false }
}

function isNegative(operator: Operator): operator is Negative {
  return operator in positives
}

/** A store's expressions for conditions and groups of conditions. */
interface Terms<Condition> {
  readonly meets: (filter: PropertyFilter) => Condition
  readonly combine: (conditions: readonly Condition[], by: 'and' | 'or') => Condition
}

/** Combines nested groups of conditions into one condition. An empty group is always true. */
export function combinedConditions<Condition>(filters: PropertyFilters, terms: Terms<Condition>): Condition {
  const { type, values } = Array.isArray(filters) ? { type: 'AND', values: filters } : filters
  const conditions = values.map((filter) =>
    isGroup(filter) ? combinedConditions(filter, terms) : terms.meets(filter),
  )
  return terms.combine(conditions, type === 'AND' || conditions.length === 0 ? 'and' : 'or')
}

/** The conditions that are all required. */
export function allOfFilters(filters: PropertyFilters): readonly (PropertyFilter | PropertyFilterGroup)[] {
  if (Array.isArray(filters)) return filters
  return filters.type === 'AND' ? filters.values : [filters]
}

/** True if a condition, or each condition in a group, concerns only persons. */
export function isOfPersons(filter: PropertyFilter | PropertyFilterGroup): boolean {
  if (!isGroup(filter)) return filter.type !== 'event'
  return filter.values.length > 0 && filter.values.every(isOfPersons)
}

function isGroup(filter: PropertyFilter | PropertyFilterGroup): filter is PropertyFilterGroup {
  return 'values' in filter
}

/** The filters for one part of a breakdown. */
export function breakdownFilters(breakdown: Breakdown | undefined): PropertyFilter[] {
  return breakdown?.parts.map((part) => ({ type: breakdown.type, ...part })) ?? []
}

/** The values that match a condition. If the condition's value is an array, any of its items matches. */
export function exactConditionValues({ value }: PropertyFilter): readonly Json[] {
  const values = (Array.isArray(value) ? value : [value ?? null]) as readonly Json[]
  return values.flatMap(spellings)
}

/**
 * Returns the equal forms of a value. A number or boolean equals its text, because the author of a condition
 * cannot know which of the two was sent.
 */
function spellings(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [value, String(value)]
  if (typeof value !== 'string') return [storableValue(value)]
  if (value === 'true' || value === 'false') return [value, value === 'true']
  const number = Number(value)
  return value === String(number) && Number.isFinite(number) ? [value, number] : [value.toWellFormed()]
}

/** A caller's value as a string. */
export function conditionText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Matches strings that are compared as numbers. */
export const numericTexts = /^[+-]?\d{1,100}(\.\d{1,100})?([eE][+-]?\d{1,2})?$/

/** Maximum length of a regular expression. The cost of parsing one grows faster than its length. */
const longestPattern = 500

/** @throws Refusal if a regular expression is too long. */
export function assertConditionPatternLength(pattern: string): void {
  if (pattern.length > longestPattern) throw new Refusal(analysisRefusals.regexTooLong, 'properties')
}
