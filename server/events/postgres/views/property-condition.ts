import { type RawBuilder, sql } from 'kysely'
import type { PropertyFilter, PropertyFilters } from '../../../../generated/types.ts'
import { combinedConditions } from '../../conditions.ts'
import { combineConditions } from './combine.ts'
import { personCondition } from './person-condition.ts'
import { meetsCondition } from './property-operators.ts'

/** True if a row of `event`, and the person whose distinct id is in the row `known`, meet the conditions. */
export function propertyCondition(filters: PropertyFilters): RawBuilder<boolean> {
  return combinedConditions(filters, { meets, combine: combineConditions })
}

function meets(filter: PropertyFilter): RawBuilder<boolean> {
  return filter.type === 'event'
    ? sql`coalesce(${meetsCondition(sql`event.properties`, filter)}, false)`
    : personMeets([filter], { projectId: sql`known.project_id`, personId: sql`known.person_id` })
}

/**
 * True if the person with the given id meets the conditions.
 * @throws Refusal if any of them concerns events.
 */
export function personMeets(
  filters: PropertyFilters,
  { projectId, personId }: { projectId: RawBuilder<number>; personId: RawBuilder<number> },
): RawBuilder<boolean> {
  return sql`exists (
    select from persons as person
    where person.project_id = ${projectId} and person.id = ${personId} and ${personCondition(filters)})`
}
