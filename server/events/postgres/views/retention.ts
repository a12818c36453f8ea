import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type { RetentionQuery } from '../../../questions/queries.ts'
import type { RetainedPerson } from '../../store.ts'
import { isEntity, momentAsSql, momentsAsSql, selectPersonEvents } from './person-events.ts'
import { cutPersonIds } from './person-page.ts'

/** @see EventStore.retention */
export async function retainedPersons(
  db: Kysely<Database>,
  query: RetentionQuery,
): Promise<readonly RetainedPerson[]> {
  const [start, firstEnd] = query.bounds
  const end = query.bounds.at(-1)
  if (start === undefined || firstEnd === undefined || end === undefined) return []
  const later = selectPersonEvents({
    query,
    range: { from: firstEnd, to: end },
    where: isEntity(query.returning),
  })
  const { rows } = await sql<RetainedPerson>`
    select found.person_id as id, found.periods from (
      select person_id, array_agg(period order by period) as periods from (
        select person_id, 0 as period from (${starters(query, { from: start, to: firstEnd })}) as starter
        union
        select person_id, width_bucket(moment, ${momentsAsSql(query.bounds)}) - 1 from (${later}) as later
      ) as appearance
      group by person_id having min(period) = 0) as found
    ${cutPersonIds(query, [sql`cardinality(found.periods) desc`])}`.execute(db)
  return rows
}

function starters(query: RetentionQuery, range: { from: Date; to: Date }): RawBuilder<unknown> {
  const where = isEntity(query.target)
  if (!query.isFirstTime) return selectPersonEvents({ query, range, where })
  return sql`
    select person_id from (${selectPersonEvents({ query, range: { to: range.to }, where })}) as own
    group by person_id having min(moment) >= ${momentAsSql(range.from)}`
}
