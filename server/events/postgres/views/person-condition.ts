import { type RawBuilder, sql } from 'kysely'
import type { PropertyFilter, PropertyFilterGroup, PropertyFilters } from '../../../../generated/types.ts'
import { personRefusals } from '../../../persons/refusals.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { type Json, storable } from '../../../values/json.ts'
import { meetsCondition } from './property-operators.ts'

/**
 * Whether a row of `person` meets conditions on its properties and cohorts; `null` counts as no.
 * @throws Refusal when a condition is about events, or its value cannot be used.
 */
export function personCondition(filters: PropertyFilters): RawBuilder<boolean> {
  const { type, values } = Array.isArray(filters) ? { type: 'AND', values: filters } : filters
  if (values.length === 0) return sql`true`
  const conditions = values.map((filter) => (isGroup(filter) ? personCondition(filter) : meets(filter)))
  return sql`(${sql.join(conditions, type === 'AND' ? sql` and ` : sql` or `)})`
}

function isGroup(filter: PropertyFilter | PropertyFilterGroup): filter is PropertyFilterGroup {
  return 'values' in filter
}

function meets(filter: PropertyFilter): RawBuilder<boolean> {
  if (filter.type === 'event') throw new Refusal(personRefusals.eventCondition, 'properties')
  if (filter.type === 'cohort') return isInCohort(filter)
  if (filter.operator === 'exact' || filter.operator === undefined) return isExactly(filter)
  if (filter.operator === 'is_not') return sql`not ${isExactly(filter)}`
  return meetsCondition(sql`person.properties`, filter)
}

/** Equality as containment, which the index on properties answers. An array of values asks for any of them. */
function isExactly({ key, value }: PropertyFilter): RawBuilder<boolean> {
  const values = (Array.isArray(value) ? value : [value ?? null]) as readonly Json[]
  const conditions = values.flatMap(spellings).map((wanted) => {
    const part = { [key.toWellFormed()]: wanted }
    const holds = sql<boolean>`person.properties @> ${JSON.stringify(part)}::jsonb`
    if (typeof wanted !== 'object' || wanted === null) return holds
    // An object contains each of its parts, but equals only itself.
    return sql<boolean>`(${holds} and person.properties -> ${key} = ${JSON.stringify(wanted)}::jsonb)`
  })
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
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
function isInCohort({ value, operator }: PropertyFilter): RawBuilder<boolean> {
  const ids = [value].flat().map(String)
  const isIn = sql<boolean>`exists (
    select from cohort_persons as member
    join cohorts as cohort on cohort.project_id = member.project_id and cohort.id = member.cohort_id
    where member.project_id = person.project_id and member.person_id = person.id
      and member.cohort_id::text = any(${ids}::text[]) and not cohort.deleted)`
  return operator === 'is_not' ? sql`not ${isIn}` : isIn
}
