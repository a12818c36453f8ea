import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type { CorrelationQuery, Entity } from '../../../questions/queries.ts'
import type { PersonIds } from '../../store.ts'
import { funnelProgress, isInBreakdown, windowLength } from './funnel.ts'
import { isEntity, selectPersonEvents } from './person-events.ts'
import { selectPersonIds } from './person-page.ts'
import { personMeets } from './property-condition.ts'

/**
 * Persons in a funnel who have the requested correlate. An event correlates if it falls within the run that
 * got furthest. A complete run ends at its last step; any other run ends when the window ends.
 * @see EventStore.correlation
 */
export async function correlationPersons(db: Kysely<Database>, query: CorrelationQuery): Promise<PersonIds> {
  if (query.funnel.steps.length === 0) return []
  const last = sql.lit(query.funnel.steps.length)
  const least = query.converted ? last : sql.lit(1)
  // With the events in this order, no other sort is needed, and PostgreSQL can stop at the end of the page.
  const furthest = query.converted ? [] : [sql`step desc`]
  const order = [sql`person_id`, ...furthest, sql`moment`, sql`uuid`]
  const isConverted = query.converted === false ? sql`step < ${last}` : sql`true`
  const parts = sql`
    ${funnelProgress(query)}, way as (
      select distinct on (person_id) person_id, step, started,
        case when step = ${last} then moment else started + ${windowLength(query.funnel.window)} end as ended
      from progress where step >= ${least} and ${isInBreakdown(query)}
      order by ${sql.join(order)})`
  const found = sql`select person_id from way where ${isConverted} and ${isCorrelated(query)}`
  return await selectPersonIds(db, query, { parts, found })
}

function isCorrelated(query: CorrelationQuery): RawBuilder<boolean> {
  const { correlate, projectId } = query
  if (correlate === undefined) return sql`true`
  return correlate.type === 'event'
    ? isOnTheWay(query, correlate.entity)
    : personMeets(correlate.properties, { projectId: sql`${projectId}`, personId: sql`way.person_id` })
}

function isOnTheWay(query: CorrelationQuery, entity: Entity): RawBuilder<boolean> {
  // There is no lower limit, because correlated events are later than the first date anyway.
  const events = selectPersonEvents({ query, range: { to: query.range.to }, where: isEntity(entity) })
  return sql`exists (
    select from (${events}) as other
    where other.person_id = way.person_id and other.moment > way.started and other.moment < way.ended)`
}
