import { type RawBuilder, sql } from 'kysely'
import type { PropertyFilter, PropertyFilters } from '../../../../generated/types.ts'
import { personRefusals } from '../../../persons/refusals.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { combinedConditions, exactConditionValues } from '../../conditions.ts'
import { combineConditions } from './combine.ts'
import { meetsCondition } from './property-operators.ts'

/**
 * True if a row of `person` meets the conditions on its properties and cohorts; `null` means false.
 * @throws Refusal if a condition concerns events, or if its value cannot be used.
 */
export function personCondition(filters: PropertyFilters): RawBuilder<boolean> {
  return combinedConditions(filters, { meets, combine: combineConditions })
}

function meets(filter: PropertyFilter): RawBuilder<boolean> {
  if (filter.type === 'event') throw new Refusal(personRefusals.eventCondition, 'properties')
  if (filter.type === 'cohort') return isInCohort(filter)
  if (filter.operator === 'exact' || filter.operator === undefined) return isExactly(filter)
  if (filter.operator === 'is_not') return sql`not ${isExactly(filter)}`
  return meetsCondition(sql`person.properties`, filter)
}

/**
 * Tests for equality using containment, which can use the index on properties. A list of values matches if
 * any of them does.
 */
function isExactly(filter: PropertyFilter): RawBuilder<boolean> {
  const { key } = filter
  const conditions = exactConditionValues(filter).map((wanted) => {
    const part = { [key.toWellFormed()]: wanted }
    const holds = sql<boolean>`person.properties @> ${JSON.stringify(part)}::jsonb`
    if (typeof wanted !== 'object' || wanted === null) return holds
    // Containment alone is not enough: an object contains each of its parts, but equals only itself.
    return sql<boolean>`(${holds} and person.properties -> ${key} = ${JSON.stringify(wanted)}::jsonb)`
  })
  return combineConditions(conditions, 'or')
}

/**
 * True if a person is in any of the cohorts, or in none of them for `is_not`. Missing and deleted cohorts are
 * empty.
 */
function isInCohort({ value, operator }: PropertyFilter): RawBuilder<boolean> {
  const ids = [value].flat().map(String)
  const isIn = sql<boolean>`exists (
    select from cohort_persons as member
    join cohorts as cohort on cohort.project_id = member.project_id and cohort.id = member.cohort_id
    where member.project_id = person.project_id and member.person_id = person.id
      and member.cohort_id::text = any(${ids}::text[]) and not cohort.deleted)`
  return operator === 'is_not' ? sql`not ${isIn}` : isIn
}
