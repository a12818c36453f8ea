import type { PropertyFilter, PropertyFilterGroup, PropertyFilters } from '../../generated/types.ts'
import type { Breakdown } from '../questions/queries.ts'
import { analysisRefusals } from '../questions/refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { type Json, storable } from '../values/json.ts'

/** Operators that compare a property with values. */
type Operator = Exclude<NonNullable<PropertyFilter['operator']>, 'is_set' | 'is_not_set'>

const positives = { is_not: 'exact', not_icontains: 'icontains', not_regex: 'regex' } as const

type Negative = keyof typeof positives

/** Comparisons of a store, by the operators that do not negate. */
export type Comparisons<Compare> = Readonly<Record<Exclude<Operator, Negative>, Compare>>

/** Comparison of an operator, and whether the operator negates it. */
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

/** Expressions of a store for a group of conditions. */
interface Terms<Condition> {
  readonly meets: (filter: PropertyFilter) => Condition
  readonly combine: (conditions: readonly Condition[], by: 'and' | 'or') => Condition
}

/** Conditions in groups of groups as one. A group of nothing asks for nothing. */
export function combined<Condition>(filters: PropertyFilters, terms: Terms<Condition>): Condition {
  const { type, values } = Array.isArray(filters) ? { type: 'AND', values: filters } : filters
  const conditions = values.map((filter) => (isGroup(filter) ? combined(filter, terms) : terms.meets(filter)))
  return terms.combine(conditions, type === 'AND' || conditions.length === 0 ? 'and' : 'or')
}

/** Conditions that all have to hold. */
export function allOf(filters: PropertyFilters): readonly (PropertyFilter | PropertyFilterGroup)[] {
  if (Array.isArray(filters)) return filters
  return filters.type === 'AND' ? filters.values : [filters]
}

/** True if a condition is about persons alone; for a group, if all of its conditions are. */
export function isOfPersons(filter: PropertyFilter | PropertyFilterGroup): boolean {
  if (!isGroup(filter)) return filter.type !== 'event'
  return filter.values.length > 0 && filter.values.every(isOfPersons)
}

function isGroup(filter: PropertyFilter | PropertyFilterGroup): filter is PropertyFilterGroup {
  return 'values' in filter
}

/** Filters for one part of a breakdown. */
export function breakdownFilters(breakdown: Breakdown | undefined): PropertyFilter[] {
  return breakdown?.parts.map((part) => ({ type: breakdown.type, ...part })) ?? []
}

/** Values that equal the value of a condition: any of its values if it is an array. */
export function exactValues({ value }: PropertyFilter): readonly Json[] {
  const values = (Array.isArray(value) ? value : [value ?? null]) as readonly Json[]
  return values.flatMap(spellings)
}

/**
 * A number, and its digits as a text, mean the same: the author of a condition cannot know which of them was
 * sent.
 */
function spellings(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [value, String(value)]
  if (typeof value !== 'string') return [storable(value)]
  if (value === 'true' || value === 'false') return [value, value === 'true']
  const number = Number(value)
  return value === String(number) && Number.isFinite(number) ? [value, number] : [value.toWellFormed()]
}

/** The text of a value that a caller gives. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Texts that are compared as numbers. */
export const numeric = /^[+-]?\d{1,100}(\.\d{1,100})?([eE][+-]?\d{1,2})?$/

/** Characters of a regular expression: the cost of reading one grows faster than its length. */
const longestPattern = 500

/** @throws Refusal when a regular expression is too long. */
export function assertPatternLength(pattern: string): void {
  if (pattern.length > longestPattern) throw new Refusal(analysisRefusals.regexTooLong, 'properties')
}
