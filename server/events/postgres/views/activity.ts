import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type {
  LifecycleQuery,
  LifecycleState,
  StickinessQuery,
  TrendsQuery,
} from '../../../questions/queries.ts'
import { breakdownFilters } from '../../conditions.ts'
import type { PersonIds } from '../../store.ts'
import { isEntity, momentAsSql, momentsAsSql, selectPersonEvents } from './person-events.ts'
import { selectPersonIds } from './person-page.ts'
import { propertyCondition } from './property-condition.ts'

/** The condition on a person for each state. */
const states: Readonly<Record<LifecycleState, RawBuilder<boolean>>> = {
  new: sql`is_active and is_created`,
  returning: sql`is_active and not is_created and was_active`,
  resurrecting: sql`is_active and not is_created and not was_active`,
  dormant: sql`not is_active`,
}

/** @see EventStore.lifecycle */
export async function lifecyclePersons(db: Kysely<Database>, query: LifecycleQuery): Promise<PersonIds> {
  const { range, period, entity, projectId } = query
  const found = sql`
    select active.person_id from (
      select person_id,
        bool_or(moment >= ${momentAsSql(period.from)}) as is_active,
        bool_or(moment < ${momentAsSql(period.from)}) as was_active
      from (${selectPersonEvents({ query, range, where: isEntity(entity) })}) as own
      group by person_id) as active
    join lateral (
      select created_at >= ${momentAsSql(period.from)} and created_at < ${momentAsSql(period.to)} as is_created
      from persons where persons.project_id = ${projectId} and persons.id = active.person_id) as person on true
    where ${states[query.state]}`
  return await selectPersonIds(db, query, { found })
}

/** @see EventStore.stickiness */
export async function stickinessPersons(db: Kysely<Database>, query: StickinessQuery): Promise<PersonIds> {
  const { range, bounds, entity, periods } = query
  const wanted =
    periods === undefined
      ? sql`true`
      : sql`count(distinct width_bucket(moment, ${momentsAsSql(bounds)})) = ${periods}::bigint`
  const found = sql`
    select person_id from (${selectPersonEvents({ query, range, where: isEntity(entity) })}) as own
    group by person_id having ${wanted}`
  return await selectPersonIds(db, query, { found })
}

/** @see EventStore.trends */
export async function trendsPersons(db: Kysely<Database>, query: TrendsQuery): Promise<PersonIds> {
  const { range, entity, isFirstTime, breakdown } = query
  const inBreakdown = propertyCondition(breakdownFilters(breakdown))
  const where = sql<boolean>`${isEntity(entity)} and ${inBreakdown}`
  const since = isFirstTime ? { to: range.to } : range
  const wanted = isFirstTime ? sql`min(moment) >= ${momentAsSql(range.from)}` : sql`true`
  const found = sql`
    select person_id, count(*) as events
    from (${selectPersonEvents({ query, range: since, where })}) as own
    group by person_id having ${wanted}`
  return await selectPersonIds(db, query, { found, order: [sql`found.events desc`] })
}
