import type { PropertyFilter, PropertyFilterGroup, PropertyFilters } from '../../../../generated/types.ts'
import { personRefusals } from '../../../persons/refusals.ts'
import type { Breakdown } from '../../../questions/queries.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { type Json, storable } from '../../../values/json.ts'
import { ch, combine, integer, type Statement } from '../statement.ts'
import { isAnyOf, meetsCondition } from './property-operators.ts'
import { kept, propertyOf } from './property-text.ts'

/** Whether a row of `e` and its person, `who`, meet conditions. */
export function propertyCondition(filters: PropertyFilters, projectId: number): Statement {
  return combined(filters, (filter) =>
    filter.type === 'event'
      ? meetsCondition(propertyOf(ch`e.texts`, filter.key), filter)
      : personMeets([filter], { projectId, who: ch`who` }),
  )
}

/** What holds for one part of a breakdown. */
export function breakdownFilters(breakdown: Breakdown | undefined): PropertyFilter[] {
  return breakdown?.parts.map((part) => ({ type: breakdown.type, ...part })) ?? []
}

/**
 * Whether the person of an id meets conditions.
 * @throws Refusal when one of them is about events.
 */
export function personMeets(
  filters: PropertyFilters,
  { projectId, who }: { projectId: number; who: Statement },
): Statement {
  return ch`(${who} global in (
    select id from persons final
    where project_id = ${integer(projectId)} and is_deleted = 0 and ${personCondition(filters, projectId)}))`
}

/** Whether a row of `persons` meets conditions. */
function personCondition(filters: PropertyFilters, projectId: number): Statement {
  return combined(filters, (filter) => {
    if (filter.type === 'event') throw new Refusal(personRefusals.eventCondition, 'properties')
    if (filter.type === 'cohort') return isInCohort(filter, projectId)
    const property = propertyOf(ch`texts`, filter.key)
    if (filter.operator === 'exact' || filter.operator === undefined) return isExactly(property, filter)
    if (filter.operator === 'is_not') return ch`not ${isExactly(property, filter)}`
    return meetsCondition(property, filter)
  })
}

function combined(filters: PropertyFilters, meets: (filter: PropertyFilter) => Statement): Statement {
  const { type, values } = Array.isArray(filters) ? { type: 'AND', values: filters } : filters
  const conditions = values.map((filter) => (isGroup(filter) ? combined(filter, meets) : meets(filter)))
  // A group of nothing asks for nothing.
  return combine(conditions, type === 'AND' || conditions.length === 0 ? 'and' : 'or')
}

function isGroup(filter: PropertyFilter | PropertyFilterGroup): filter is PropertyFilterGroup {
  return 'values' in filter
}

/** An array of values asks for any of them. */
function isExactly(property: Statement, { value }: PropertyFilter): Statement {
  const values = (Array.isArray(value) ? value : [value ?? null]) as readonly Json[]
  return isAnyOf(property, values.flatMap(spellings).map(kept))
}

/** A number, and its digits as a text, mean the same: who writes a condition cannot know which of them was sent. */
function spellings(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [value, String(value)]
  if (typeof value !== 'string') return [storable(value)]
  if (value === 'true' || value === 'false') return [value, value === 'true']
  const number = Number(value)
  return value === String(number) && Number.isFinite(number) ? [value, number] : [value.toWellFormed()]
}

/** Cohorts that do not exist, or that were deleted, hold nobody. */
function isInCohort({ value, operator }: PropertyFilter, projectId: number): Statement {
  const members = { projectId, cohortIds: [value].flat().map(String) }
  return operator === 'is_not' ? ch`(id not in ${members})` : ch`(id in ${members})`
}
