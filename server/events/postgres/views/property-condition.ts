import { type RawBuilder, sql } from 'kysely'
import type { PropertyFilter, PropertyFilterGroup, PropertyFilters } from '../../../../generated/types.ts'
import type { Breakdown } from '../../../questions/queries.ts'
import { personCondition } from './person-condition.ts'
import { meetsCondition } from './property-operators.ts'

/** Whether a row of `event`, and the person of its distinct id in the row `known`, meet conditions. */
export function propertyCondition(filters: PropertyFilters): RawBuilder<boolean> {
  const { type, values } = Array.isArray(filters) ? { type: 'AND', values: filters } : filters
  if (values.length === 0) return sql`true`
  const conditions = values.map((filter) => (isGroup(filter) ? propertyCondition(filter) : meets(filter)))
  return sql`(${sql.join(conditions, type === 'AND' ? sql` and ` : sql` or `)})`
}

function isGroup(filter: PropertyFilter | PropertyFilterGroup): filter is PropertyFilterGroup {
  return 'values' in filter
}

function meets(filter: PropertyFilter): RawBuilder<boolean> {
  return filter.type === 'event'
    ? sql`coalesce(${meetsCondition(sql`event.properties`, filter)}, false)`
    : personMeets([filter], { projectId: sql`known.project_id`, personId: sql`known.person_id` })
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
  { projectId, personId }: { projectId: RawBuilder<number>; personId: RawBuilder<number> },
): RawBuilder<boolean> {
  return sql`exists (
    select from persons as person
    where person.project_id = ${projectId} and person.id = ${personId} and ${personCondition(filters)})`
}
