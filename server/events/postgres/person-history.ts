import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { PersonEvent, PersonHistoryQuery } from '../store.ts'
import { isAnyEntity, momentAsSql, selectPersonEvents } from './views/person-events.ts'

const carriesChanges = sql<boolean>`(
  jsonb_exists_any(event.properties, array['$set', '$set_once', '$unset'])
  and not event.properties @> '{"$process_person_profile": false}')`

const changes = sql`jsonb_build_object(
  '$set', event.properties -> '$set',
  '$set_once', event.properties -> '$set_once',
  '$unset', event.properties -> '$unset')`

/** @see EventStore.personHistory */
export async function personHistory(
  db: Kysely<Database>,
  { projectId, personId, range, entities }: PersonHistoryQuery,
): Promise<readonly PersonEvent[]> {
  const isRelevant = sql<boolean>`(event.timestamp >= ${momentAsSql(range.from)} and ${isAnyEntity(entities)})`
  const events = selectPersonEvents({
    query: { projectId, properties: [] },
    range: { to: range.to },
    where: sql<boolean>`known.person_id = ${personId} and (${carriesChanges} or ${isRelevant})`,
    columns: [
      sql`, ${isRelevant} as is_relevant`,
      sql`, case when ${carriesChanges} then ${changes} else '{}' end as changes`,
    ],
  })
  const { rows } = await sql<PersonEvent>`${events} order by moment, uuid`.execute(db)
  return rows
}
